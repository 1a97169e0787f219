import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import { addComment } from '@izgodno/contract/chat/comment-calls';
import { messageTextSchema } from '@izgodno/contract/chat/message';
import { contractCalls } from './contract-calls.ts';

type Fields = readonly (readonly [string, z.core.$ZodType])[];

const unwrapped = (schema: z.core.$ZodType | undefined): readonly z.core.$ZodType[] => {
  if (schema instanceof z.ZodMiniUnion) return schema.def.options.flatMap(unwrapped);
  if (
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniNullable ||
    schema instanceof z.ZodMiniDefault
  )
    return unwrapped(schema.def.innerType);
  return schema === undefined ? [] : [schema];
};

/** The fields of an object and of those inside it. */
const fieldsOf = (schema: z.core.$ZodType | undefined): Fields =>
  unwrapped(schema).flatMap((one): Fields =>
    one instanceof z.ZodMiniObject
      ? Object.entries(one.shape).flatMap(([name, field]) => {
          const inside = fieldsOf(field).map(
            ([inner, value]) => [`${name}.${inner}`, value] as const,
          );
          return [[name, field] as const].concat(inside);
        })
      : [],
  );

/** What a schema makes of a text; undefined if it rejects it. */
const parsed = (schema: z.core.$ZodType, text: string): unknown => z.safeParse(schema, text).data;

const fieldsOfCalls = (part: 'query' | 'body') =>
  contractCalls.flatMap((call: Call) =>
    fieldsOf(call[part]).map(([name, schema]) => ({
      field: `${call.method} ${call.path} ${name}`,
      schema,
    })),
  );

/**
 * A cursor is ours, and a changed one would be another. In the query string of a search, letters are
 * encoded: saving composes them.
 */
const isEncoded = (field: string): boolean => / (?:cursor|query)$/u.test(field);

/** As macOS and some keyboards send it: „й“ is two characters. */
const DECOMPOSED = 'чай Йово'.normalize('NFD');

test('texts in queries are composed, as stored texts are', () => {
  const texts = fieldsOfCalls('query').filter(
    ({ field, schema }) => !isEncoded(field) && parsed(schema, DECOMPOSED) !== undefined,
  );
  expect(texts.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['GET /api/deals q', 'GET /api/search from', 'GET /api/chat/people q']),
  );
  for (const { field, schema } of texts)
    expect([field, parsed(schema, DECOMPOSED)]).toEqual([field, DECOMPOSED.normalize('NFC')]);
});

/** An object that names no field, as of the probes, which ignore what a monitor adds. */
const isEmptyObject = (schema: z.ZodMiniType): boolean =>
  schema instanceof z.ZodMiniObject && Object.keys(schema.shape).length === 0;

test('every query is an object whose fields this test reads', () => {
  expect(
    contractCalls.filter(
      ({ query }) => query !== undefined && fieldsOf(query).length === 0 && !isEmptyObject(query),
    ),
  ).toEqual([]);
});

/** As long as any text must be. */
const LENGTH = 40;
const invisible = ['\u200b', '\u3164', '\u2800', '\u00ad', '\u{e0020}'].map((character) =>
  character.repeat(LENGTH),
);

test('a text that may not be blank may not be invisible', () => {
  const texts = fieldsOfCalls('body').filter(
    ({ field, schema }) =>
      // A code is compared and not shown.
      !field.endsWith(' code') &&
      parsed(schema, 'вид '.repeat(LENGTH / 4)) !== undefined &&
      parsed(schema, ' '.repeat(LENGTH)) === undefined,
  );
  expect(texts.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['POST /api/contact text', 'PUT /api/comments/:id text']),
  );
  for (const { field, schema } of texts)
    for (const text of invisible)
      expect([field, text, parsed(schema, text)]).toEqual([field, text, undefined]);
});

test('an invisible message is none, like one of spaces', () => {
  for (const text of [' ', ...invisible, '\u200b\n\u200b'])
    expect(messageTextSchema.parse(text)).toBe('');
});

test('an invisible comment without images is none', () => {
  for (const text of ['', ' ', ...invisible])
    expect(z.safeParse(addComment.body, { clientId: crypto.randomUUID(), text }).success).toBe(
      false,
    );
});

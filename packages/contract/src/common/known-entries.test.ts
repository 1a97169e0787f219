import * as z from 'zod/mini';
import { expect, expectTypeOf, test } from 'vitest';
import { knownEntries } from './known-entries.ts';
import { parseUntrusted } from './parse-untrusted.ts';

const entry = z.object({
  content: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('price'), amount: z.int() }),
    z.object({ kind: z.literal('sold'), why: z.enum(['date', 'member']) }),
  ]),
});
const response = z.object({ success: z.literal(true), entries: knownEntries(entry) });
const read = (...entries: readonly unknown[]) =>
  parseUntrusted(response, { success: true, entries }).data?.entries;

const price = { content: { kind: 'price', amount: 5 } };

test('entries of an unknown kind are left out', () => {
  expect(read({ content: { kind: 'comment', text: 'x' } }, price)).toEqual([price]);
  expect(read(price, { content: { kind: 'sold', why: 'robot' } })).toEqual([price]);
  expect(parseUntrusted(knownEntries(z.enum(['a'])), ['b', 'a']).data).toEqual(['a']);
});

test('the list takes no checks, because it would become a plain one', () => {
  expectTypeOf(knownEntries(entry)).not.toHaveProperty('check');
});

test.for([
  [{ content: { kind: 'price', amount: 'five' } }],
  [{ content: { kind: 'price' } }],
  [{ content: { kind: 7 } }],
  [{ content: {} }],
  [null],
])('%j is no entry, and rejects the list', ([wrong]) => {
  expect(read(price, wrong)).toBeUndefined();
});

test('what is written may have no unknown kind', () => {
  const written = z.safeEncode(response, {
    success: true,
    // @ts-expect-error: the types say so too.
    entries: [{ content: { kind: 'comment' } }],
  });
  expect(written.success).toBe(false);
});

import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { parseUntrusted } from '../parse-untrusted.ts';
import { everyCall } from './contract-modules.ts';
import { writeParameterSchema } from './component-schemas.ts';

/** The parameters that are lists, with their schemas in OpenAPI. */
const lists = everyCall.flatMap(({ name, call: { query } }) =>
  query instanceof z.ZodMiniObject
    ? Object.entries<z.core.$ZodType>(query.shape).flatMap(([parameter, schema]) => {
        const { type, maxItems } = writeParameterSchema(schema).schema;
        return type === 'array' ? [{ name: `${name} ${parameter}`, schema, maxItems }] : [];
      })
    : [],
);

test('several calls have parameters that are lists', () => {
  expect(lists.length).toBeGreaterThan(3);
});

test.for(lists)('$name describes how often it may be given', ({ schema, maxItems }) => {
  const most = z.parse(z.int(), maxItems);
  const codesOf = (times: number) => {
    const parsed = parseUntrusted(
      schema,
      Array.from({ length: times }, () => '1'),
    );
    return parsed.success ? [] : parsed.issues.map(({ code }) => code);
  };
  expect(codesOf(most + 1)).toContain('too_big');
  expect(codesOf(most)).not.toContain('too_big');
});

import fc from 'fast-check';
import * as z from 'zod/mini';
import { anyCharacter } from '@izgodno/contract/common/any-character.test-data';
import type { Call } from '@izgodno/contract/common/call';

/** The part of JSON Schema that the contract uses. */
interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema | boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly pattern?: string;
}

const LONGEST_TEXT = 60;
const MOST_ITEMS = 4;

const texts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid({ version: 7 }),
  email: fc.emailAddress(),
  uri: fc
    .tuple(
      fc.constantFrom('http', 'https'),
      fc.domain(),
      fc.array(fc.string({ unit: anyCharacter }), { maxLength: MOST_ITEMS }),
    )
    .map(([scheme, host, path]) => `${scheme}://${host}/${path.map(encodeURIComponent).join('/')}`),
  'date-time': fc
    .date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
};

/**
 * Strings that match their pattern if the generator supports it; others are rejected, which is a
 * valid response too.
 */
const textOf = ({ format, pattern, minLength = 0, maxLength = LONGEST_TEXT }: JsonSchema) => {
  const known = texts[format ?? ''];
  if (known !== undefined) return known;
  if (pattern !== undefined && !pattern.includes('(?')) {
    try {
      return fc.stringMatching(new RegExp(pattern, 'u'));
    } catch {
      // Unsupported patterns use the words below.
    }
  }
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, LONGEST_TEXT)) }),
    fc.constantFrom('колело', 'sofia', '12', 'true', 'category=sports'),
  );
};

const objectOf = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  const { properties = {}, required = [], propertyNames, additionalProperties } = schema;
  if (propertyNames !== undefined && typeof additionalProperties === 'object')
    return fc.dictionary(
      propertyNames.enum === undefined
        ? textOf(propertyNames)
        : fc.constantFrom(...propertyNames.enum.map(String)),
      valueOf(additionalProperties),
      { maxKeys: 3 },
    );
  const fields = Object.entries(properties).map(([name, field]) => [name, valueOf(field)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
};

const valueOf = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(valueOf));
  const { minimum, maximum } = schema;
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: minimum ?? -1_000, max: Math.min(maximum ?? 1_000, 2 ** 31 - 1) });
    case 'number':
      return fc.double({ min: minimum ?? -1_000, max: maximum ?? 1_000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(typeof schema.items === 'object' ? valueOf(schema.items) : fc.jsonValue(), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, MOST_ITEMS)),
      });
    case 'object':
      return objectOf(schema);
    default:
      return fc.jsonValue();
  }
};

/**
 * Values that a schema of the contract accepts, or nearly accepts, because its refinements are
 * ignored.
 */
const validFor = (schema: z.ZodMiniType): fc.Arbitrary<unknown> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod's own type of JSON Schema allows what zod never writes.
  valueOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);

const recordOf = (schema: Call['query']): fc.Arbitrary<Record<string, unknown>> =>
  schema === undefined
    ? fc.constant({})
    : validFor(schema).map(
        (value) => z.record(z.string(), z.unknown()).safeParse(value).data ?? {},
      );

/** The texts of a value in a query or a path: a list repeats its name. */
export const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).map((item) =>
    typeof item === 'string' ? item : JSON.stringify(item),
  );

/** Requests that the contract accepts, as far as random generation satisfies its refinements. */
export const validRequestsOf = (call: Call) =>
  fc.record({
    params: recordOf(call.params),
    query: recordOf(call.query),
    body: call.body === undefined ? fc.constant(undefined) : validFor(call.body),
  });

import * as z from 'zod/mini';
import { realtimeEvents } from '@izgodno/contract/realtime/events';
import { clientFrameSchema, controlFrames } from '@izgodno/contract/realtime/frames';
import { contractCalls } from '../contract-calls.ts';

// Prints the fields of the contract beside it, per call and frame, and the texts that they may
// be: `contract-fields.ts`.

const schemas = new Map<string, z.ZodMiniType>();
for (const { method, path, query, body, response } of contractCalls) {
  if (query !== undefined) schemas.set(`${method} ${path} query`, query);
  if (body !== undefined) schemas.set(`${method} ${path} body`, body);
  schemas.set(`${method} ${path} response`, response);
}
for (const [name, schema] of Object.entries({ ...realtimeEvents, ...controlFrames }))
  schemas.set(`frame ${name}`, schema);
schemas.set('client frame', clientFrameSchema);

interface Fields {
  readonly known: Set<string>;
  readonly required: Set<string>;
  /** The texts that a field may be, and the variants of an object: `FIELD: TEXT`. */
  readonly values: Set<string>;
  /** Those of them in lists of which clients leave out what they do not know. */
  readonly open: Set<string>;
}

/** Parts of a JSON schema that describe the same value, or the items of a list. */
const transparent = ['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties'] as const;

/** The constants of an object, such as its `kind`, which tell it from others of a union. */
const variantOf = (properties: object): string =>
  Object.values(properties)
    .flatMap((part: unknown) =>
      typeof part === 'object' && part !== null && 'const' in part && typeof part.const === 'string'
        ? [`(${part.const})`]
        : [],
    )
    .join('');

/** Marks the lists of `knownEntries` in a JSON schema. */
const OPEN = 'x-known-entries';

const textsOf = ({ enum: several, const: one }: Readonly<Record<string, unknown>>) =>
  [one, ...(Array.isArray(several) ? several : [])].filter((text) => typeof text === 'string');

const collect = (node: unknown, given: string, fields: Fields, isOpen: boolean): void => {
  if (Array.isArray(node)) for (const part of node) collect(part, given, fields, isOpen);
  else if (typeof node === 'object' && node !== null) {
    const parts: Readonly<Record<string, unknown>> = { ...node };
    const { properties, required } = parts;
    const isObject = typeof properties === 'object' && properties !== null;
    const variant = isObject ? variantOf(properties) : '';
    const at = given + variant;
    // A variant that the other release does not know, such as a new kind of notice.
    if (variant !== '') fields.known.add(at);
    for (const text of variant === '' ? textsOf(parts) : [variant]) {
      fields.values.add(`${given}: ${text}`);
      if (isOpen) fields.open.add(`${given}: ${text}`);
    }
    if (isObject)
      for (const [name, part] of Object.entries(properties)) {
        const path = `${at}.${name}`;
        fields.known.add(path);
        if (Array.isArray(required) && required.includes(name)) fields.required.add(path);
        collect(part, path, fields, isOpen);
      }
    for (const name of transparent)
      collect(parts[name], at, fields, isOpen || parts[OPEN] === true);
  }
};

const lists: Record<string, Record<keyof Fields, readonly string[]>> = {};
for (const [name, schema] of schemas) {
  const fields: Fields = {
    known: new Set(['']),
    required: new Set(),
    values: new Set(),
    open: new Set(),
  };
  const described = z.toJSONSchema(schema, {
    // A field with a default may be missing from what the other side sends.
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.bag['knownEntries'] === true) jsonSchema[OPEN] = true;
    },
  });
  collect(described, '', fields, false);
  lists[name] = {
    known: [...fields.known],
    required: [...fields.required],
    values: [...fields.values],
    open: [...fields.open],
  };
}
process.stdout.write(JSON.stringify(lists));

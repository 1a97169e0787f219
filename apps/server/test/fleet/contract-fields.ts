import * as z from 'zod/mini';
import { realtimeEvents } from '@izgodno/contract/realtime/events';
import { clientFrameSchema, controlFrames } from '@izgodno/contract/realtime/frames';
import { contractCalls } from '../contract-calls.ts';

// Prints the fields of the contract beside it, per call and frame: `contract-fields.ts`.

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

const collect = (node: unknown, given: string, fields: Fields): void => {
  if (Array.isArray(node)) for (const part of node) collect(part, given, fields);
  else if (typeof node === 'object' && node !== null) {
    const parts: Readonly<Record<string, unknown>> = { ...node };
    const { properties, required } = parts;
    const isObject = typeof properties === 'object' && properties !== null;
    const at = isObject ? given + variantOf(properties) : given;
    // A variant that the other release does not know, such as a new kind of notice.
    if (at !== given) fields.known.add(at);
    if (isObject)
      for (const [name, part] of Object.entries(properties)) {
        const path = `${at}.${name}`;
        fields.known.add(path);
        if (Array.isArray(required) && required.includes(name)) fields.required.add(path);
        collect(part, path, fields);
      }
    for (const name of transparent) collect(parts[name], at, fields);
  }
};

const lists: Record<string, { known: readonly string[]; required: readonly string[] }> = {};
for (const [name, schema] of schemas) {
  const fields: Fields = { known: new Set(['']), required: new Set() };
  // `input`: a field with a default may be missing from what the other side sends.
  collect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '', fields);
  lists[name] = { known: [...fields.known], required: [...fields.required] };
}
process.stdout.write(JSON.stringify(lists));

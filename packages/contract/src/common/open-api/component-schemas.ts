import * as z from 'zod/mini';
import { contractExports } from './contract-modules.ts';

/** A JSON Schema, as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const capitalise = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const pascal = (words: string): string => words.split('-').map(capitalise).join('');

export const refTo = (kind: 'schemas' | 'responses' | 'headers', name: string): JsonSchema => ({
  $ref: `#/components/${kind}/${name}`,
});

/** The types of schemas that are worth a name; texts and numbers are clearer where they are used. */
const isNamed = (value: unknown): value is z.ZodMiniType =>
  value instanceof z.ZodMiniObject ||
  value instanceof z.ZodMiniEnum ||
  value instanceof z.ZodMiniUnion;

type Registry = ReturnType<typeof z.registry<{ id: string }>>;

/** Names exported schemas: `dealSchema` is `Deal`; the second of a name begins with its feature. */
const nameSchemas = (registry: Registry): ReadonlySet<string> => {
  const taken = new Set<string>();
  for (const { feature, name, value } of contractExports) {
    if (!name.endsWith('Schema') || !isNamed(value) || registry.has(value)) continue;
    const own = capitalise(name.replace(/Schema$/, ''));
    const id = taken.has(own) ? `${pascal(feature)}${own}` : own;
    taken.add(id);
    registry.add(value, { id });
  }
  return taken;
};

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

/**
 * Responses may get further fields in a later release, and an integer without limits of its own has
 * those of every number.
 */
const withoutNoise: Override = ({ jsonSchema }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

const withoutIdentity = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'));

export interface ComponentSchemas {
  /** A schema by its name: those that the contract exports, and one for each response. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** The name of a response's schema. */
  nameOf(schema: z.ZodMiniType): string;
}

/** The named schemas of responses; `responses` have the names that they get if they have none. */
export const writeComponentSchemas = (
  responses: readonly (readonly [string, z.ZodMiniType])[],
): ComponentSchemas => {
  const registry: Registry = z.registry();
  const taken = nameSchemas(registry);
  for (const [name, schema] of responses) {
    if (registry.has(schema)) continue;
    registry.add(schema, { id: taken.has(name) ? `${name}Body` : name });
  }
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: withoutNoise,
  });
  return {
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity({ ...schema })]),
    ),
    nameOf: (schema) => registry.get(schema)?.id ?? '',
  };
};

/** The schema of a request's part, with all that it refers to. */
export const writeRequestSchema = (schema: z.core.$ZodType): JsonSchema =>
  withoutIdentity({
    ...z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      metadata: z.registry(),
      override: ({ jsonSchema }) => {
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      },
    }),
  });

/**
 * A parameter arrives as text, and the parser that reads it says nothing of its form: what it reads
 * does, or, behind a transformation, what the transformation is given.
 */
const readAs = (schema: z.core.$ZodType): z.core.$ZodType => {
  if (schema instanceof z.ZodMiniPipe) {
    const { in: given, out } = schema.def;
    return readAs(out instanceof z.ZodMiniTransform ? given : out);
  }
  return schema;
};

/** The schema of one parameter, whether it may be left out, and its default. */
export const writeParameterSchema = (
  schema: z.core.$ZodType,
): { readonly required: boolean; readonly schema: JsonSchema } => {
  if (schema instanceof z.ZodMiniOptional)
    return { ...writeParameterSchema(schema.def.innerType), required: false };
  if (schema instanceof z.ZodMiniDefault)
    return {
      required: false,
      schema: {
        ...writeParameterSchema(schema.def.innerType).schema,
        default: schema.def.defaultValue,
      },
    };
  const read = readAs(schema);
  // A flag is read from a text, or from the value that the browser's client gives.
  if (read instanceof z.ZodMiniUnion && read.def.options[0] instanceof z.ZodMiniBoolean)
    return { required: true, schema: { type: 'boolean' } };
  if (read !== schema && !(read instanceof z.ZodMiniArray)) return writeParameterSchema(read);
  // A list may be empty: the parameter is then left out.
  return { required: !(read instanceof z.ZodMiniArray), schema: writeRequestSchema(read) };
};

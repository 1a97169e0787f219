import * as z from 'zod/mini';
import { isRepeatable, type Call } from '../call.ts';
import { IDEMPOTENCY_KEY } from '../idempotency-key.ts';
import type { CallRate } from '../call-limit.ts';
import { keyScopes } from '../key-scopes.ts';
import { needsBody } from '../needs-body.ts';
import {
  capitalise,
  refTo,
  writeComponentSchemas,
  writeParameterSchema,
  writeRequestSchema,
  type ComponentSchemas,
  type JsonSchema,
} from './component-schemas.ts';
import { everyCall, type NamedCall } from './contract-modules.ts';
import { byStatus, errorCodesOf, writeErrorResponse } from './error-responses.ts';
import { notes } from './notes.ts';
import { tags } from './tags.ts';
import { writeUploadPaths } from './upload-paths.ts';
import { writeWebhookEvents } from './webhook-events.ts';

/** What an installation adds to the contract. */
export interface OpenApiOptions {
  readonly siteName: string;
  /** Origin of the product; null if it is not set. */
  readonly baseUrl: string | null;
  /** The guide for authors of programs, as Markdown. */
  readonly guide: string;
}

/** The name of the set of error codes that most calls have for a status. */
const RESPONSE_NAMES: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
};

const rateLimitHeaders = {
  RateLimit: refTo('headers', 'RateLimit'),
  'RateLimit-Policy': refTo('headers', 'RateLimit-Policy'),
};

const headers = {
  RateLimit: {
    description:
      'What is left of the allowance that has the least left (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
    example: '"account";r=598;t=12',
  },
  'RateLimit-Policy': {
    description: 'That allowance: units (`q`) in a window of seconds (`w`).',
    schema: { type: 'string' },
    example: '"account";q=600;w=60',
  },
  'X-Ignored-Fields': {
    description:
      'The fields of the body that the call does not know and has ignored, separated by commas; absent if there are none.',
    schema: { type: 'string' },
    example: 'expiresat, price.ammount',
  },
  'Retry-After': {
    description: 'Seconds after which a retry makes sense.',
    schema: { type: 'integer', minimum: 0 },
    example: 2,
  },
};

const whose = { account: 'account', network: 'network' } as const;

const inWords = ({ key, tries, windowMs }: CallRate): string =>
  `${tries} in ${windowMs / 1_000} seconds for each ${whose[key]}`;

const describe = ({ name, call: { access, exact, limit, scope } }: NamedCall): string =>
  [
    access === 'anyone' ? 'For anyone.' : `For every ${access}.`,
    `Takes ${limit.cost} from the caller’s allowance.`,
    ...(limit.rates === undefined ? [] : [`At most ${limit.rates.map(inWords).join(', and ')}.`]),
    scope === undefined ? 'Not with an API key.' : `An API key needs the scope \`${scope}\`.`,
    ...(exact === true ? ['Unknown fields of the body are rejected.'] : []),
    ...(notes[name] === undefined ? [] : [notes[name]]),
  ].join(' ');

const securityOf = ({ access, scope }: Call): readonly JsonSchema[] => [
  ...(access === 'anyone' ? [{}] : []),
  { session: [] },
  ...(scope === undefined ? [] : [{ apiKey: [scope] }]),
];

const shapeOf = (schema: z.ZodMiniType | undefined): Readonly<Record<string, z.core.$ZodType>> =>
  schema instanceof z.ZodMiniObject ? schema.def.shape : {};

const parameterOf = (
  name: string,
  location: 'path' | 'query',
  given: z.core.$ZodType,
): JsonSchema => {
  const { required, schema } = writeParameterSchema(given);
  return { name, in: location, required: required || location === 'path', schema };
};

const idempotencyKey: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key of the client’s own for this request. A repetition within a day gets the same response, with `Idempotency-Replayed: true`, and makes nothing again.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
};

const parametersOf = (call: Call): readonly JsonSchema[] => [
  ...(isRepeatable(call) ? [idempotencyKey] : []),
  ...parametersOfParts(call),
];

const parametersOfParts = ({ params, query }: Call): readonly JsonSchema[] => [
  ...Object.entries(shapeOf(params)).map(([name, schema]) => parameterOf(name, 'path', schema)),
  ...Object.entries(shapeOf(query)).map(([name, schema]) => parameterOf(name, 'query', schema)),
];

/** For each status, the set of codes that most calls have: it becomes a component. */
const findCommonCodes = (): ReadonlyMap<number, string> => {
  const sets = everyCall.flatMap(({ call }) =>
    call.rejection === undefined
      ? byStatus(errorCodesOf(call)).map(([status, codes]) => ({ status, key: codes.join() }))
      : [],
  );
  return new Map(
    [...Map.groupBy(sets, ({ status }) => status)].map(([status, those]) => {
      const groups = [...Map.groupBy(those, ({ key }) => key)];
      const [most] = groups.toSorted(([, a], [, b]) => b.length - a.length);
      return [status, most?.[0] ?? ''];
    }),
  );
};

const writeErrors = (
  call: Call,
  common: ReadonlyMap<number, string>,
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    byStatus(errorCodesOf(call)).map(([status, codes]) => {
      const name = RESPONSE_NAMES[status];
      const isCommon = call.rejection === undefined && common.get(status) === codes.join();
      return [
        status,
        isCommon && name !== undefined
          ? refTo('responses', name)
          : writeErrorResponse(status, codes, call.rejection),
      ];
    }),
  );

const writeCommonResponses = (
  common: ReadonlyMap<number, string>,
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    everyCall
      .flatMap(({ call }) => byStatus(errorCodesOf(call)))
      .flatMap(([status, codes]) => {
        const name = RESPONSE_NAMES[status];
        return name === undefined || common.get(status) !== codes.join()
          ? []
          : [[name, writeErrorResponse(status, codes)] as const];
      }),
  );

/** The headers of every response to a call that was made. */
const headersOf = ({ body, exact }: Call): JsonSchema => ({
  ...rateLimitHeaders,
  ...(body === undefined || exact === true
    ? {}
    : { 'X-Ignored-Fields': refTo('headers', 'X-Ignored-Fields') }),
});

const writeOperation = (
  named: NamedCall,
  components: ComponentSchemas,
  common: ReadonlyMap<number, string>,
): JsonSchema => {
  const { name, feature, call } = named;
  return {
    operationId: name,
    summary: call.summary,
    description: describe(named),
    tags: [feature],
    security: securityOf(call),
    parameters: parametersOf(call),
    ...(call.body === undefined
      ? {}
      : {
          requestBody: {
            required: needsBody(call),
            content: { 'application/json': { schema: refTo('schemas', requestName(name)) } },
          },
        }),
    responses: {
      200: {
        description: 'The call was made.',
        headers: headersOf(call),
        content: {
          'application/json': { schema: refTo('schemas', components.nameOf(call.response)) },
        },
      },
      ...writeErrors(call, common),
    },
    'x-access': call.access,
    'x-limit': call.limit,
    'x-audit': call.audit,
  };
};

const requestName = (name: string): string => `${capitalise(name)}Request`;

const REF = /"#\/components\/schemas\/([^"]+)"/g;

/** The schemas that the paths refer to, also by other schemas. */
const usedSchemas = (
  paths: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, JsonSchema>> => {
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(REF)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name] ?? {});
    }
  };
  visit(paths);
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => used.has(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
};

const urlOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

const writePaths = (components: ComponentSchemas): Readonly<Record<string, JsonSchema>> => {
  const common = findCommonCodes();
  const byPath = Map.groupBy(everyCall, ({ call }) => urlOf(call.path));
  const paths = [...byPath].map(([url, calls]) => [
    url,
    Object.fromEntries(
      calls.map((named) => [
        named.call.method.toLowerCase(),
        writeOperation(named, components, common),
      ]),
    ),
  ]);
  const merged: Record<string, JsonSchema> = Object.fromEntries(paths);
  for (const [url, operations] of Object.entries(writeUploadPaths()))
    merged[url] = { ...merged[url], ...operations };
  return merged;
};

/** Where the guide has the URL of an installation. */
const EXAMPLE_URL = 'http://localhost:5000';

const info = ({ siteName, baseUrl, guide }: OpenApiOptions) => ({
  title: siteName,
  version: '1.0.0',
  summary: 'Deals of shops, travel offers and classifieds in one place.',
  description: baseUrl === null ? guide : guide.replaceAll(EXAMPLE_URL, baseUrl),
  license: { name: 'All rights reserved', identifier: 'LicenseRef-All-rights-reserved' },
  contact: { name: siteName, ...(baseUrl === null ? {} : { url: `${baseUrl}/contact` }) },
});

const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'The access token of a session: `POST /api/auth/login`.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'izg_…',
    description: `A key of \`POST /api/keys\`, for programs. Its scopes: ${Object.keys(keyScopes)
      .map((scope) => `\`${scope}\``)
      .join(', ')}.`,
  },
};

/** The whole contract as an OpenAPI 3.1 document. */
export const writeOpenApi = (options: OpenApiOptions) => {
  const components = writeComponentSchemas(
    everyCall.map(({ name, call }) => [`${capitalise(name)}Response`, call.response] as const),
  );
  const paths = writePaths(components);
  const requests = everyCall.flatMap(({ name, call }) =>
    call.body === undefined ? [] : [[requestName(name), writeRequestSchema(call.body)] as const],
  );
  const parts: JsonSchema = {
    securitySchemes,
    headers,
    responses: writeCommonResponses(findCommonCodes()),
    schemas: usedSchemas(paths, { ...components.schemas, ...Object.fromEntries(requests) }),
  };
  return {
    openapi: '3.1.0' as const,
    info: info(options),
    servers: [{ url: options.baseUrl ?? '/', description: options.siteName }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: writeWebhookEvents(),
    components: parts,
  };
};

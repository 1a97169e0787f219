import * as z from 'zod/mini';
import { isRepeatable, type Call } from '../call.ts';
import { errorBodySchema, errorDefinitions, fieldErrorSchema, type ErrorCode } from '../errors.ts';
import { writeRequestSchema, type JsonSchema } from './component-schemas.ts';

const everyCode: readonly ErrorCode[] = [
  'malformed_request',
  'rate_limited',
  'internal',
  'database_unavailable',
  'overloaded',
  'shutting_down',
];

/** The codes of every error that a call may respond with. */
export const errorCodesOf = (call: Call): readonly ErrorCode[] => {
  const { access, params, query, body, errors = [] } = call;
  const parsed = params !== undefined || query !== undefined || body !== undefined;
  return [
    ...new Set<ErrorCode>([
      ...everyCode,
      ...(parsed ? (['validation_failed'] as const) : []),
      ...(access === 'anyone'
        ? []
        : ([
            'unauthenticated',
            'session_expired',
            'key_invalid',
            'forbidden',
            'key_scope_missing',
            'second_factor_required',
          ] as const)),
      ...(call.path.includes('/:') ? (['not_found'] as const) : []),
      ...(body === undefined ? [] : (['payload_too_large', 'unsupported_media_type'] as const)),
      ...(isRepeatable(call)
        ? (['idempotency_key_reused', 'idempotency_key_pending'] as const)
        : []),
      ...errors,
    ]),
  ];
};

const titles: Readonly<Record<number, string>> = {
  400: 'Something in the request is wrong; `fields` says what.',
  401: 'There is no token, or one that is no longer valid.',
  403: 'The caller may not do this.',
  404: 'There is no such thing, or the caller may not know of it.',
  408: 'The request took too long to arrive.',
  409: 'The state of the thing does not allow this.',
  410: 'It is over, or was removed.',
  412: 'The request lacks a condition that this call needs.',
  413: 'The request is too large.',
  415: 'The request has a type that this call does not take.',
  422: 'The content cannot be used.',
  429: 'Too many requests; `Retry-After` says when to come back, in seconds.',
  500: 'An error of the server; the request may be repeated.',
  503: 'The server cannot respond now; `Retry-After` may say when it can.',
  501: 'The server does not know this extension of the protocol.',
  507: 'There is no room for the file.',
};

export const titleOf = (status: number): string => titles[status] ?? 'The call was rejected.';

const fieldErrors: JsonSchema = {
  type: 'object',
  description: 'Errors by the path of their field, such as `price.amount`.',
  additionalProperties: writeRequestSchema(fieldErrorSchema),
};

/** The body of every error, with the codes that are possible where it is used. */
const errorSchema = (codes: readonly ErrorCode[]): JsonSchema => ({
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false, type: 'boolean' },
    message: { type: 'string', description: 'The message of `error` again.' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: codes },
        message: { type: 'string', description: 'An English text for developers.' },
        fields: fieldErrors,
      },
    },
  },
});

/** An error as it arrives: the last code, because the call's own codes follow the general ones. */
const exampleOf = (codes: readonly ErrorCode[]): JsonSchema => {
  const code = codes.at(-1) ?? 'internal';
  const { message } = errorDefinitions[code];
  return { success: false, message, error: { code, message } };
};

/** The schema of a call's own rejection, with the possible codes in each of its forms. */
const rejectionSchema = (rejection: z.core.$ZodType, codes: readonly ErrorCode[]): JsonSchema => {
  if (rejection === errorBodySchema) return errorSchema(codes);
  if (rejection instanceof z.ZodMiniUnion)
    return { anyOf: rejection.def.options.map((form) => rejectionSchema(form, codes)) };
  const details = { type: 'object', properties: { code: { type: 'string', enum: codes } } };
  return { allOf: [writeRequestSchema(rejection), { type: 'object', properties: { details } }] };
};

/** Error codes by their status, the lowest status first. */
export const byStatus = (
  codes: readonly ErrorCode[],
): readonly (readonly [number, ErrorCode[]])[] =>
  [...Map.groupBy(codes, (code) => errorDefinitions[code].status)].toSorted(([a], [b]) => a - b);

/** One error response: its codes, its schema and an example of each code. */
export const writeErrorResponse = (
  status: number,
  codes: readonly ErrorCode[],
  rejection?: z.ZodMiniType,
): JsonSchema => ({
  description: titleOf(status),
  ...(status === 429 || status === 503
    ? { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } }
    : {}),
  content: {
    'application/json':
      rejection === undefined
        ? { schema: errorSchema(codes), example: exampleOf(codes) }
        : { schema: rejectionSchema(rejection, codes) },
  },
});

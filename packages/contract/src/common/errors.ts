import * as z from 'zod/mini';

/**
 * Every error a call can answer with: the stable code, the HTTP status it travels under, the key
 * of the text a person reads, and the English default sent along for those who read the API.
 */
export const errorCatalogue = {
  validation_failed: {
    status: 400,
    messageKey: 'error.validationFailed',
    message: 'Some of the values are not valid.',
  },
  malformed_request: {
    status: 400,
    messageKey: 'error.malformedRequest',
    message: 'The request could not be read.',
  },
  not_found: { status: 404, messageKey: 'error.notFound', message: 'Item not found' },
  unauthenticated: {
    status: 401,
    messageKey: 'error.unauthenticated',
    message: 'Please sign in to access this feature',
  },
  session_expired: {
    status: 401,
    messageKey: 'error.sessionExpired',
    message: 'Your session has expired. Please sign in again.',
  },
  login_failed: { status: 401, messageKey: 'error.loginFailed', message: 'Login failed' },
  refresh_failed: {
    status: 401,
    messageKey: 'error.refreshFailed',
    message: 'Token refresh failed',
  },
  refresh_token_missing: {
    status: 401,
    messageKey: 'error.refreshTokenMissing',
    message: 'No refresh token available',
  },
  // Not 401: the session is sound, and clients answer a 401 by refreshing it.
  wrong_password: {
    status: 403,
    messageKey: 'error.wrongPassword',
    message: 'The password is not right.',
  },
  email_taken: {
    status: 409,
    messageKey: 'error.emailTaken',
    message: 'This email address cannot be used.',
  },
  forbidden: {
    status: 403,
    messageKey: 'error.forbidden',
    message: 'You are not authorized to perform this action',
  },
  payload_too_large: {
    status: 413,
    messageKey: 'error.payloadTooLarge',
    message: 'The request is too large.',
  },
  unsupported_media_type: {
    status: 415,
    messageKey: 'error.unsupportedMediaType',
    message: 'The request has a type this call does not take.',
  },
  rate_limited: {
    status: 429,
    messageKey: 'error.rateLimited',
    message: 'Too many requests. Please try again in a moment.',
  },
  internal: {
    status: 500,
    messageKey: 'error.internal',
    message: 'Server error. Please try again later.',
  },
  database_unavailable: {
    status: 503,
    messageKey: 'error.databaseUnavailable',
    message: 'Server error. Please try again later.',
  },
  overloaded: {
    status: 503,
    messageKey: 'error.overloaded',
    message: 'Server error. Please try again later.',
  },
  shutting_down: {
    status: 503,
    messageKey: 'error.shuttingDown',
    message: 'Server error. Please try again later.',
  },
} as const satisfies Record<string, { status: number; messageKey: string; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** One field at fault: a stable code for the catalogue, and an English sentence. */
export const fieldFaultSchema = z.object({ code: z.string(), message: z.string() });
export type FieldFault = z.infer<typeof fieldFaultSchema>;

/** What every refused call answers. `fields` maps the path of a field (`price.amount`) to its fault. */
export const errorBodySchema = z.object({
  success: z.literal(false),
  /** The message of `error` once more, where the specification's calls of section 7 look for it. */
  message: z.optional(z.string()),
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.record(z.string(), fieldFaultSchema)),
  }),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

import * as z from 'zod/mini';

/**
 * Every error of a call: its stable code, its HTTP status, and an English text for developers.
 * Users see the browser's catalogue text under the code in camel case: `not_found` has the key
 * `error.notFound`.
 */
export const errorDefinitions = {
  validation_failed: {
    status: 400,
    message: 'Some of the values are not valid.',
  },
  malformed_request: {
    status: 400,
    message: 'The request could not be read.',
  },
  // For a removed deal, `details` may have the id of the one that replaces it as `successor`.
  not_found: { status: 404, message: 'Item not found' },
  method_not_allowed: { status: 405, message: 'There is no such method at this address.' },
  unauthenticated: {
    status: 401,
    message: 'Please sign in to access this feature',
  },
  session_expired: {
    status: 401,
    message: 'Your session has expired. Please sign in again.',
  },
  // A code of its own, because a program needs a new key, and cannot sign in again.
  key_invalid: {
    status: 401,
    message: 'This key is not known: it was revoked, has expired, or is misspelt.',
  },
  login_failed: { status: 401, message: 'Login failed' },
  refresh_failed: {
    status: 401,
    message: 'Token refresh failed',
  },
  refresh_token_missing: {
    status: 401,
    message: 'No refresh token available',
  },
  // Not 401, because no session ended. `details` has the `reason`, and the end as `until`.
  account_suspended: {
    status: 403,
    message: 'This account is suspended.',
  },
  last_administrator: {
    status: 409,
    message: 'This is the last administrator. Give the role to someone else first.',
  },
  // Not 401, because the session is valid and clients refresh it after a 401.
  wrong_password: {
    status: 403,
    message: 'The password is not right.',
  },
  // For the second step of a sign-in; not 401, because there is no session to refresh.
  second_factor_failed: {
    status: 403,
    message: 'This did not prove who you are.',
  },
  sign_in_step_ended: {
    status: 410,
    message: 'This sign-in took too long or had too many tries. Please begin again.',
  },
  passkey_refused: {
    status: 403,
    message: 'This passkey was not accepted.',
  },
  proof_required: {
    status: 403,
    message: 'Please give your password to do this.',
  },
  already_rated: {
    status: 409,
    message: 'This has been rated already.',
  },
  already_appealed: {
    status: 409,
    message: 'This decision has been appealed already.',
  },
  already_set_up: {
    status: 409,
    message: 'This has been set up already.',
  },
  key_scope_missing: {
    status: 403,
    message: 'This key does not have the scope that the call needs.',
  },
  second_factor_required: {
    status: 403,
    message: 'Please set up a second factor to do this.',
  },
  mail_link_invalid: {
    status: 410,
    message: 'This link has been used or is too old. Please ask for a new one.',
  },
  email_taken: {
    status: 409,
    message: 'This email address cannot be used.',
  },
  forbidden: {
    status: 403,
    message: 'You are not authorized to perform this action',
  },
  status_conflict: {
    status: 409,
    message: 'The deal has changed in the meantime: this is not possible any more.',
  },
  restore_too_late: {
    status: 409,
    message: 'It is too late to bring this deal back.',
  },
  limit_reached: {
    status: 409,
    message: 'You have reached the limit. Remove something first.',
  },
  link_unreadable: {
    status: 422,
    message: 'Nothing could be read from the page behind this link.',
  },
  link_forbidden: {
    status: 422,
    message: 'The site of this link does not let programs read the page.',
  },
  link_without_product: {
    status: 422,
    message: 'The page behind this link offers no single product with a price.',
  },
  upgrade_required: { status: 426, message: 'This address takes WebSockets only.' },
  payload_too_large: {
    status: 413,
    message: 'The request is too large.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The request has a type this call does not take.',
  },
  // Errors of the server itself, before a call sees the request.
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  headers_too_large: { status: 431, message: 'The headers of the request are too large.' },
  not_implemented: { status: 501, message: 'The server does not know what is asked of it.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request.',
  },
  idempotency_key_pending: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still being made.',
  },
  precondition_failed: {
    status: 412,
    message: 'The request lacks a condition that this call needs.',
  },
  upload_offset_conflict: {
    status: 409,
    message: 'The upload is not at this position. Ask where it is, and go on from there.',
  },
  upload_complete: {
    status: 409,
    message: 'This upload is complete: it is a file now, which can be deleted as a file.',
  },
  upload_expired: { status: 410, message: 'The upload is too old. Please begin again.' },
  file_missing: { status: 400, message: 'No file provided' },
  too_many_files: { status: 400, message: 'One request takes one file.' },
  file_empty: { status: 400, message: 'The file is empty.' },
  upload_incomplete: {
    status: 400,
    message: 'The upload ended before the file was complete.',
  },
  quota_exceeded: {
    status: 403,
    message: 'Your files take all the room you have.',
  },
  file_not_ready: {
    status: 409,
    message: 'The file is still being looked through.',
  },
  file_in_use: { status: 409, message: 'The file is in use.' },
  upload_superseded: {
    status: 409,
    message: 'Another attempt at this upload has taken over.',
  },
  upload_conflict: {
    status: 409,
    message: 'Another file has been uploaded under this name of an upload.',
  },
  file_refused: {
    status: 410,
    message: 'The file was found harmful or unreadable, and was removed.',
  },
  file_too_large: { status: 413, message: 'The file is too large.' },
  file_type_refused: {
    status: 415,
    message: 'Files of this type are not accepted.',
  },
  storage_unavailable: {
    status: 503,
    message: 'Server error. Please try again later.',
  },
  storage_full: {
    status: 507,
    message: 'There is no room for the file at the moment.',
  },
  not_a_member: { status: 403, message: 'You are not in this channel.' },
  muted: { status: 403, message: 'You cannot write in this channel for now.' },
  banned: { status: 403, message: 'You cannot come back to this channel for now.' },
  // One error for several reasons, so that it does not reveal a block.
  person_unavailable: { status: 403, message: 'This person cannot be reached this way for now.' },
  channel_archived: { status: 409, message: 'This channel is archived.' },
  webhook_off: { status: 409, message: 'This webhook is off. Turn it on first.' },
  channel_name_taken: { status: 409, message: 'There is a channel of this name already.' },
  edit_too_late: {
    status: 409,
    message: 'This can no longer be changed.',
  },
  edited_meanwhile: { status: 409, message: 'The text has been changed in the meantime.' },
  message_deleted: { status: 409, message: 'This message has been deleted.' },
  too_many_reactions: {
    status: 409,
    message: 'This message has as many different reactions as it can bear.',
  },
  too_many_pins: { status: 409, message: 'This channel has as many pins as it can bear.' },
  slow_mode: { status: 429, message: 'This channel is in slow mode. Please wait a moment.' },
  feed_unusable: { status: 422, message: 'This feed cannot be read.' },
  source_id_taken: { status: 409, message: 'There is a source of this name already.' },
  rate_limited: {
    status: 429,
    message: 'Too many requests. Please try again in a moment.',
  },
  internal: {
    status: 500,
    message: 'Server error. Please try again later.',
  },
  database_unavailable: {
    status: 503,
    message: 'Server error. Please try again later.',
  },
  overloaded: {
    status: 503,
    message: 'Server error. Please try again later.',
  },
  shutting_down: {
    status: 503,
    message: 'Server error. Please try again later.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorDefinitions;

/** A field's error: a stable code for the catalogue, and an English sentence. */
export const fieldErrorSchema = z.object({ code: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/**
 * The body of every rejected call. `fields` maps the path of a field (`price.amount`) to its error.
 */
export const errorBodySchema = z.object({
  success: z.literal(false),
  /** The message of `error` again, where the specification's calls of section 7 expect it. */
  message: z.optional(z.string()),
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.record(z.string(), fieldErrorSchema)),
    /** What a user should know of the rejection, by name. */
    details: z.optional(z.record(z.string(), z.string())),
  }),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** The body of a rejected call of section 7 of the specification that has an `error`: a text. */
export const textRejectionSchema = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  details: errorBodySchema.shape.error,
});
export type TextRejection = z.infer<typeof textRejectionSchema>;

/** A rejection as the specification has it (section 7): another server sends no more than this. */
export const plainErrorSchema = z.object({
  success: z.literal(false),
  message: z.optional(z.string()),
});

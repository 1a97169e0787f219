import {
  errorDefinitions,
  type ErrorBody,
  type ErrorCode,
  type FieldError,
} from '@izgodno/contract/common/errors';

/** An error reported to the caller by its code of the catalogue. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, FieldError>> | undefined;
  readonly details: Readonly<Record<string, string>> | undefined;
  /** Seconds after which a retry makes sense: sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    more: {
      fields?: Readonly<Record<string, FieldError>>;
      details?: Readonly<Record<string, string>>;
      retryAfter?: number;
      cause?: unknown;
    } = {},
  ) {
    super(errorDefinitions[code].message, { cause: more.cause });
    this.code = code;
    this.fields = more.fields;
    this.details = more.details;
    this.retryAfter = more.retryAfter;
  }
}

export const errorBody = (
  code: ErrorCode,
  {
    fields,
    details,
  }: {
    readonly fields?: Readonly<Record<string, FieldError>> | undefined;
    readonly details?: Readonly<Record<string, string>> | undefined;
  } = {},
): ErrorBody => ({
  success: false,
  message: errorDefinitions[code].message,
  error: {
    code,
    message: errorDefinitions[code].message,
    ...(fields === undefined ? {} : { fields: { ...fields } }),
    ...(details === undefined ? {} : { details: { ...details } }),
  },
});

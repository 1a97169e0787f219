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
  /** Seconds after which a retry makes sense: sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    more: {
      fields?: Readonly<Record<string, FieldError>>;
      retryAfter?: number;
      cause?: unknown;
    } = {},
  ) {
    super(errorDefinitions[code].message, { cause: more.cause });
    this.code = code;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
  }
}

export const errorBody = (
  code: ErrorCode,
  fields?: Readonly<Record<string, FieldError>>,
): ErrorBody => ({
  success: false,
  message: errorDefinitions[code].message,
  error: {
    code,
    message: errorDefinitions[code].message,
    ...(fields === undefined ? {} : { fields: { ...fields } }),
  },
});

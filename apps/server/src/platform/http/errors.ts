import {
  errorCatalogue,
  type ErrorBody,
  type ErrorCode,
  type FieldFault,
} from '@izgodno/contract/common/errors';

/** An error reported to the caller by its code of the catalogue. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, FieldFault>> | undefined;
  /** Seconds after which a retry makes sense: sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    more: {
      fields?: Readonly<Record<string, FieldFault>>;
      retryAfter?: number;
      cause?: unknown;
    } = {},
  ) {
    super(errorCatalogue[code].message, { cause: more.cause });
    this.code = code;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
  }
}

export const errorBody = (
  code: ErrorCode,
  fields?: Readonly<Record<string, FieldFault>>,
): ErrorBody => ({
  success: false,
  message: errorCatalogue[code].message,
  error: {
    code,
    message: errorCatalogue[code].message,
    ...(fields === undefined ? {} : { fields: { ...fields } }),
  },
});

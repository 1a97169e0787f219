import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorDefinitions } from '@izgodno/contract/common/errors';
import type { UploadRejection } from '@izgodno/contract/uploads/multipart';
import { uploadTexts } from '@izgodno/contract/uploads/texts';
import { asCallError, writeErrorHead } from '#platform/http/error-handler.ts';
import { CallError } from '#platform/http/errors.ts';
import { removedError } from '#schema/removed-error.ts';
import { logOutage } from '#platform/log-outage.ts';
import { ObjectStoreError } from '#platform/object-store/object-store.ts';

/** Seconds after which a failing store may be tried again. */
export const STORE_RETRY_AFTER = 5;

/** An error with a text of its own, as in the specification. */
export class UploadRejectedError extends CallError {
  readonly text: string;

  constructor(code: CallError['code'], text: string) {
    super(code);
    this.text = text;
  }
}

export const tooLarge = (size: number, limit: number): UploadRejectedError =>
  new UploadRejectedError('file_too_large', uploadTexts.serverRejected(size, limit));

/** Maps the error of an upload to one for its caller. */
export const asRejection = (error: unknown): CallError => {
  if (error instanceof CallError) return error;
  if (error instanceof ObjectStoreError) {
    return error.reason === 'full'
      ? new CallError('storage_full', { cause: error })
      : new CallError('storage_unavailable', { cause: error, retryAfter: STORE_RETRY_AFTER });
  }
  return error instanceof Error
    ? asCallError(error, removedError)
    : new CallError('internal', { cause: error });
};

const textOf = (rejected: CallError): string => {
  if (rejected instanceof UploadRejectedError) return rejected.text;
  const { status, message } = errorDefinitions[rejected.code];
  return status >= 500 ? uploadTexts.failed : message;
};

export const rejectionBody = (rejected: CallError): UploadRejection => {
  const error = textOf(rejected);
  return {
    success: false,
    error,
    message: error,
    type: rejected.code === 'file_too_large' ? 'file_too_large' : 'upload_error',
    details: {
      code: rejected.code,
      message: errorDefinitions[rejected.code].message,
      ...(rejected.fields === undefined ? {} : { fields: { ...rejected.fields } }),
    },
  };
};

/** Logs a failure of the server. While a part is away, many uploads fail for one reason. */
export const logFailure = (
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  rejected: CallError,
): void => {
  const error = rejected.cause ?? rejected;
  if (errorDefinitions[rejected.code].status < 500) return;
  if (rejected.code === 'internal') log.error({ err: error }, 'upload failed');
  else logOutage(log, error, 'upload failed');
};

/** Sends an upload's error in the form of the specification's calls: `error` is a text. */
export const respondWithRejection = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const rejected = asRejection(error);
  logFailure(request.log, rejected);
  return writeErrorHead(reply, rejected).send(rejectionBody(rejected));
};

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorDefinitions } from '@izgodno/contract/common/errors';
import type { UploadRejection } from '@izgodno/contract/uploads/multipart';
import { uploadTexts } from '@izgodno/contract/uploads/texts';
import { asCallError } from '#platform/http/error-handler.ts';
import { CallError } from '#platform/http/errors.ts';
import { removedError } from '#schema/removed-error.ts';
import { ObjectStoreError } from '#platform/object-store/object-store.ts';

/** Seconds after which a failing store may be tried again. */
const STORE_RETRY_AFTER = 5;

/** An error with a text of its own, as in the specification. */
export class UploadRefusedError extends CallError {
  readonly text: string;

  constructor(code: CallError['code'], text: string) {
    super(code);
    this.text = text;
  }
}

export const tooLarge = (size: number, limit: number): UploadRefusedError =>
  new UploadRefusedError('file_too_large', uploadTexts.serverRejected(size, limit));

/** Maps the error of an upload to one for its caller. */
export const asRefusal = (error: unknown): CallError => {
  if (error instanceof CallError) return error;
  if (error instanceof ObjectStoreError) {
    return error.fault === 'full'
      ? new CallError('storage_full', { cause: error })
      : new CallError('storage_unavailable', { cause: error, retryAfter: STORE_RETRY_AFTER });
  }
  return error instanceof Error
    ? asCallError(error, removedError)
    : new CallError('internal', { cause: error });
};

const textOf = (refused: CallError): string => {
  if (refused instanceof UploadRefusedError) return refused.text;
  const { status, message } = errorDefinitions[refused.code];
  return status >= 500 ? uploadTexts.failed : message;
};

export const refusalBody = (refused: CallError): UploadRejection => {
  const error = textOf(refused);
  return {
    success: false,
    error,
    message: error,
    type: refused.code === 'file_too_large' ? 'file_too_large' : 'upload_error',
    details: {
      code: refused.code,
      message: errorDefinitions[refused.code].message,
      ...(refused.fields === undefined ? {} : { fields: { ...refused.fields } }),
    },
  };
};

/** Sends an upload's error in the form of the specification's calls: `error` is a text. */
export const answerRefusal = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const refused = asRefusal(error);
  const { status } = errorDefinitions[refused.code];
  if (status >= 500) request.log.error({ err: refused.cause ?? refused }, 'upload failed');
  if (refused.retryAfter !== undefined) {
    void reply.header('Retry-After', String(refused.retryAfter));
  }
  return reply.status(status).send(refusalBody(refused));
};

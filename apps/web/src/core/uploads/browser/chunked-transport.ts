import { parseJson } from '@izgodno/contract/common/parse-json';
import {
  CHUNKED_UPLOAD_PATH,
  plainRejectionSchema,
  plainUploadResponseSchema,
  type UploadResponse,
} from '@izgodno/contract/uploads/multipart';
import { fileIdOfUrl } from '@izgodno/contract/uploads/file';
import { uploadTexts } from '@izgodno/contract/uploads/texts';
import { apiOrigin, currentToken, reportUnauthorized } from '#core/api/api.ts';
import type { UploadError } from '#core/uploads/engine/errors.ts';
import { TransmissionError, type Payload, type Transport } from '#core/uploads/engine/ports.ts';
import type { UploadFacts } from '#core/uploads/engine/upload.ts';

/**
 * Whether the file behind a blob was changed, moved or removed since it was chosen; browsers then
 * reject reading it.
 */
export const isUnreadable = async (file: Blob): Promise<boolean> => {
  try {
    await file.slice(0, 1).arrayBuffer();
    return false;
  } catch {
    return true;
  }
};

/** The server's limits. */
export interface ServerLimits {
  /** Bytes. */
  readonly maxFileSize: number;
  /** Milliseconds. */
  readonly requestTimeout: number;
}

/** Maps a response other than 200 to an error (specification, section 8). */
export const readRejection = (
  status: number,
  text: string,
  size: number,
  limits: ServerLimits,
): UploadError => {
  if (status === 413) return { kind: 'server-rejected', size, limit: limits.maxFileSize };
  const { data: rejection } = plainRejectionSchema.safeParse(parseJson(text));
  return {
    kind: 'refused',
    text: rejection?.error ?? uploadTexts.failed,
    code: rejection?.details?.code ?? null,
  };
};

/** Reads a successful response, which needs only the fields that the specification names. */
const readResponse = (text: string, { fileName, fileSize, mimeType }: UploadFacts) => {
  const { data } = plainUploadResponseSchema.safeParse(parseJson(text));
  if (data === undefined) return null;
  const response: UploadResponse = {
    success: true,
    fileUrl: data.fileUrl,
    fileId: data.fileId ?? fileIdOfUrl(data.fileUrl) ?? '',
    originalName: data.originalName ?? fileName,
    fileName: data.fileName ?? fileName,
    filenameSanitized: data.filenameSanitized ?? fileName,
    size: data.size ?? fileSize,
    mediaType: data.mediaType ?? mimeType,
  };
  return response;
};

const formOf = ({ facts, file, voice }: Payload): FormData => {
  const form = new FormData();
  form.set('userId', facts.userId);
  form.set('channelId', facts.channelId);
  form.set('messageId', facts.messageId);
  form.set('uploadId', facts.id);
  form.set('placeholderId', facts.placeholderId);
  if (voice !== null) form.set('voice', JSON.stringify(voice));
  // The file comes last, so that the server knows its owner first.
  form.set('file', file, facts.fileName);
  return form;
};

/**
 * The single streamed request (specification, section 7). Uses `XMLHttpRequest` because `fetch`
 * does not report upload progress. Aborts after the configured timeout without progress, because a
 * limit on the whole request would exclude large files on slow connections.
 */
export const createChunkedTransport = (limits: () => ServerLimits): Transport => ({
  send: (payload, reports, signal) =>
    new Promise<UploadResponse>((resolve, reject) => {
      const request = new XMLHttpRequest();
      const { requestTimeout } = limits();
      let silence: ReturnType<typeof setTimeout> | undefined;
      const fail = (error: UploadError): void => reject(new TransmissionError(error));
      const received = (): void => {
        clearTimeout(silence);
        silence = setTimeout(() => {
          fail({ kind: 'unreachable' });
          request.abort();
        }, requestTimeout);
      };

      request.open('POST', apiOrigin + CHUNKED_UPLOAD_PATH);
      request.withCredentials = true;
      request.setRequestHeader('Accept', 'application/json');
      const token = currentToken();
      if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);

      request.upload.addEventListener('progress', ({ loaded, total }) => {
        received();
        // Progress includes the form's overhead; only the file's share is reported.
        const share = total === 0 ? 0 : loaded / total;
        reports.onProgress(Math.floor(share * payload.facts.fileSize));
      });
      request.addEventListener('load', () => {
        const response = readResponse(request.responseText, payload.facts);
        if (request.status === 200 && response !== null) {
          resolve(response);
          return;
        }
        if (request.status === 401) reportUnauthorized();
        fail(readRejection(request.status, request.responseText, payload.facts.fileSize, limits()));
      });
      request.addEventListener('error', () => {
        void isUnreadable(payload.file).then((unreadable) =>
          fail({ kind: unreadable ? 'file-unavailable' : 'unreachable' }),
        );
      });
      request.addEventListener('loadend', () => clearTimeout(silence));
      signal.addEventListener('abort', () => {
        reject(signal.reason);
        request.abort();
      });
      received();
      request.send(formOf(payload));
    }),
  // An aborted request leaves nothing on the server.
  abandon: () => {},
});

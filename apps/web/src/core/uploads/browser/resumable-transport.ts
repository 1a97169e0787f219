import { getFileDetails } from '@izgodno/contract/uploads/calls';
import { DEFAULT_UPLOAD_TIMEOUT_MS } from '@izgodno/contract/uploads/limits';
import { RESUMABLE_UPLOAD_PATH, type UploadResponse } from '@izgodno/contract/uploads/multipart';
import { ApiError } from '@izgodno/contract/common/client';
import type * as Tus from 'tus-js-client';
import { api, apiOrigin, currentToken, reportUnauthorized } from '#core/api/api.ts';
import {
  TransmissionError,
  type Payload,
  type TransmissionReports,
  type Transport,
} from '#core/uploads/engine/ports.ts';
import type { WaitsFor } from '#core/uploads/engine/upload.ts';
import { after, listen } from '#shared/browser-events.ts';
import type { Unsubscribe } from '#shared/store.ts';
import { readRejection, type ServerLimits, isUnreadable } from './chunked-transport.ts';
import { takeSlot } from './request-slots.ts';

/**
 * Delays between attempts while the server is unreachable, in milliseconds; the last one repeats.
 */
const RETRY_DELAYS = [500, 1_000, 2_000, 5_000, 10_000, 20_000] as const;
/** How often the patience with a silent request doubles. */
const DOUBLINGS = 2;
/** Interval between checks for a new token after a 401, in milliseconds. */
const TOKEN_POLL_MS = 1_000;

const metadataOf = ({ facts, voice }: Payload): Record<string, string> => ({
  filename: facts.fileName,
  filetype: facts.mimeType,
  userId: facts.userId,
  channelId: facts.channelId,
  messageId: facts.messageId,
  uploadId: facts.id,
  placeholderId: facts.placeholderId,
  ...(voice === null ? {} : { voice: JSON.stringify(voice) }),
});

/** The library, which is large; undefined until the first upload needs it. */
let tus: typeof Tus | undefined;

const loadTus = async () => (tus ??= await import('tus-js-client'));

/** Returns the file id in an upload URL. */
const fileIdAt = (url: string): string => url.split('/').at(-1) ?? '';

const authorise = (request: { setHeader(name: string, value: string): void }): void => {
  const token = currentToken();
  if (token !== null) request.setHeader('Authorization', `Bearer ${token}`);
};

const pause = (ms: number, signal: AbortSignal): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stops = [
    after(ms, resolve),
    // The network is back, so the wait ends early.
    listen(window, 'online', () => resolve()),
    listen(signal, 'abort', () => reject(signal.reason)),
  ];
  return promise.finally(() => {
    for (const stop of stops) stop();
  });
};

/** Waits until the session has a token other than the rejected one. */
const anotherToken = async (rejected: string | null, signal: AbortSignal): Promise<void> => {
  reportUnauthorized();
  while (currentToken() === rejected) await pause(TOKEN_POLL_MS, signal);
};

/**
 * Milliseconds without a sent byte or a response after which a request counts as lost. A slow line
 * empties its buffers unseen, so a request has more time after failures. At most the configured
 * timeout.
 */
const patienceAfter = (failures: number, { requestTimeout }: ServerLimits): number =>
  Math.min(requestTimeout, DEFAULT_UPLOAD_TIMEOUT_MS * 2 ** Math.min(failures, DOUBLINGS));

interface AttemptReports extends TransmissionReports {
  /** The server has this many bytes, and the next ones are sent. */
  readonly onConfirmed: (bytes: number) => void;
}

/**
 * Runs one attempt, from the server's offset to the last byte. Returns the upload URL. Throws if a
 * request is silent for `patienceMs`.
 */
const attempt = async (
  payload: Payload,
  reports: AttemptReports,
  patienceMs: number,
  signal: AbortSignal,
): Promise<string> => {
  const { Upload } = await loadTus();
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let stopWaiting: Unsubscribe | undefined;
  /** Lets the next request be sent; null while this attempt has none in flight. */
  let passOn: (() => void) | null = null;
  const onRequestEnd = (): void => {
    stopWaiting?.();
    passOn?.();
    passOn = null;
  };
  const waitAgain = (): void => {
    if (passOn === null) return;
    stopWaiting?.();
    stopWaiting = after(patienceMs, () => {
      void upload.abort();
      reject(new TransmissionError({ kind: 'unreachable' }));
    });
  };
  const upload = new Upload(payload.file, {
    // With both options the library creates a new upload whenever it cannot read the offset of
    // the old one, and sends confirmed bytes again.
    ...(payload.resumeUrl === null
      ? { endpoint: apiOrigin + RESUMABLE_UPLOAD_PATH }
      : { uploadUrl: payload.resumeUrl }),
    chunkSize: payload.facts.chunkSize,
    metadata: metadataOf(payload),
    // This module handles retries, and the engine stores the state.
    retryDelays: null,
    storeFingerprintForResuming: false,
    onBeforeRequest: async (request) => {
      passOn = await takeSlot(signal);
      waitAgain();
      authorise(request);
      const offset = request.getHeader('Upload-Offset');
      if (offset !== undefined) reports.onConfirmed(Number(offset));
    },
    onAfterResponse: onRequestEnd,
    onProgress: (bytes) => {
      waitAgain();
      reports.onProgress(bytes);
    },
    onUploadUrlAvailable: () => {
      if (upload.url !== null) reports.onResumeUrl(upload.url);
    },
    onError: reject,
    onSuccess: () => resolve(upload.url ?? ''),
  });
  // The signal outlives the attempt, and its listener holds the file.
  const stop = listen(signal, 'abort', () => {
    void upload.abort();
    reject(signal.reason);
  });
  upload.start();
  return promise.finally(() => {
    onRequestEnd();
    stop();
  });
};

const readResponse = async (url: string, { facts }: Payload): Promise<UploadResponse> => {
  const { file } = await api.call(getFileDetails, { params: { id: fileIdAt(url) } });
  return {
    success: true,
    fileId: file.id,
    fileUrl: file.url,
    originalName: facts.fileName,
    fileName: file.name,
    filenameSanitized: file.name,
    size: file.size,
    mediaType: file.mediaType,
  };
};

/**
 * Whether a retry may succeed: no response, bytes that came too slowly, locked, conflict, rate limit,
 * or a server error.
 */
const isPassing = (status: number, begun: boolean): boolean =>
  status === 0 ||
  status === 408 ||
  status === 423 ||
  status === 429 ||
  status >= 500 ||
  // For a resumed upload: an earlier request still runs, and the next offset request resolves the
  // conflict.
  (status === 409 && begun);

/** The response to a request of the library; null without one, undefined for any other error. */
const responseTo = (error: unknown): Tus.HttpResponse | null | undefined =>
  tus !== undefined && error instanceof tus.DetailedError ? error.originalResponse : undefined;

const statusOf = (error: unknown): number => {
  // The library could not be loaded, or a request was silent, so the server is unreachable.
  if (tus === undefined || error instanceof TransmissionError) return 0;
  const response = responseTo(error);
  if (response !== undefined) return response?.getStatus() ?? 0;
  return error instanceof ApiError ? error.status : -1;
};

const causeOf = (status: number): WaitsFor => {
  if (status === 0 || status === 408) return 'network';
  return status === 507 ? 'room' : 'server';
};

/**
 * Uploads by the tus protocol (tus.io 1.0.0). Waits while the network or server is unreachable or
 * the session is being renewed. After each interruption it requests the offset and sends only the
 * rest.
 */
export const createResumableTransport = (limits: () => ServerLimits): Transport => ({
  send: async (payload, reports, signal) => {
    let { resumeUrl } = payload;
    /** In a row, without new bytes on the server. */
    let failures = 0;
    let confirmedBytes = 0;
    let hasRestarted = false;
    const remembering: AttemptReports = {
      ...reports,
      onResumeUrl: (url) => {
        resumeUrl = url;
        reports.onResumeUrl(url);
      },
      onConfirmed: (bytes) => {
        if (bytes > confirmedBytes) failures = 0;
        confirmedBytes = bytes;
      },
    };
    for (;;) {
      const token = currentToken();
      try {
        const patienceMs = patienceAfter(failures, limits());
        const url = await attempt({ ...payload, resumeUrl }, remembering, patienceMs, signal);
        reports.onServerWorking('stitching');
        const response = await readResponse(url, payload);
        reports.onServerWorking('combining');
        return response;
      } catch (error) {
        signal.throwIfAborted();
        const status = statusOf(error);
        if (status === 401) {
          await anotherToken(token, signal);
        } else if ((status === 404 || status === 410) && resumeUrl !== null && !hasRestarted) {
          // The server no longer knows the upload; it starts from the beginning, once.
          hasRestarted = true;
          resumeUrl = null;
        } else if (await isUnreadable(payload.file)) {
          throw new TransmissionError({ kind: 'file-unavailable' });
        } else if (isPassing(status, resumeUrl !== null)) {
          const delay = RETRY_DELAYS[Math.min(failures, RETRY_DELAYS.length - 1)] ?? 0;
          failures += 1;
          reports.onInterrupted(causeOf(status));
          await pause(delay, signal);
        } else {
          const text = responseTo(error)?.getBody() ?? '';
          throw new TransmissionError(
            readRejection(status, text, payload.facts.fileSize, limits()),
          );
        }
      }
    }
  },
  abandon: ({ resumeUrl }) => {
    if (resumeUrl === null) return;
    loadTus()
      .then(({ Upload }) =>
        Upload.terminate(resumeUrl, { onBeforeRequest: authorise, retryDelays: null }),
      )
      // The server's own sweep removes the file.
      .catch(() => undefined);
  },
});

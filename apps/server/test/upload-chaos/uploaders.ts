import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CHUNKED_UPLOAD_PATH,
  RESUMABLE_UPLOAD_PATH,
  uploadResponseSchema,
} from '@izgodno/contract/uploads/multipart';
import { uploadMetadata } from '../upload-metadata.ts';

/** The user and target of uploads. */
export interface UploadAccount {
  readonly url: string;
  readonly userId: string;
  readonly token: string;
}

/** An upload that was reported complete. */
export interface Completed {
  readonly fileId: string;
  readonly digest: string;
}

const PIECE = 256 * 1024;
const RETRY_MS = 60;
/** Milliseconds for a request, as clients have one: a balancer may hold a request that no node answers. */
const REQUEST_MS = 30_000;

export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const authorize = ({ token }: UploadAccount) => ({ authorization: `Bearer ${token}` });

const fieldsOf = (account: UploadAccount, uploadId: string) => ({
  userId: account.userId,
  channelId: 'deals',
  messageId: 'chaos',
  uploadId,
});

/** Sends a whole file in one request; null if it was not reported complete. */
const sendChunked = async (
  account: UploadAccount,
  uploadId: string,
  bytes: Buffer,
): Promise<string | null> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(account, uploadId))) form.append(name, value);
  form.append('file', new File([new Uint8Array(bytes)], 'chaos.bin'));
  const response = await fetch(`${account.url}${CHUNKED_UPLOAD_PATH}`, {
    method: 'POST',
    body: form,
    headers: authorize(account),
    signal: AbortSignal.timeout(REQUEST_MS),
  });
  return response.ok ? uploadResponseSchema.parse(await response.json()).fileId : null;
};

const tus = (
  account: UploadAccount,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: Buffer | null = null,
): Promise<Response> =>
  fetch(`${account.url}${path}`, {
    method,
    headers: { ...authorize(account), 'tus-resumable': '1.0.0', ...headers },
    body: body === null ? null : new Uint8Array(body),
    signal: AbortSignal.timeout(REQUEST_MS),
  });

/** Sends the rest of a resumable upload, or begins one; null if it did not complete. */
const sendResumable = async (
  account: UploadAccount,
  uploadId: string,
  bytes: Buffer,
  state: { path: string | null },
): Promise<string | null> => {
  if (state.path === null) {
    const metadata = uploadMetadata({ ...fieldsOf(account, uploadId), filename: 'chaos.bin' });
    const length = String(bytes.length);
    const made = await tus(account, 'POST', RESUMABLE_UPLOAD_PATH, {
      'upload-length': length,
      'upload-metadata': metadata,
    });
    if (made.status !== 201) return null;
    state.path = made.headers.get('location');
  }
  if (state.path === null) return null;
  const head = await tus(account, 'HEAD', state.path, {});
  if (head.status === 404 || head.status === 410) {
    state.path = null;
    return null;
  }
  if (!head.ok) return null;
  let offset = Number(head.headers.get('upload-offset'));
  while (offset < bytes.length) {
    const piece = bytes.subarray(offset, offset + PIECE);
    const headers = {
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    };
    const sent = await tus(account, 'PATCH', state.path, headers, piece);
    if (sent.status !== 204) return null;
    offset += piece.length;
  }
  return state.path.slice(state.path.lastIndexOf('/') + 1);
};

export interface Uploading {
  /** Ends once the current upload is complete; returns all complete ones. */
  stop(): Promise<readonly Completed[]>;
}

/** Uploads one file after another, each retried until it is reported complete. */
export const startUploader = (
  account: UploadAccount,
  method: 'chunked' | 'resumable',
  random: () => number,
  /** Between two files. */
  pauseMs = 0,
): Uploading => {
  const completed: Completed[] = [];
  let stopping = false;
  const isStopping = (): boolean => stopping;

  const uploadOne = async (): Promise<Completed> => {
    const bytes = randomBytes(1 + Math.floor(random() * 3_000_000));
    const uploadId = `upload_chaos_${randomUUID()}`;
    const state = { path: null };
    for (;;) {
      const sending =
        method === 'chunked'
          ? sendChunked(account, uploadId, bytes)
          : sendResumable(account, uploadId, bytes, state);
      // Any failure during kills is followed by another try.
      const fileId = await sending.catch(() => null);
      if (fileId !== null) return { fileId, digest: digestOf(bytes) };
      await sleep(RETRY_MS);
    }
  };
  const run = async (): Promise<readonly Completed[]> => {
    while (!isStopping()) {
      completed.push(await uploadOne());
      if (pauseMs > 0) await sleep(pauseMs);
    }
    return completed;
  };
  const running = run();
  return {
    stop: () => {
      stopping = true;
      return running;
    },
  };
};

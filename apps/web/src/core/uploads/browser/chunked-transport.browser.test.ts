import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CHUNKED_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import { TransmissionError, type Payload } from '#core/uploads/engine/ports.ts';
import { createChunkedTransport } from './chunked-transport.ts';
import { fakeRequests, type FakeRequest } from './testing/fake-requests.ts';
import { payloadOf, uploadResponse } from './testing/payload.ts';

const TIMEOUT_MS = 30_000;
const transport = createChunkedTransport(() => ({
  maxFileSize: 1_048_576,
  requestTimeout: TIMEOUT_MS,
}));
const requests: FakeRequest[] = [];
const only = (): FakeRequest => {
  const [request] = requests;
  if (request === undefined || requests.length > 1) throw new Error('Not one request');
  return request;
};

beforeEach(() => {
  requests.length = 0;
  localStorage.setItem('accessToken', 'the-token');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fakeRequests((request) => void requests.push(request));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const send = (given: Partial<Payload> = {}) => {
  const progress: number[] = [];
  const abort = new AbortController();
  const sent = transport.send(
    payloadOf('hello', given),
    {
      onProgress: (bytes) => void progress.push(bytes),
      onInterrupted: () => {},
      onResumeUrl: () => {},
      onServerWorking: () => {},
    },
    abort.signal,
  );
  const error = sent.then(
    () => null,
    (error: unknown) => (error instanceof TransmissionError ? error.reason : error),
  );
  return { sent, error, progress, abort };
};

test('a file is sent as one form, after its fields, as the signed-in user', async () => {
  const voice = { durationMs: 4200, peaks: [0, 100] };
  const { sent, progress } = send({ voice });
  const { method, path, headers, body } = only();
  expect([method, path]).toEqual(['POST', CHUNKED_UPLOAD_PATH]);
  expect(headers).toEqual({ accept: 'application/json', authorization: 'Bearer the-token' });
  if (!(body instanceof FormData)) throw new Error('No form');
  const [file, ...fields] = [...body].toReversed();
  expect(Object.fromEntries(fields)).toEqual({
    userId: 'user',
    channelId: 'channel',
    messageId: 'm',
    uploadId: 'upload_m_0',
    placeholderId: 'm_0_atxt_5',
    voice: JSON.stringify(voice),
  });
  expect(file).toEqual(['file', expect.objectContaining({ name: 'a.txt', size: 5 })]);
  // The form's own overhead does not count as the file's bytes.
  only().progress(300, 500);
  only().progress(500, 500);
  expect(progress).toEqual([3, 5]);
  only().respond(200, {}, JSON.stringify(uploadResponse));
  expect(await sent).toEqual(uploadResponse);
});

describe('the response of the server', () => {
  test('413 rejects the file, with both sizes', async () => {
    const { error } = send();
    only().respond(413, {}, '');
    expect(await error).toEqual({ kind: 'server-rejected', size: 5, limit: 1_048_576 });
  });

  test.for([
    [
      500,
      '{"success":false,"error":"Its own words","message":"m","type":"upload_error","details":{"code":"internal","message":"m"}}',
      'Its own words',
      'internal',
    ],
    [502, '<html>', 'StorJ upload failed', null],
    [200, '{"success":true}', 'StorJ upload failed', null],
  ] as const)('%i with %s shows its text, else the default text', async (given) => {
    const [status, body, text, code] = given;
    const { error } = send();
    only().respond(status, {}, body);
    expect(await error).toEqual({ kind: 'refused', text, code });
  });

  test('401 is also reported to the session', async () => {
    const received = vi.fn<() => void>();
    window.addEventListener('api-auth-error', received, { once: true });
    const { error } = send();
    only().respond(401, {}, '');
    expect(await error).toMatchObject({ kind: 'refused' });
    expect(received).toHaveBeenCalledOnce();
  });
});

describe('a connection', () => {
  test('that breaks counts as an unreachable server', async () => {
    const { error } = send();
    only().cut();
    expect(await error).toEqual({ kind: 'unreachable' });
  });

  test('without progress is closed after the configured timeout, not before', async () => {
    const { error } = send();
    vi.advanceTimersByTime(TIMEOUT_MS - 1);
    only().progress(100, 500);
    vi.advanceTimersByTime(TIMEOUT_MS - 1);
    expect(only().aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(only().aborted).toBe(true);
    expect(await error).toEqual({ kind: 'unreachable' });
  });

  test('of a cancelled upload is closed', async () => {
    const { error, abort } = send();
    const reason = new Error('cancelled');
    abort.abort(reason);
    expect(only().aborted).toBe(true);
    expect(await error).toBe(reason);
  });
});

test('a file that no longer exists on the device has its own error', async () => {
  const { error } = send({
    file: Object.defineProperty(new Blob(['hello']), 'slice', {
      value: () => {
        throw new DOMException('gone', 'NotReadableError');
      },
    }),
  });
  only().cut();
  expect(await error).toEqual({ kind: 'file-unavailable' });
});

test('a server that answers with the specification’s fields only is understood', async () => {
  const names = { originalName: 'a.txt', fileName: 'a.txt', filenameSanitized: 'a.txt' };
  const { sent } = send();
  const response = { success: true, fileUrl: '/api/files/1', ...names };
  only().respond(200, {}, JSON.stringify(response));
  expect(await sent).toMatchObject({ fileUrl: '/api/files/1', size: 5 });

  requests.length = 0;
  const rejected = send();
  only().respond(400, {}, JSON.stringify({ success: false, error: 'No such channel' }));
  expect(await rejected.error).toEqual({ kind: 'refused', text: 'No such channel', code: null });
});

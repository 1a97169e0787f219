import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CHUNKED_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import { TransmissionError, type Payload } from '#core/uploads/engine/ports.ts';
import { createChunkedTransport } from './chunked-transport.ts';
import { fakeRequests, type FakeRequest } from './testing/fake-requests.ts';
import { payloadOf, uploadAnswer } from './testing/payload.ts';

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
      onResumeUrl: () => {},
      onServerWorking: () => {},
    },
    abort.signal,
  );
  const fault = sent.then(
    () => null,
    (error: unknown) => (error instanceof TransmissionError ? error.fault : error),
  );
  return { sent, fault, progress, abort };
};

test('a file goes as one form, its fields before it, as the person who is signed in', async () => {
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
  // The form's own lines are not the file's.
  only().progress(300, 500);
  only().progress(500, 500);
  expect(progress).toEqual([3, 5]);
  only().answer(200, {}, JSON.stringify(uploadAnswer));
  expect(await sent).toEqual(uploadAnswer);
});

describe('what the server answers', () => {
  test('413 is a file that it rejects, with both sizes', async () => {
    const { fault } = send();
    only().answer(413, {}, '');
    expect(await fault).toEqual({ kind: 'server-rejected', size: 5, limit: 1_048_576 });
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
  ] as const)('%i with %s is told in its words, else the usual ones', async (given) => {
    const [status, body, text, code] = given;
    const { fault } = send();
    only().answer(status, {}, body);
    expect(await fault).toEqual({ kind: 'refused', text, code });
  });

  test('401 is told to the session too', async () => {
    const heard = vi.fn<() => void>();
    window.addEventListener('api-auth-error', heard, { once: true });
    const { fault } = send();
    only().answer(401, {}, '');
    expect(await fault).toMatchObject({ kind: 'refused' });
    expect(heard).toHaveBeenCalledOnce();
  });
});

describe('a line', () => {
  test('that is cut is a server out of reach', async () => {
    const { fault } = send();
    only().cut();
    expect(await fault).toEqual({ kind: 'unreachable' });
  });

  test('on which nothing moves is given up after the configured time, not before', async () => {
    const { fault } = send();
    vi.advanceTimersByTime(TIMEOUT_MS - 1);
    only().progress(100, 500);
    vi.advanceTimersByTime(TIMEOUT_MS - 1);
    expect(only().aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(only().aborted).toBe(true);
    expect(await fault).toEqual({ kind: 'unreachable' });
  });

  test('of an upload that is cancelled is closed', async () => {
    const { fault, abort } = send();
    const reason = new Error('cancelled');
    abort.abort(reason);
    expect(only().aborted).toBe(true);
    expect(await fault).toBe(reason);
  });
});

test('a file that is gone from the device is told of as that', async () => {
  const { fault } = send({
    file: Object.defineProperty(new Blob(['hello']), 'slice', {
      value: () => {
        throw new DOMException('gone', 'NotReadableError');
      },
    }),
  });
  only().cut();
  expect(await fault).toEqual({ kind: 'file-gone' });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RESUMABLE_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import { TransmissionError, type Payload } from '#core/uploads/engine/ports.ts';
import { fakeRequests, type FakeRequest } from './testing/fake-requests.ts';
import { payloadOf, uploadResponse } from './testing/payload.ts';

// Calls use the `fetch` of the time when their module loads.
const server = vi.hoisted(() => {
  const state = { respond: (): Response => Response.error() };
  globalThis.fetch = async () => state.respond();
  return state;
});
const { createResumableTransport } = await import('./resumable-transport.ts');

const TEXT = 'abcdefghij'.repeat(45);
const UPLOAD_URL = `${RESUMABLE_UPLOAD_PATH}/${uploadResponse.fileId}`;

/**
 * What happens to a request: success, a response, or a connection that breaks after so many bytes.
 */
type Fate = 'good' | { readonly status: number } | { readonly cutAfter: number };

/**
 * A fake tus server. The given outcomes apply to its requests in turn; all later requests succeed.
 */
const createServer = (fates: Fate[], stored: string | null = null) => {
  const state = {
    /** The received content; null before an upload is created. */
    stored,
    log: [] as string[],
    tokens: [] as (string | undefined)[],
    /** Bytes received again though they were confirmed. */
    sentAgain: 0,
  };
  const take = async (request: FakeRequest, most: number): Promise<void> => {
    const offset = Number(request.headers['upload-offset']);
    const before = state.stored ?? '';
    state.sentAgain += Math.max(0, before.length - offset);
    if (offset !== before.length || !(request.body instanceof Blob)) {
      request.respond(409);
      return;
    }
    const text = await request.body.text();
    request.progress(text.length, text.length);
    state.stored = before + text.slice(0, most);
    if (most === Infinity) request.respond(204, { 'upload-offset': String(state.stored.length) });
    else request.cut();
  };
  const response = (request: FakeRequest): void | Promise<void> => {
    const { method, headers } = request;
    state.log.push(method === 'PATCH' ? `PATCH ${headers['upload-offset']}` : method);
    state.tokens.push(headers['authorization']);
    const fate = fates.shift() ?? 'good';
    if (fate !== 'good' && 'status' in fate) return request.respond(fate.status);
    if (method === 'PATCH') return take(request, fate === 'good' ? Infinity : fate.cutAfter);
    if (fate !== 'good') return request.cut();
    if (method === 'POST') {
      // The content is lost and is sent again.
      state.sentAgain += (state.stored ?? '').length;
      state.stored = '';
      return request.respond(201, { location: UPLOAD_URL });
    }
    return state.stored === null
      ? request.respond(404)
      : request.respond(200, {
          'upload-offset': String(state.stored.length),
          'upload-length': String(TEXT.length),
        });
  };
  fakeRequests((request) => void response(request));
  return state;
};

const transport = createResumableTransport(() => ({ maxFileSize: 1_000, requestTimeout: 30_000 }));

const send = (given: Partial<Payload> = {}) => {
  const notified = { urls: [] as string[], phases: [] as string[], progress: [] as number[] };
  const abort = new AbortController();
  const sent = transport.send(
    payloadOf(TEXT, given),
    {
      onProgress: (bytes) => void notified.progress.push(bytes),
      onInterrupted: () => void notified.phases.push('interrupted'),
      onResumeUrl: (url) => void notified.urls.push(new URL(url, location.href).pathname),
      onServerWorking: (phase) => void notified.phases.push(phase),
    },
    abort.signal,
  );
  return { sent, notified, abort };
};

/** Advances the clock until the work settles. */
const settled = async <Result>(work: Promise<Result>): Promise<Result> => {
  let over = false;
  const watched = work.finally(() => {
    over = true;
  });
  watched.catch(() => {});
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(20_000);
      return over;
    })
    .toBe(true);
  return watched;
};

beforeEach(() => {
  localStorage.setItem('accessToken', 'old');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server.respond = () =>
    Response.json({
      success: true,
      file: {
        id: uploadResponse.fileId,
        url: uploadResponse.fileUrl,
        name: 'a.txt',
        kind: 'other',
        mediaType: 'text/plain',
        size: TEXT.length,
        status: 'ready',
        variants: {},
      },
    });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('a file is sent in chunks, and the server’s processing is reported', async () => {
  const tus = createServer([]);
  const { sent, notified } = send();
  expect(await settled(sent)).toMatchObject({ success: true, fileUrl: uploadResponse.fileUrl });
  expect(tus.log).toEqual(['POST', 'PATCH 0', 'PATCH 100', 'PATCH 200', 'PATCH 300', 'PATCH 400']);
  expect(tus.stored).toBe(TEXT);
  expect(notified.urls).toEqual([UPLOAD_URL]);
  expect(notified.phases).toEqual(['stitching', 'combining']);
  expect(notified.progress.at(-1)).toBe(TEXT.length);
});

test('an upload started on an earlier page continues at the server’s offset', async () => {
  const tus = createServer([], TEXT.slice(0, 230));
  const { sent } = send({ resumeUrl: UPLOAD_URL });
  await settled(sent);
  expect(tus.log).toEqual(['HEAD', 'PATCH 230', 'PATCH 330', 'PATCH 430']);
  expect(tus.stored).toBe(TEXT);
});

test.for<readonly [what: string, ...fates: Fate[]]>([
  ['the line, in the middle of a chunk', 'good', 'good', { cutAfter: 37 }],
  ['the line, before anything is through', { cutAfter: 0 }, 'good', { cutAfter: 0 }],
  ['the line, between a chunk and its answer', 'good', { cutAfter: 100 }],
  ['the network for a while', 'good', { cutAfter: 1 }, { cutAfter: 0 }, { cutAfter: 0 }],
  ['the server, which restarts', 'good', 'good', { status: 503 }, { status: 502 }],
  ['the turn: another request of it hangs', 'good', { status: 423 }, { status: 409 }],
  ['the rate', 'good', 'good', { status: 429 }],
])('after %s fails, the upload continues behind the confirmed bytes', async ([, ...fates]) => {
  const tus = createServer(fates);
  const { sent } = send();
  await settled(sent);
  expect(tus.stored).toBe(TEXT);
  expect(tus.sentAgain).toBe(0);
});

test('an expired token is renewed, and the rest is sent with the new one', async () => {
  const tus = createServer(['good', 'good', { status: 401 }]);
  window.addEventListener('api-auth-error', () => localStorage.setItem('accessToken', 'new'), {
    once: true,
  });
  const { sent } = send();
  await settled(sent);
  expect(tus.stored).toBe(TEXT);
  expect(tus.sentAgain).toBe(0);
  expect([...new Set(tus.tokens)]).toEqual(['Bearer old', 'Bearer new']);
});

test('an upload unknown to the server starts again', async () => {
  const tus = createServer([]);
  const { sent, notified } = send({ resumeUrl: UPLOAD_URL });
  await settled(sent);
  expect(tus.log.slice(0, 3)).toEqual(['HEAD', 'POST', 'PATCH 0']);
  expect(notified.urls).toEqual([UPLOAD_URL]);
  expect(tus.stored).toBe(TEXT);
});

test.for([
  [413, { kind: 'server-rejected', size: TEXT.length, limit: 1_000 }],
  [415, { kind: 'refused', text: 'StorJ upload failed', code: null }],
] as const)('%i ends the upload', async ([status, error]) => {
  createServer(['good', { status }]);
  const { sent } = send();
  await expect(settled(sent)).rejects.toEqual(new TransmissionError(error));
  await expect(sent).rejects.toMatchObject({ reason: error });
});

test('a paused upload sends nothing more', async () => {
  const tus = createServer(['good', { status: 503 }]);
  const { sent, abort } = send();
  await expect.poll(() => tus.log).toHaveLength(2);
  const reason = new Error('paused');
  abort.abort(reason);
  await expect(settled(sent)).rejects.toBe(reason);
  expect(tus.log).toHaveLength(2);
});

test('an upload whose details stay unknown to the server starts again once', async () => {
  const tus = createServer([]);
  server.respond = () => Response.json({ success: false, error: 'Gone' }, { status: 404 });
  const { sent } = send();
  await expect(settled(sent)).rejects.toMatchObject({ reason: { kind: 'refused' } });
  expect(tus.log.filter((request) => request === 'POST')).toHaveLength(2);
});

/** The listeners of a type that are added to a target from now on and not removed. */
const listenersOf = (target: EventTarget, type: string): ReadonlySet<unknown> => {
  const present = new Set<unknown>();
  const add = target.addEventListener.bind(target);
  const remove = target.removeEventListener.bind(target);
  vi.spyOn(target, 'addEventListener').mockImplementation((kind, listener, options) => {
    if (kind === type) present.add(listener);
    add(kind, listener, options);
  });
  vi.spyOn(target, 'removeEventListener').mockImplementation((kind, listener, options) => {
    if (kind === type) present.delete(listener);
    remove(kind, listener, options);
  });
  return present;
};

test('an upload leaves no listener behind, however often it waits', async () => {
  createServer(['good', { status: 503 }, { status: 502 }, { status: 401 }, { cutAfter: 30 }]);
  const { sent, abort } = send();
  const [online, aborted] = [listenersOf(window, 'online'), listenersOf(abort.signal, 'abort')];
  window.addEventListener('api-auth-error', () => localStorage.setItem('accessToken', 'new'), {
    once: true,
  });
  await settled(sent);
  expect([online.size, aborted.size]).toEqual([0, 0]);
});

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
 * What happens to a request: success, a response, or a connection that breaks or falls silent after so
 * many bytes.
 */
type Fate =
  | 'good'
  | { readonly status: number }
  | { readonly cutAfter: number }
  | { readonly silentAfter: number };

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
  const take = async (request: FakeRequest, fate: Exclude<Fate, { status: number }>) => {
    const offset = Number(request.headers['upload-offset']);
    const before = state.stored ?? '';
    state.sentAgain += Math.max(0, before.length - offset);
    if (offset !== before.length || !(request.body instanceof Blob)) {
      request.respond(409);
      return;
    }
    const text = await request.body.text();
    request.progress(text.length, text.length);
    if (fate === 'good') {
      state.stored = before + text;
      request.respond(204, { 'upload-offset': String(state.stored.length) });
    } else if ('cutAfter' in fate) {
      state.stored = before + text.slice(0, fate.cutAfter);
      request.cut();
    } else state.stored = before + text.slice(0, fate.silentAfter);
  };
  const response = (request: FakeRequest): void | Promise<void> => {
    const { method, headers } = request;
    state.log.push(method === 'PATCH' ? `PATCH ${headers['upload-offset']}` : method);
    state.tokens.push(headers['authorization']);
    const fate = fates.shift() ?? 'good';
    if (fate !== 'good' && 'status' in fate) return request.respond(fate.status);
    if (method === 'PATCH') return take(request, fate);
    if (fate !== 'good') return 'cutAfter' in fate ? request.cut() : undefined;
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

const limits = { maxFileSize: 1_000, requestTimeout: 100_000 };
const transport = createResumableTransport(() => limits);

const send = (given: Partial<Payload> = {}) => {
  const notified = { urls: [] as string[], phases: [] as string[], progress: [] as number[] };
  const abort = new AbortController();
  const sent = transport.send(
    payloadOf(TEXT, given),
    {
      onProgress: (bytes) => void notified.progress.push(bytes),
      onInterrupted: (waitsFor) => void notified.phases.push(waitsFor),
      onResumeUrl: (url) => void notified.urls.push(new URL(url, location.href).pathname),
      onServerWorking: (phase) => void notified.phases.push(phase),
    },
    abort.signal,
  );
  // Some tests only abort it.
  sent.catch(() => {});
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
  ['the pace: the server waited too long for a chunk', 'good', 'good', { status: 408 }],
  ['the line, which falls silent in a chunk,', 'good', 'good', { silentAfter: 37 }],
  ['the line, silent from the start,', { silentAfter: 0 }, 'good', { silentAfter: 0 }],
  ['the line, silent also when asked again,', 'good', { silentAfter: 9 }, { silentAfter: 0 }],
])('after %s fails, the upload continues behind the confirmed bytes', async ([, ...fates]) => {
  const tus = createServer(fates);
  const { sent } = send();
  await settled(sent);
  expect(tus.stored).toBe(TEXT);
  expect(tus.sentAgain).toBe(0);
});

const realTimeout = setTimeout;
/** Waits without moving the clock, as `expect.poll` would. */
const until = async (isTrue: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 400 && !isTrue(); tries += 1)
    await new Promise((resolve) => realTimeout(resolve, 5));
  expect(isTrue()).toBe(true);
};

/** Requests whose bytes only the test receives. */
const takeRequests = (): FakeRequest[] => {
  const requests: FakeRequest[] = [];
  fakeRequests((request) => {
    requests.push(request);
    if (request.method === 'POST') request.respond(201, { location: UPLOAD_URL });
    if (request.method === 'HEAD')
      request.respond(200, { 'upload-offset': '0', 'upload-length': String(TEXT.length) });
  });
  return requests;
};
const lastOf = (requests: readonly FakeRequest[]): FakeRequest => {
  const last = requests.at(-1);
  if (last === undefined) throw new Error('No request');
  return last;
};
const SILENCE_MS = 30_000;

test('a slow line has time, as long as bytes are sent', async () => {
  const requests = takeRequests();
  const { notified, abort } = send();
  await until(() => requests.length === 2);
  const patch = lastOf(requests);
  for (let sent = 1; sent <= 50; sent += 1) {
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
    expect(patch.aborted).toBe(false);
    patch.progress(sent, 100);
  }
  expect(notified.phases).toEqual([]);
  await vi.advanceTimersByTimeAsync(SILENCE_MS);
  expect(patch.aborted).toBe(true);
  await until(() => notified.phases.length > 0);
  expect(notified.phases).toEqual(['network']);
  abort.abort(new Error('paused'));
});

test('a line that was silent has more time to respond, up to the configured timeout', async () => {
  const requests = takeRequests();
  const { abort } = send();
  await until(() => requests.length === 2);
  for (const [patience, delay] of [
    [SILENCE_MS, 500],
    [2 * SILENCE_MS, 1_000],
    [limits.requestTimeout, 2_000],
    [limits.requestTimeout, 5_000],
  ] as const) {
    const patch = lastOf(requests);
    await vi.advanceTimersByTimeAsync(patience - 1);
    expect(patch.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(patch.aborted).toBe(true);
    await until(() => vi.getTimerCount() === 1);
    await vi.advanceTimersByTimeAsync(delay);
    await until(() => lastOf(requests).method === 'PATCH' && lastOf(requests) !== patch);
  }
  abort.abort(new Error('paused'));
});

test('at most four requests are sent at a time, and no other one counts as silent', async () => {
  const requests = takeRequests();
  const sends = Array.from({ length: 6 }, () => send());
  const patches = () => requests.filter(({ method }) => method === 'PATCH');
  await until(() => patches().length === 4);
  for (let sent = 1; sent <= 20; sent += 1) {
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
    for (const patch of patches()) patch.progress(sent, 100);
  }
  expect(patches()).toHaveLength(4);
  expect(sends.flatMap(({ notified }) => notified.phases)).toEqual([]);
  patches()[0]?.respond(204, { 'upload-offset': '100' });
  await until(() => patches().length === 5);
  sends[1]?.abort.abort(new Error('paused'));
  await until(() => patches().length === 6);
  for (const { sent, abort } of sends) {
    abort.abort(new Error('paused'));
    await expect(sent).rejects.toThrow('paused');
  }
});

test('a server without room is asked less and less often, until bytes arrive', async () => {
  const rejections = Array.from({ length: 7 }, (): Fate[] => [{ status: 507 }, 'good']);
  const more: Fate[] = ['good', { status: 507 }];
  const tus = createServer(['good', ...rejections.flat(), ...more]);
  const { sent, notified } = send();
  for (const [index, delay] of [500, 1_000, 2_000, 5_000, 10_000, 20_000, 20_000, 500].entries()) {
    await until(() => notified.phases.length === index + 1);
    const { length } = tus.log;
    await vi.advanceTimersByTimeAsync(delay - 1);
    expect(tus.log).toHaveLength(length);
    await vi.advanceTimersByTimeAsync(1);
    await until(() => tus.log.length > length);
  }
  await settled(sent);
  expect(new Set(notified.phases)).toEqual(new Set(['room', 'stitching', 'combining']));
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

import { describe, expect, test, vi } from 'vitest';
import { aMessage } from './testing/messages.ts';

// Calls use the `fetch` of the time when their module loads.
const server = vi.hoisted(() => {
  const state: { asked: string[]; response: unknown; init: ResponseInit } = {
    asked: [],
    response: {},
    init: {},
  };
  globalThis.fetch = async (input, init) => {
    const { pathname, search } = new URL(new Request(input, init).url);
    state.asked.push(pathname + search);
    return Response.json(state.response, state.init);
  };
  return state;
});

const { fetchLastActive, send } = await import('./calls.ts');
const { probeChannel } = await import('./probe-all.ts');

const CHANNEL = '01890000-0000-7000-8000-c00000000000';
const page = { success: true, hasMore: false, version: 7, ownReactions: {} };

// Specification, sections 7 and 9.
test('the probe requests one message, the newest, and the total count', async () => {
  const { id, createdAt } = aMessage({ seq: 7 });
  server.response = { ...page, total: 7, messages: [aMessage({ seq: 7, id, createdAt })] };
  expect(await probeChannel(CHANNEL)).toEqual({ total: 7, newest: { id, createdAt } });
  // No more than what the specification names.
  server.response = { total: 7, messages: [{ _id: id, created_at: createdAt }] };
  expect(await probeChannel(CHANNEL)).toEqual({ total: 7, newest: { id, createdAt } });
  server.response = { ...page, total: 0, messages: [] };
  expect(await probeChannel(CHANNEL)).toEqual({ total: 0, newest: null });
  expect(new Set(server.asked)).toEqual(
    new Set([`/api/message/channel/${CHANNEL}/messages?limit=1`]),
  );
});

test('the last active messages need no more of their user', async () => {
  server.response = { success: true, user: { lastActiveMessages: { channel: 'message' } } };
  expect(await fetchLastActive('user')).toEqual(new Map([['channel', 'message']]));
});

const reject = (code: string, init: ResponseInit): void => {
  server.response = { success: false, error: { code, message: code } };
  server.init = init;
};

describe('a message that is rejected', () => {
  const draft = {
    clientId: crypto.randomUUID(),
    userId: 'user',
    channelId: CHANNEL,
    text: 'Hello',
    attachments: [],
    replyTo: null,
    createdAt: '2026-11-21T10:00:00Z',
  };
  test.for(['slow_mode', 'rate_limited'])(
    'with %s waits as long as the server asks',
    async (code) => {
      reject(code, { status: 429, headers: { 'retry-after': '7' } });
      expect(await send(draft)).toEqual({ kind: 'postponed', retryAfterMs: 7_000, code });
    },
  );

  test('because of a server error or an expired session is sent again', async () => {
    for (const status of [401, 408, 500, 503]) {
      reject('internal', { status });
      expect(await send(draft)).toEqual({ kind: 'postponed', retryAfterMs: null, code: null });
    }
  });

  test('for another reason is left to the user', async () => {
    reject('muted', { status: 403 });
    expect(await send(draft)).toEqual({
      kind: 'refused',
      rejection: { code: 'muted', message: 'muted' },
    });
  });
});

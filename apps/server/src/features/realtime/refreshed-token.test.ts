import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { refresh } from '@izgodno/contract/accounts/calls';
import { closeReasons } from '@izgodno/contract/realtime/frames';
import { openPage, provideChatApp, type Page } from '#test/chat-app.ts';
import { responseOf } from '#test/session-app.ts';
import { RECHECK_MS } from './connection-checks.ts';

const chat = provideChatApp();
const STEP_MS = 10_000;

const connect = async (token: string): Promise<Page> => {
  const page = await openPage(chat.current.url);
  page.send({ type: 'hello', token });
  await page.frame('welcome');
  return page;
};

const pongs = ({ frames }: Page): number => frames.filter(({ type }) => type === 'pong').length;

/** Each page says that it is there, and hears that the server is. */
const ping = async (...pages: readonly Page[]): Promise<void> => {
  await Promise.all(
    pages.map(async (page) => {
      const before = pongs(page);
      page.send({ type: 'ping' });
      await vi.waitFor(() => expect(pongs(page)).toBeGreaterThan(before), { timeout: 30_000 });
    }),
  );
};

test('a socket that sends its refreshed token stays open; one with the old token is asked for it', async () => {
  const { session } = chat.current;
  const { accessToken, refreshToken } = await session.signUp();
  const moved = await connect(accessToken);
  const left = await connect(accessToken);
  const next = responseOf(
    refresh.response,
    await session.send(refresh, { body: { refreshToken } }),
  );
  moved.send({ type: 'token', token: next.accessToken });
  await moved.frame('renewed');

  for (let passed = 0; passed < RECHECK_MS; passed += STEP_MS) {
    if (left.socket.readyState === WebSocket.OPEN) left.send({ type: 'ping' });
    await ping(moved);
    session.time += STEP_MS;
  }
  const { code } = await left.closed();
  expect(code).toBe(closeReasons.token_expired.code);
  await ping(moved);
  expect(moved.socket.readyState).toBe(WebSocket.OPEN);
});

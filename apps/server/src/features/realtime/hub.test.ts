import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createInProcessBus } from '#platform/bus.ts';
import { systemClock } from '#platform/clock.ts';
import type { Authenticator, TokenBearer } from '#platform/http/authentication.ts';
import { createLogger } from '#platform/logger.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { Connection } from './connection.ts';
import { Hub } from './hub.ts';
import type { ChannelSource } from './realtime-context.ts';

const georgi: TokenBearer = {
  id: 'georgi',
  role: 'member',
  sessionId: 'session',
  expiresAt: Number.MAX_SAFE_INTEGER,
};

test('frames of a socket that closed while they waited leave nothing behind', async () => {
  const { promise: authenticated, resolve: authenticate } =
    Promise.withResolvers<TokenBearer | null>();
  const check = vi.fn<Authenticator['authenticate']>(() => authenticated);
  const presenceOf = vi.fn<ChannelSource['presenceOf']>(async () => []);
  const hub = new Hub({
    bus: createInProcessBus(),
    clock: systemClock,
    logger: createLogger('silent'),
    source: {
      channelsOf: async () => [],
      versionsOf: async () => new Map(),
      changesSince: async () => [],
      missedSince: async () => [],
      typist: async () => null,
      hiddenFrom: async () => new Map(),
      presenceOf,
    },
    authenticator: {
      authenticate: check,
      recall: () => null,
      endedAmong: async () => [],
    },
  });
  const webSocket = { close: () => {}, terminate: () => {} };
  const connection = new Connection(new Socket(), webSocket, systemClock.now(), () => {});
  hub.add(connection);
  for (const frame of [
    { type: 'hello', token: 'token' },
    { type: 'watch', userIds: [createUuidV7(0)] },
    { type: 'idle', idle: true },
  ])
    hub.receive(connection, Buffer.from(JSON.stringify(frame)), false);
  await vi.waitFor(() => expect(check).toHaveBeenCalledOnce());
  hub.remove(connection);
  authenticate(georgi);
  await new Promise<void>((resolve) => connection.handle(async () => resolve()));
  expect(connection.owner?.userId).toBe(georgi.id);
  expect(connection.closing).toBe(false);
  expect(presenceOf).not.toHaveBeenCalled();
  hub.close();
});

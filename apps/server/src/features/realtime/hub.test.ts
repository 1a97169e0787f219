import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CloseReason } from '@izgodno/contract/realtime/frames';
import { createInProcessBus } from '#platform/bus.ts';
import { systemClock } from '#platform/clock.ts';
import type { Authenticator, TokenBearer } from '#platform/http/authentication.ts';
import { createLogger } from '#platform/logger.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { Connection, MAX_EARLY_FRAMES, MAX_WAITING_FRAMES } from './connection.ts';
import { Hub } from './hub.ts';
import type { ChannelSource, MissedFrame } from './realtime-context.ts';
import { membershipTopic } from './topics.ts';

const georgi: TokenBearer = {
  id: 'georgi',
  role: 'member',
  sessionId: 'session',
  expiresAt: Number.MAX_SAFE_INTEGER,
};
const [first, second] = [createUuidV7(1), createUuidV7(2)];

const bus = createInProcessBus();
const check = vi.fn<Authenticator['authenticate']>(async () => georgi);
const presenceOf = vi.fn<ChannelSource['presenceOf']>(async () => []);
const missedSince = vi.fn<ChannelSource['missedSince']>(async function* () {});
const pay = vi.fn<(userId: string, cost: number) => boolean>(() => true);
const closed = vi.fn<(code: number, reason: CloseReason) => void>();

let hub: Hub;
let connection: Connection;
const write = vi.fn<Connection['write']>();

beforeEach(() => {
  vi.resetAllMocks();
  hub = new Hub({
    bus,
    clock: systemClock,
    logger: createLogger('silent'),
    source: {
      channelsOf: async () => [first, second],
      versionsOf: async () => new Map(),
      changesSince: async () => [],
      shownAmong: async () => [],
      missedSince,
      typist: async () => null,
      hiddenFrom: async () => new Map(),
      presenceOf,
    },
    authenticator: { authenticate: check, recall: () => null, endedAmong: async () => [] },
    pay,
  });
  const webSocket = { close: closed, terminate: () => {} };
  connection = new Connection(new Socket(), webSocket, systemClock.now(), () => {});
  vi.spyOn(connection, 'write').mockImplementation(write);
  hub.add(connection);
});
afterEach(() => hub.close());

const receive = (frame: object): void =>
  hub.receive(connection, Buffer.from(JSON.stringify(frame)), false);

/** Waits until all that was received has been handled. */
const settled = () =>
  new Promise<void>((resolve) => connection.handle(async () => void setImmediate(resolve)));

const greet = async (): Promise<void> => {
  receive({ type: 'hello', token: 'token' });
  await settled();
};

const watch = { type: 'watch', userIds: [createUuidV7(0)] };
const resume = {
  type: 'resume',
  channels: [first, second].map((channelId) => ({ channelId, version: 0 })),
};

const withoutAccess = (channelId: string): MissedFrame => ({
  type: 'missed',
  data: { outcome: 'gone', channelId },
});
const missed = (channelId: string): MissedFrame => ({
  type: 'missed',
  data: { outcome: 'messages', channelId, messages: [], version: 1, lastSeq: 1 },
});

const written = (): string => write.mock.calls.map(String).join('');

test('frames of a socket that closed while they waited leave nothing behind', async () => {
  const { promise: authenticated, resolve: authenticate } =
    Promise.withResolvers<TokenBearer | null>();
  check.mockReturnValueOnce(authenticated);
  for (const frame of [{ type: 'hello', token: 'token' }, watch, { type: 'idle', idle: true }])
    receive(frame);
  await expect.poll(() => check).toHaveBeenCalledOnce();
  hub.remove(connection);
  authenticate(georgi);
  await settled();
  expect(connection.owner?.userId).toBe(georgi.id);
  expect(connection.closing).toBe(false);
  expect(presenceOf).not.toHaveBeenCalled();
});

test('frames are handled one after another, and too many that wait close the socket', async () => {
  await greet();
  const { promise: read, resolve: finish } = Promise.withResolvers<[]>();
  presenceOf.mockReturnValue(read);
  for (let sent = 0; sent < MAX_WAITING_FRAMES; sent += 1) receive(watch);
  await expect.poll(() => presenceOf).toHaveBeenCalled();
  expect([presenceOf.mock.calls.length, connection.closing]).toEqual([1, false]);
  receive(watch);
  expect(closed).toHaveBeenCalledWith(expect.any(Number), 'too_many_frames');
  finish([]);
  await settled();
  expect(presenceOf).toHaveBeenCalledOnce();
});

test('only few frames wait for the check of the token', () => {
  check.mockReturnValueOnce(new Promise(() => {}));
  receive({ type: 'hello', token: 'token' });
  for (let sent = 1; sent < MAX_EARLY_FRAMES; sent += 1) receive(watch);
  expect(connection.closing).toBe(false);
  receive(watch);
  expect(closed).toHaveBeenCalledWith(expect.any(Number), 'too_many_frames');
});

test('frames that were received before the account was known are paid once it is', async () => {
  receive({ type: 'hello', token: 'token' });
  receive(resume);
  await settled();
  expect(pay.mock.calls).toEqual([
    [georgi.id, 2],
    [georgi.id, 3],
  ]);
});

test('a socket whose account cannot pay for a frame is closed, and nothing is read', async () => {
  await greet();
  missedSince.mockClear();
  pay.mockReturnValueOnce(false);
  receive(resume);
  expect(closed).toHaveBeenCalledWith(expect.any(Number), 'too_many_frames');
  await settled();
  expect(missedSince).not.toHaveBeenCalled();
});

test('what was missed is read until the socket closes', async () => {
  await greet();
  let read = 0;
  missedSince.mockImplementationOnce(async function* (seen) {
    for (const { channelId } of seen) {
      read += 1;
      hub.remove(connection);
      yield missed(channelId);
    }
  });
  write.mockClear();
  receive(resume);
  await settled();
  expect([read, written()]).toEqual([1, '']);
});

test('a member who is removed while what they missed is read gets nothing more of the channel', async () => {
  await greet();
  missedSince.mockImplementationOnce(async function* () {
    yield missed(first);
    bus.publish(membershipTopic, { userIds: [georgi.id], left: second });
    yield missed(second);
  });
  write.mockClear();
  receive(resume);
  await settled();
  expect(written()).toContain(JSON.stringify(missed(first)));
  expect(written()).toContain(JSON.stringify(withoutAccess(second)));
  expect(written()).not.toContain(JSON.stringify(missed(second)));
});

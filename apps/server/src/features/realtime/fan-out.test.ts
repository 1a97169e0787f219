import { beforeEach, expect, test, vi } from 'vitest';
import { COALESCE_MS, createSubscribers, FanOut, type Receiver } from './fan-out.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A connection that records what is written to it. */
const createReceiver = () => {
  const written: Buffer[] = [];
  const receiver: Receiver = {
    write: (bytes) => void written.push(bytes),
    cork: () => {},
    uncork: () => {},
  };
  return { receiver, written };
};

const among = (members: readonly ReturnType<typeof createReceiver>[]) => ({
  subscribers: new Set(members.map(({ receiver }) => receiver)),
  waiting: [],
});

test('a frame is encoded once: all connections get the same buffer', () => {
  const members = [createReceiver(), createReceiver(), createReceiver()];
  const frame = Buffer.from('hello');
  new FanOut().deliver(among(members), [frame]);
  for (const { written } of members) {
    expect(written).toHaveLength(1);
    expect(written[0]).toBe(frame);
  }
});

test('under load frames are joined once, and each connection gets them in one write, in order', () => {
  const members = [createReceiver(), createReceiver()] as const;
  const audience = among(members);
  const fanOut = new FanOut();
  for (const text of ['a', 'b', 'c']) fanOut.deliver(audience, [Buffer.from(text)]);
  vi.advanceTimersByTime(COALESCE_MS);
  for (const { written } of members) expect(written.map(String)).toEqual(['a', 'bc']);
  expect(members[0].written[1]).toBe(members[1].written[1]);
});

test('a frame after a pause is sent at once', () => {
  const members = [createReceiver()];
  const audience = among(members);
  const fanOut = new FanOut();
  fanOut.deliver(audience, [Buffer.from('a')]);
  vi.advanceTimersByTime(COALESCE_MS);
  fanOut.deliver(audience, [Buffer.from('b')]);
  expect(members[0]?.written.map(String)).toEqual(['a', 'b']);
});

test('an audience without connections costs nothing', () => {
  const audience = createSubscribers(new Set());
  new FanOut().deliver(audience, [Buffer.from('a')]);
  expect(audience.waiting).toEqual([]);
});

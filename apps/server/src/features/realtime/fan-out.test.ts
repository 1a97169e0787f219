import { beforeEach, expect, test, vi } from 'vitest';
import { COALESCE_MS, createAudience, createFanOut, type Receiver } from './fan-out.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A connection that keeps what is written to it. */
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

test('a frame is encoded once: everybody is written the very same bytes', () => {
  const members = [createReceiver(), createReceiver(), createReceiver()];
  const frame = Buffer.from('hello');
  createFanOut().deliver(among(members), [frame]);
  for (const { written } of members) {
    expect(written).toHaveLength(1);
    expect(written[0]).toBe(frame);
  }
});

test('under load frames are joined once, and each gets them in one write, in their order', () => {
  const members = [createReceiver(), createReceiver()] as const;
  const audience = among(members);
  const fanOut = createFanOut();
  for (const text of ['a', 'b', 'c']) fanOut.deliver(audience, [Buffer.from(text)]);
  vi.advanceTimersByTime(COALESCE_MS);
  for (const { written } of members) expect(written.map(String)).toEqual(['a', 'bc']);
  expect(members[0].written[1]).toBe(members[1].written[1]);
});

test('what comes after a pause waits for nothing', () => {
  const members = [createReceiver()];
  const audience = among(members);
  const fanOut = createFanOut();
  fanOut.deliver(audience, [Buffer.from('a')]);
  vi.advanceTimersByTime(COALESCE_MS);
  fanOut.deliver(audience, [Buffer.from('b')]);
  expect(members[0]?.written.map(String)).toEqual(['a', 'b']);
});

test('an audience without anybody costs nothing', () => {
  const audience = createAudience(new Set());
  createFanOut().deliver(audience, [Buffer.from('a')]);
  expect(audience.waiting).toEqual([]);
});

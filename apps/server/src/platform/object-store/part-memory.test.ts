import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBufferPool, createPartMemory, type PartLoan } from './part-memory.ts';

const PATIENCE = 1_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = (slots: number) => {
  const memory = createPartMemory({ pool: createBufferPool(16), slots, patience: PATIENCE });
  const lent: PartLoan[] = [];
  return {
    lent,
    ask: async (): Promise<void> => {
      void memory.lend().then((loan) => lent.push(loan));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
};

const settle = () => vi.advanceTimersByTimeAsync(0);

test('a caller without a free place waits for the next release, in order', async () => {
  const { ask, lent } = open(2);
  for (let count = 0; count < 4; count += 1) await ask();
  expect(lent).toHaveLength(2);
  const [first, second] = lent;
  second?.filled();
  second?.giveBack();
  await settle();
  expect(lent).toHaveLength(3);
  expect(lent[2]?.bytes).toBe(second?.bytes);
  first?.giveBack();
  await settle();
  expect(lent).toHaveLength(4);
});

test('a part that fills slowly makes room for one more, and its release for none', async () => {
  const { ask, lent } = open(1);
  for (let count = 0; count < 3; count += 1) await ask();
  await vi.advanceTimersByTimeAsync(PATIENCE - 1);
  expect(lent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(lent).toHaveLength(2);
  expect(lent[1]?.bytes).not.toBe(lent[0]?.bytes);
  lent[0]?.giveBack();
  await settle();
  expect(lent).toHaveLength(2);
  lent[1]?.giveBack();
  await settle();
  expect(lent).toHaveLength(3);
});

test('a full part keeps its place however slow the store is', async () => {
  const { ask, lent } = open(1);
  await ask();
  await ask();
  lent[0]?.filled();
  await vi.advanceTimersByTimeAsync(100 * PATIENCE);
  expect(lent).toHaveLength(1);
  lent[0]?.giveBack();
  await settle();
  expect(lent).toHaveLength(2);
});

test('without writers no memory is held', async () => {
  const { ask, lent } = open(2);
  await ask();
  lent[0]?.giveBack();
  await ask();
  expect(lent[1]?.bytes).not.toBe(lent[0]?.bytes);
});

test('a pool holds as many unused buffers as are taken, or its spare ones', () => {
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow');
  const pool = createBufferPool(16, 1);
  const buffers = [1, 2, 3, 4].map(() => pool.take());
  expect(new Set(buffers).size).toBe(4);
  // Three are given back while one is taken, so one of them is held; a lost one is not.
  for (const buffer of [...buffers.slice(0, 2), null]) pool.giveBack(buffer);
  expect(buffers).toContain(pool.take());
  expect(allocate).toHaveBeenCalledTimes(4);
  expect(buffers).not.toContain(pool.take());
  for (let taken = 3; taken > 0; taken -= 1) pool.giveBack(Buffer.alloc(16));
  allocate.mockClear();
  pool.take();
  expect(allocate).not.toHaveBeenCalled();
  pool.take();
  expect(allocate).toHaveBeenCalledOnce();
  allocate.mockRestore();
});

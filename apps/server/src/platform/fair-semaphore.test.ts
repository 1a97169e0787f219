import { expect, test } from 'vitest';
import { createFairSemaphore, type Priority } from './fair-semaphore.ts';

/**
 * Submits work to a semaphore of one slot that is taken, and returns the order in which it was
 * done.
 */
const orderOf = async (
  priorities: readonly (Priority & { readonly name: string })[],
): Promise<string> => {
  const semaphore = createFairSemaphore(1);
  const done: string[] = [];
  const open = Promise.withResolvers<void>();
  const holder = semaphore.run({ line: 'other', share: 'holder' }, () => open.promise);
  const passing = priorities.map((one) => semaphore.run(one, async () => void done.push(one.name)));
  open.resolve();
  await Promise.all([holder, ...passing]);
  return done.join(' ');
};

const priority = (share: string): Priority => ({ line: 'other', share });

const other = (name: string) => ({ line: 'other', share: name.slice(0, 1), name }) as const;
const known = (name: string) => ({ line: 'known', share: name.slice(0, 1), name }) as const;

test('shares alternate, however much work one of them submits', async () => {
  const order = await orderOf([...['a1', 'a2', 'a3', 'a4'].map(other), other('b1'), other('c1')]);
  expect(order).toBe('a1 b1 c1 a2 a3 a4');
});

test('each line has every second turn while both wait', async () => {
  const order = await orderOf([...['a1', 'b1', 'c1'].map(other), ...['x1', 'y1'].map(known)]);
  expect(order).toBe('x1 a1 y1 b1 c1');
});

test('the number of turns before a newcomer is known', async () => {
  const semaphore = createFairSemaphore(1);
  expect(semaphore.waitingBefore(priority('a'))).toBe(0);
  const open = Promise.withResolvers<void>();
  const passing = ['a', 'a', 'a', 'b'].map((share) =>
    semaphore.run(priority(share), () => open.promise),
  );
  expect(semaphore.waitingBefore(priority('a'))).toBe(6);
  expect(semaphore.waitingBefore(priority('b'))).toBe(4);
  expect(semaphore.waitingBefore(priority('c'))).toBe(3);
  expect(semaphore.waitingBefore({ line: 'known', share: 'a' })).toBe(1);
  open.resolve();
  await Promise.all(passing);
  expect(semaphore.waitingBefore(priority('a'))).toBe(0);
});

test('a place is free again after work that fails', async () => {
  const semaphore = createFairSemaphore(1);
  await expect(
    semaphore.run(priority('a'), () => Promise.reject(new Error('spilt'))),
  ).rejects.toThrow('spilt');
  expect(semaphore.waitingBefore(priority('a'))).toBe(0);
});

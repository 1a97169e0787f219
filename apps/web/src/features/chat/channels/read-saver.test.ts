import { expect, test } from 'vitest';
import { ReadSaver } from './read-saver.ts';

const makeWorld = () => {
  const pauses: (() => void)[] = [];
  const stored: number[] = [];
  const world = { failure: '', readSeq: 1 };
  const saver = new ReadSaver({
    positionOf: (channelId) =>
      channelId === 'left' ? null : { readSeq: world.readSeq, unreadMarks: 0 },
    store: async (_channelId, { readSeq }) => {
      if (world.failure !== '') throw new Error(world.failure);
      stored.push(readSeq);
    },
    isPassing: (error) => error instanceof Error && error.message === 'offline',
    after: (_ms, run) => {
      pauses.push(run);
      return () => void pauses.splice(pauses.indexOf(run), 1);
    },
    log: () => {},
  });
  /** Saves, and waits for the response. */
  const save = async (channelId: string): Promise<void> => {
    saver.save(channelId);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { world, saver, stored, pauses, save };
};

test('a position that could not be stored is sent again, as it is by then', async () => {
  const { world, saver, stored, pauses, save } = makeWorld();
  world.failure = 'offline';
  await save('a');
  await save('a');
  expect(pauses).toHaveLength(1);
  const [first] = pauses;
  first?.();
  await Promise.resolve();
  await Promise.resolve();
  // That failed, too.
  expect(pauses).toHaveLength(1);
  expect(pauses).not.toContain(first);
  world.failure = '';
  world.readSeq = 5;
  pauses[0]?.();
  expect(stored).toEqual([5]);
  await Promise.resolve();
  expect(pauses).toEqual([]);

  world.failure = 'offline';
  await save('a');
  world.failure = '';
  saver.tryAgain();
  expect(stored).toEqual([5, 5]);

  world.failure = 'offline';
  await save('a');
  world.failure = '';
  await save('a');
  expect(stored).toEqual([5, 5, 5]);
  // What is stored by now is not sent once more.
  expect(pauses).toEqual([]);
});

test('a rejected position is not sent again, nor one of a channel that was left', async () => {
  const { world, saver, stored, pauses, save } = makeWorld();
  world.failure = 'rejected';
  await save('a');
  expect(pauses).toEqual([]);
  world.failure = '';
  await save('left');
  expect(stored).toEqual([]);
  world.failure = 'offline';
  await save('a');
  saver.end();
  expect(pauses).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { oneAhead } from './one-ahead.ts';

/** The work of both sides on items, and a log of its order. */
const follow = () => {
  const log: string[] = [];
  /** Each item takes a turn of the event loop. */
  async function* make(items: readonly number[], failing?: number) {
    try {
      for (const item of items) {
        log.push(`make ${item}`);
        await new Promise(setImmediate);
        if (item === failing) throw new Error(`item ${item}`);
        yield item;
      }
    } finally {
      log.push('stopped');
    }
  }
  const use = async (item: number) => {
    // Longer than it takes to make an item.
    for (let tick = 0; tick < 3; tick += 1) await new Promise(setImmediate);
    log.push(`used ${item}`);
  };
  return { log, make, use };
};

describe('one item ahead', () => {
  test('the next item is made while one is used, and none after it', async () => {
    const { log, make, use } = follow();
    for await (const item of oneAhead(make([1, 2, 3]))) await use(item);
    expect(log).toEqual(['make 1', 'make 2', 'used 1', 'make 3', 'used 2', 'stopped', 'used 3']);
  });

  test('an error of the source is thrown after the items before it are used', async () => {
    const { log, make, use } = follow();
    const all = async () => {
      for await (const item of oneAhead(make([1, 2, 3], 2))) await use(item);
    };
    await expect(all()).rejects.toThrow('item 2');
    expect(log).toEqual(['make 1', 'make 2', 'stopped', 'used 1']);
  });

  test('when the use of an item fails, the source has stopped before the error is thrown', async () => {
    const { log, make } = follow();
    const all = async () => {
      for await (const _ of oneAhead(make([1, 2, 3]))) throw new Error('use');
    };
    await expect(all()).rejects.toThrow('use');
    expect(log).toEqual(['make 1', 'make 2', 'stopped']);
  });
});

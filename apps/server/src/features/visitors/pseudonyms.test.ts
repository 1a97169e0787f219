import { expect, test } from 'vitest';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { useTestDatabase } from '#test/test-database.ts';
import { createPseudonyms } from './pseudonyms.ts';

const database = useTestDatabase();
test('are the same on every node, differ tomorrow, and cannot be linked once swept', async () => {
  const state = { now: Date.UTC(2026, 10, 21) };
  const clock = { now: () => state.now };
  const node = createPseudonyms(database.current.database, clock);
  const other = createPseudonyms(database.current.database, clock);
  const [today, lasting] = [await node.ofToday('203.0.113.5'), await node.lasting('a', '::1')];
  expect(await other.ofToday('203.0.113.5')).toEqual(today);
  expect(await node.ofToday('203.0.113.6')).not.toEqual(today);
  expect(await node.lasting('b', '::1')).not.toEqual(lasting);

  state.now += DAY_MS;
  expect(await node.ofToday('203.0.113.5')).not.toEqual(today);
  expect(await other.lasting('a', '::1')).toEqual(lasting);
  await node.sweep();
  const names = await database.current.database.selectFrom('salts').select('name').execute();
  expect(names.map(({ name }) => name).sort()).toEqual(['2026-11-22', 'lasting']);
});

import { expect, test } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { demoChannels } from './demo-talk.ts';
import { loadDemoTalk } from './load-demo-talk.ts';
import { listBefore } from '#features/chat/messages/message-rows.ts';

const handle = useTestDatabase();

test('a few users talk in a few channels, with numbers in the order of time', async () => {
  const { database } = handle.current;
  const load = () =>
    loadDemoTalk({
      database,
      clock: systemClock,
      words: { index: (text) => text, query: () => null },
      hashPassword: () => Promise.resolve('none'),
    });
  // Nodes that start together load it once.
  await Promise.all([load(), load()]);
  const channels = await database.selectFrom('channels').selectAll().execute();
  expect(channels).toHaveLength(demoChannels.length);
  for (const { id, last_seq, member_count } of channels) {
    const rows = await listBefore(database, id, null, 100);
    expect(rows.map(({ seq }) => seq)).toEqual(
      Array.from({ length: last_seq }, (_, index) => last_seq - index),
    );
    const times = rows.map(({ created_at }) => created_at.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(rows.every(({ sender_name }) => sender_name !== null)).toBe(true);
    expect(member_count).toBe(8);
  }
});

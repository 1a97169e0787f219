import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { chatRates } from '@izgodno/contract/chat/limits';
import { realtimeLimits } from '@izgodno/contract/realtime/frames';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { ChatSource } from './channel-source.ts';

const chat = provideChatApp();
let maria: Chatter;
let source: ChatSource;

const database = () => chat.current.session.database.database;

beforeAll(async () => {
  maria = await chat.current.someone();
});
beforeEach(() => {
  chat.current.session.time += chatRates.message.windowMs;
  source = new ChatSource({
    database: database(),
    clock: { now: () => chat.current.session.time },
  });
});

/** A channel with so many messages. */
const fill = async (count: number): Promise<string> => {
  const { id } = await chat.current.channel(maria);
  const sent = await maria.say(id, 'първо');
  await sql`
    INSERT INTO messages (channel_id, seq, version, id, client_id, sender_id, text, created_at)
    SELECT channel_id, n, n, gen_random_uuid(), gen_random_uuid(), sender_id, text, created_at
    FROM messages, generate_series(2, ${sql.lit(count)}) AS n WHERE id = ${sent.id}`.execute(
    database(),
  );
  await sql`UPDATE channels SET last_seq = ${count}, version = ${count} WHERE id = ${id}`.execute(
    database(),
  );
  return id;
};

const sinceZero = (channelIds: readonly string[]) =>
  source.missedSince(channelIds.map((channelId) => ({ channelId, version: 0 })));

test('what was missed ends at the versions at which the reading began', async () => {
  const [first, second] = [await fill(2), await fill(2)];
  const frames = sinceZero([first, second]);
  expect((await frames.next()).value).toMatchObject({ data: { channelId: first, version: 2 } });
  await maria.say(second, 'по-късно');
  expect((await frames.next()).value).toMatchObject({
    data: { channelId: second, version: 2, lastSeq: 2, messages: [{ seq: 1 }, { seq: 2 }] },
  });
});

test('messages are read as long as there is room for them', async () => {
  const { maxMissedInAll, maxMissedMessages } = realtimeLimits;
  const full = [];
  for (let taken = 0; taken < maxMissedInAll; taken += maxMissedMessages)
    full.push(await fill(maxMissedMessages));
  const beyond = await fill(1);
  const far = await fill(maxMissedMessages + 1);
  const frames = sinceZero([far, ...full, beyond]);
  const outcomes: string[] = [];
  const statements = vi.spyOn(database(), 'selectFrom');
  for await (const { data } of frames) outcomes.push(data.outcome);
  expect(outcomes).toEqual(['refetch', ...full.map(() => 'messages'), 'refetch']);
  // The positions, whether the far one is too far, and the channels that there is room for.
  expect(statements).toHaveBeenCalledTimes(2 + full.length);
  statements.mockRestore();
});

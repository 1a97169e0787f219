import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import { chatRates } from '@izgodno/contract/chat/limits';
import { deleteMessage, forwardMessage } from '@izgodno/contract/chat/message-calls';
import { unfollowThread } from '@izgodno/contract/chat/thread-calls';
import { getUnreadReasons } from '@izgodno/contract/chat/unread-calls';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { countRowsRead } from '#test/rows-read.ts';
import { readMessageAt } from './unread-reasons.ts';

const chat = provideChatApp();
let maria: Chatter;
let georgi: Chatter;

beforeAll(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
});

// Rates are counted by the clock, which only tests advance.
beforeEach(() => {
  chat.current.session.time += chatRates.message.windowMs;
});

const reasonsOf = (who: Chatter, id: string) => who.get(getUnreadReasons, { params: { id } });

const none = { first: null, counted: 0, mentions: 0, replies: 0, threads: 0, own: 0, deleted: 0 };

test('unread messages are counted by reason, with the first one that another user wrote', async () => {
  const { id } = await chat.current.channel(maria, [georgi]);
  expect(await reasonsOf(georgi, id)).toMatchObject({ ...none, isMarked: false });
  const removed = await maria.say(id, 'изтрито');
  const own = await georgi.say(id, 'мое');
  const first = await maria.say(id, `ела, <@${georgi.id}>`);
  await maria.say(id, 'елате всички, <!channel>');
  await maria.say(id, `отговор за <@${georgi.id}>`, { replyTo: own.id });
  await maria.get(deleteMessage, { params: { id: removed.id } });
  const reasons = await reasonsOf(georgi, id);
  expect(reasons).toMatchObject({ counted: 5, own: 1, deleted: 1 });
  expect(reasons).toMatchObject({ mentions: 3, replies: 1, threads: 1, isMarked: false });
  expect(reasons.first).toMatchObject({ id: first.id, sender: { name: maria.name } });
  await georgi.get(unfollowThread, { params: { id: own.id } });
  expect(await reasonsOf(georgi, id)).toMatchObject({ replies: 1, threads: 0 });
});

test('the mentions in a forward are none, and messages marked as unread are named as such', async () => {
  const { id } = await chat.current.channel(maria, [georgi]);
  const other = await chat.current.channel(maria);
  const { id: messageId } = await maria.say(other.id, `виж, <@${georgi.id}>`);
  const clientId = crypto.randomUUID();
  const { message } = await maria.get(forwardMessage, {
    params: { id: messageId },
    body: { channelId: id, clientId },
  });
  expect(await reasonsOf(georgi, id)).toMatchObject({ counted: 1, mentions: 0, isMarked: false });
  await georgi.get(channelCalls.markRead, { params: { id }, body: { seq: message.seq } });
  expect(await reasonsOf(georgi, id)).toMatchObject(none);
  await georgi.get(channelCalls.markUnread, { params: { id }, body: { messageId: message.id } });
  expect(await reasonsOf(georgi, id)).toMatchObject({ counted: 1, isMarked: true });
});

test('the first unread message is read without the users, though many channels have its number', async () => {
  const { database, connectionString } = chat.current.session.database;
  const { id } = await chat.current.channel(maria, [georgi]);
  await sql`
    WITH channel AS (
      INSERT INTO channels (id, name, kind, created_at)
      SELECT gen_random_uuid(), 'many ' || i, 'private', now() FROM generate_series(1, 1000) AS i
      RETURNING id AS channel_id
    ), place AS (
      SELECT channel_id, 1 AS seq FROM channel
      UNION ALL SELECT ${id}::uuid, seq FROM generate_series(1, 5000) AS seq
    )
    INSERT INTO messages (channel_id, seq, version, id, client_id, sender_id, text, created_at)
    SELECT channel_id, seq, seq, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '', now()
      FROM place`.execute(database);
  await sql`
    INSERT INTO users (id, name, email, password_hash, created_at)
    SELECT gen_random_uuid(), 'Many', 'many-' || i || '@example.com', '', now()
      FROM generate_series(1, 2000) AS i`.execute(database);
  await sql`ANALYZE users, messages`.execute(database);
  const read = await countRowsRead(connectionString, 'users', (counted) =>
    readMessageAt(counted, id, 1),
  );
  expect(Math.max(...read)).toBeLessThanOrEqual(1);
});

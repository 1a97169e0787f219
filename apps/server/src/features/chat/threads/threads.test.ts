import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import { chatRates } from '@izgodno/contract/chat/limits';
import { deleteMessage } from '@izgodno/contract/chat/message-calls';
import * as calls from '@izgodno/contract/chat/thread-calls';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { createImmediateJobs } from '#test/immediate-jobs.ts';
import { eraseOldJob } from '../register-chat.ts';

const jobs = createImmediateJobs();
const chat = provideChatApp({}, () => ({ jobs }));
let maria: Chatter;
let georgi: Chatter;
let petar: Chatter;

beforeAll(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
  petar = await chat.current.someone();
});

// Rates are counted by the clock, which only tests advance.
beforeEach(() => {
  chat.current.session.time += chatRates.message.windowMs;
});

/** The threads of one channel that a user follows, with the numbers of unread replies. */
const followed = async (who: Chatter, channelId: string) =>
  (await who.get(calls.listFollowedThreads)).threads
    .filter(({ root }) => root.channelId === channelId)
    .map(({ root, lastReply, unread }) => [root.text, lastReply?.text ?? null, unread]);

test('a reply is followed by its sender, by who began the thread, and by who is mentioned', async () => {
  const { id } = await chat.current.channel(maria, [georgi, petar]);
  const bystander = await chat.current.someone();
  const root = await maria.say(id, 'въпрос');
  const page = await maria.connect();
  const mentions = `<@${petar.id}> <@${bystander.id}>`;
  const { seq } = await georgi.say(id, `отговор ${mentions}`, { replyTo: root.id });
  await page.frame('threads.changed');
  const thread = ['въпрос', `отговор ${mentions}`];
  expect(await followed(maria, id)).toEqual([[...thread, [seq]]]);
  expect(await followed(petar, id)).toEqual([[...thread, [seq]]]);
  expect(await followed(georgi, id)).toEqual([[...thread, []]]);
  expect(await followed(bystander, id)).toEqual([]);
});

test('replies are unread until they are read in the thread, on every page of the user', async () => {
  const { id } = await chat.current.channel(maria, [georgi]);
  const root = await maria.say(id, 'тема');
  const replyTo = { replyTo: root.id };
  const replies = [];
  for (const text of ['а', 'б', 'в']) replies.push(await georgi.say(id, text, replyTo));
  const [first, second, third] = replies;
  const page = await maria.connect();
  const read = (seq: number) =>
    maria.get(calls.markThreadRead, { params: { id: root.id }, body: { seq } });
  await read(first?.seq ?? 0);
  await page.frame('threads.changed');
  expect(await followed(maria, id)).toEqual([['тема', 'в', [second?.seq, third?.seq]]]);
  // An own reply leaves those of others unread, and an earlier position changes nothing.
  await maria.say(id, 'моето', replyTo);
  await read(0);
  await georgi.get(deleteMessage, { params: { id: third?.id ?? '' } });
  expect(await followed(maria, id)).toEqual([['тема', 'моето', [second?.seq]]]);
  // A position after the newest message does not cover those to come.
  await read(1_000_000);
  const { seq } = await georgi.say(id, 'г', replyTo);
  expect(await followed(maria, id)).toEqual([['тема', 'г', [seq]]]);
});

test('a thread that one unfollows stays so until one writes in it again', async () => {
  const { id } = await chat.current.channel(maria, [georgi]);
  const root = await maria.say(id, 'шумно');
  const reply = (who: Chatter, text: string) => who.say(id, text, { replyTo: root.id });
  const first = await reply(georgi, 'едно');
  await maria.get(calls.unfollowThread, { params: { id: first.id } });
  await reply(georgi, `две <@${maria.id}>`);
  expect(await followed(maria, id)).toEqual([]);
  await reply(maria, 'три');
  const { seq } = await reply(georgi, 'четири');
  expect(await followed(maria, id)).toEqual([['шумно', 'четири', [seq]]]);
});

test('following a thread again renews it, and the replies before count as read', async () => {
  const { id } = await chat.current.channel(maria, [georgi]);
  const root = await maria.say(id, 'стара');
  const follow = { params: { id: root.id } };
  await georgi.get(calls.followThread, follow);
  await georgi.get(calls.unfollowThread, follow);
  const age = calls.THREAD_FOLLOW_LIFETIME_MS + 1;
  await sql`
    UPDATE thread_follows SET followed_at = followed_at - ${age}::float8 * interval '1 ms'
     WHERE root_id = ${root.id}::uuid`.execute(chat.current.session.database.database);
  await maria.say(id, 'междувременно', { replyTo: root.id });
  await georgi.get(calls.followThread, follow);
  const { seq } = await maria.say(id, 'нова', { replyTo: root.id });
  // Who follows it already keeps what is unread.
  await georgi.get(calls.followThread, follow);
  await jobs.fire(eraseOldJob.name);
  expect(await followed(georgi, id)).toEqual([['стара', 'нова', [seq]]]);
});

test('a thread is followed by choice, by members only, and while they are in the channel', async () => {
  const { id } = await chat.current.channel(maria, [petar]);
  const root = await maria.say(id, 'интересно');
  const follow = { params: { id: root.id } };
  expect((await georgi.ask(calls.followThread, follow)).body).toMatchObject({
    error: { code: 'not_a_member' },
  });
  await petar.get(calls.followThread, follow);
  expect(await followed(petar, id)).toEqual([['интересно', null, []]]);
  const { seq } = await maria.say(id, 'още', { replyTo: root.id });
  expect(await followed(petar, id)).toEqual([['интересно', 'още', [seq]]]);
  await petar.get(channelCalls.removeMember, { params: { id, userId: petar.id } });
  expect(await followed(petar, id)).toEqual([]);
});

test('one thread is read alone, by any message of it, and only while it is followed', async () => {
  const { id } = await chat.current.channel(maria, [georgi]);
  const root = await maria.say(id, 'сама');
  const reply = await georgi.say(id, 'отговор', { replyTo: root.id });
  await georgi.say(id, 'друга', { replyTo: (await maria.say(id, 'втора')).id });
  const readBy = async (who: Chatter) =>
    (await who.get(calls.getFollowedThread, { params: { id: reply.id } })).thread;
  expect(await readBy(maria)).toMatchObject({ root: { id: root.id }, unread: [reply.seq] });
  await maria.get(calls.unfollowThread, { params: { id: root.id } });
  expect(await readBy(maria)).toBeNull();
  expect(await readBy(georgi)).toMatchObject({ lastReply: { id: reply.id }, unread: [] });
});

test('a user has a limited number of followed threads, above which the oldest end', async () => {
  const elena = await chat.current.someone();
  const { id } = await chat.current.channel(maria, [elena]);
  const root = await maria.say(id, 'нова тема');
  const { database } = chat.current.session.database;
  const fill = (count: number) =>
    sql`
      INSERT INTO thread_follows (user_id, channel_id, root_id, read_seq, followed_at)
      SELECT ${elena.id}::uuid, ${id}::uuid, gen_random_uuid(), 0,
             ${root.createdAt}::timestamptz - n * interval '1 second'
        FROM generate_series(1, ${count}::int) AS n`.execute(database);
  const count = async () => {
    const { rows } = await sql<{ follows: number }>`
      SELECT count(*)::int AS follows FROM thread_follows
       WHERE user_id = ${elena.id}::uuid`.execute(database);
    return rows[0]?.follows;
  };
  await fill(calls.MAX_THREAD_FOLLOWS);
  await elena.get(calls.followThread, { params: { id: root.id } });
  expect(await count()).toBe(calls.MAX_THREAD_FOLLOWS);
  const { thread } = await elena.get(calls.getFollowedThread, { params: { id: root.id } });
  expect(thread?.root.id).toBe(root.id);

  // Replies of others may exceed it until the job.
  await fill(3);
  await jobs.fire(eraseOldJob.name);
  expect(await count()).toBe(calls.MAX_THREAD_FOLLOWS);
});

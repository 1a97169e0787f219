import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import * as moderationCalls from '@izgodno/contract/chat/moderation-calls';
import { untilWaiting } from '#test/lock-waits.ts';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';

const chat = provideChatApp();
let maria: Chatter;
let georgi: Chatter;

beforeAll(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
});

/** Makes two calls, the second of which begins while the first waits for the rows of a channel. */
const overlap = async (channelId: string, first: () => unknown, second: () => unknown) => {
  const { database } = chat.current.session.database;
  const calls = await database.transaction().execute(async (transaction) => {
    await sql`SELECT FROM channels WHERE id = ${channelId} FOR UPDATE`.execute(transaction);
    await sql`SELECT FROM channel_members WHERE channel_id = ${channelId} FOR UPDATE`.execute(
      transaction,
    );
    const begun = first();
    await untilWaiting(database, 1);
    const meanwhile = second();
    await untilWaiting(database, 2);
    return { begun, meanwhile };
  });
  return [await calls.begun, await calls.meanwhile];
};

test('changes of a channel keep what the other one changed', async () => {
  const { id } = await chat.current.channel(maria);
  const change = (body: object) => maria.get(channelCalls.updateChannel, { params: { id }, body });
  await overlap(
    id,
    () => change({ topic: 'Палатки' }),
    () => change({ slowModeSeconds: 10 }),
  );
  const { channel } = await maria.get(channelCalls.getChannel, { params: { id } });
  expect(channel).toMatchObject({ topic: 'Палатки', slowModeSeconds: 10 });
});

test('changes of a member keep what the other one changed', async () => {
  const { id } = await chat.current.channel(maria, [georgi]);
  const params = { id, userId: georgi.id };
  const change = (body: object) => maria.get(moderationCalls.updateMember, { params, body });
  await change({ role: 'moderator' });
  const mutedUntil = new Date(chat.current.session.time + 60_000).toISOString();
  await overlap(
    id,
    () => change({ role: 'member' }),
    () => change({ mutedUntil }),
  );
  const { members } = await maria.get(channelCalls.listMembers, { params: { id } });
  expect(members.find(({ user }) => user.id === georgi.id)).toMatchObject({
    role: 'member',
    mutedUntil,
  });
});

test.each([
  ['mute', moderationCalls.updateMember, { mutedUntil: '2100-01-01T00:00:00.000Z' }],
  ['ban', moderationCalls.banMember, { reason: 'Спам', until: null }],
  ['removal', channelCalls.removeMember, undefined],
] as const)('a %s is decided by the role that another change left', async (_, call, body) => {
  const other = await chat.current.someone();
  const { id } = await chat.current.channel(maria, [georgi, other]);
  const appoint = (who: Chatter, role: string) =>
    maria.get(moderationCalls.updateMember, { params: { id, userId: who.id }, body: { role } });
  await appoint(georgi, 'moderator');
  const [, acted] = await overlap(
    id,
    () => appoint(other, 'moderator'),
    () => georgi.ask(call, { params: { id, userId: other.id }, body }),
  );
  expect(acted).toMatchObject({ status: 403 });
});

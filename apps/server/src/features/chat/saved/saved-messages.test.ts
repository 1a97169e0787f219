import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import * as calls from '@izgodno/contract/chat/saved-calls';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';

const chat = provideChatApp();
let maria: Chatter;
let georgi: Chatter;

beforeAll(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
});

const table = () => chat.current.session.database.database;

const save = (who: Chatter, id: string, done?: boolean) =>
  who.ask(calls.saveMessage, { params: { id }, body: done === undefined ? {} : { done } });

const listed = async (who: Chatter) =>
  (await who.get(calls.listSavedMessages)).saved.map(({ message, doneAt }) => [
    message.text,
    doneAt !== null,
  ]);

const rejection = (code: string) => ({ body: { success: false, error: { code } } });

test('a saved message is in the own list until it is removed, on every page of the user', async () => {
  const who = await chat.current.someone();
  const { id } = await chat.current.channel(maria, [who]);
  const [first, second] = [await maria.say(id, 'първо'), await maria.say(id, 'второ')];
  const page = await who.connect();
  await save(who, first.id);
  await page.frame('saved.changed', ({ data }) => data.messageId === first.id);
  chat.current.session.time += 1_000;
  await save(who, second.id);
  // Saved twice, it stays where it was.
  chat.current.session.time += 1_000;
  await save(who, first.id);
  expect(await listed(who)).toEqual([
    ['второ', false],
    ['първо', false],
  ]);
  await save(who, second.id, true);
  expect(await listed(who)).toEqual([
    ['второ', true],
    ['първо', false],
  ]);
  await save(who, second.id, false);
  await who.get(calls.unsaveMessage, { params: { id: first.id } });
  const changes = () => page.frames.filter(({ type }) => type === 'saved.changed').length;
  await expect.poll(changes).toBe(6);
  expect(await listed(who)).toEqual([['второ', false]]);
  expect(await listed(maria)).toEqual([]);
});

test('only what one can read is saved and listed', async () => {
  const { id } = await chat.current.channel(maria, [georgi]);
  const [stays, erased] = [await maria.say(id, 'остава'), await maria.say(id, 'изтрито')];
  const stranger = await chat.current.someone();
  expect(await save(stranger, stays.id)).toMatchObject(rejection('not_a_member'));
  expect(await save(georgi, createUuidV7(1))).toMatchObject(rejection('not_found'));
  for (const message of [stays, erased]) expect((await save(georgi, message.id)).status).toBe(200);
  await maria.get(messageCalls.deleteMessage, { params: { id: erased.id } });
  expect(await save(georgi, erased.id)).toMatchObject(rejection('message_deleted'));
  expect(await listed(georgi)).toEqual([['остава', false]]);
  const membership = { params: { id, userId: georgi.id } };
  await georgi.get(channelCalls.removeMember, membership);
  expect(await listed(georgi)).toEqual([]);
  await georgi.get(channelCalls.addMember, membership);
  expect(await listed(georgi)).toEqual([['остава', false]]);
});

/** Saves further messages of a user in the database, because the call has a limit. */
const saveMany = async (who: Chatter, channelId: string, count: number): Promise<void> => {
  const { message_id: id } = await table()
    .selectFrom('saved_messages')
    .select('message_id')
    .where('user_id', '=', who.id)
    .where('channel_id', '=', channelId)
    .executeTakeFirstOrThrow();
  await sql`
    WITH repeated AS (
      INSERT INTO messages SELECT (jsonb_populate_record(m, jsonb_build_object(
        'seq', m.seq + number * 1000, 'version', m.version + number * 1000,
        'id', gen_random_uuid(), 'client_id', gen_random_uuid()))).*
      FROM messages AS m, generate_series(1, ${count}::int) AS number WHERE m.id = ${id}
      RETURNING id)
    INSERT INTO saved_messages (user_id, channel_id, message_id, saved_at)
    SELECT ${who.id}, ${channelId}, id, now() FROM repeated`.execute(table());
};

test('the number of saved messages is limited, also for concurrent calls', async () => {
  const who = await chat.current.someone();
  const { id } = await chat.current.channel(who, [georgi]);
  await save(who, (await who.say(id, 'нула')).id);
  await saveMany(who, id, calls.MAX_SAVED_MESSAGES - 2);
  const messages = [await who.say(id, 'едно'), await who.say(id, 'две')];
  const statuses = await Promise.all(messages.map(async (one) => (await save(who, one.id)).status));
  expect(statuses).toEqual(expect.arrayContaining([200, 409]));
  const saved = messages.find((_, index) => statuses[index] === 200);
  // One that is saved already can still be marked as done.
  expect((await save(who, saved?.id ?? '', true)).status).toBe(200);
});

test.each(['deleted', 'left'] as const)(
  'messages that the list leaves out take no room: %s',
  async (how) => {
    const who = await chat.current.someone();
    const [full, other] = [
      await chat.current.channel(maria, [who]),
      await chat.current.channel(who),
    ];
    const saved = await who.say(other.id, 'остава');
    await save(who, saved.id);
    await save(who, (await maria.say(full.id, 'изчезва')).id);
    await saveMany(who, full.id, calls.MAX_SAVED_MESSAGES - 2);
    const next = await who.say(other.id, 'още');
    expect(await save(who, next.id)).toMatchObject(rejection('limit_reached'));
    if (how === 'left')
      await who.get(channelCalls.removeMember, { params: { id: full.id, userId: who.id } });
    else
      await table()
        .updateTable('messages')
        .set({ deleted_at: new Date() })
        .where('channel_id', '=', full.id)
        .execute();
    expect((await save(who, next.id)).status).toBe(200);
    expect(new Set((await listed(who)).map(([text]) => text))).toEqual(new Set(['остава', 'още']));
  },
);

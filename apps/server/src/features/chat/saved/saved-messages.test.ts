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

test('the number of saved messages is limited, also for concurrent calls', async () => {
  const { id } = await chat.current.channel(maria, [georgi]);
  const { database } = chat.current.session.database;
  const at = new Date(chat.current.session.time);
  await database
    .insertInto('saved_messages')
    .values(
      Array.from({ length: calls.MAX_SAVED_MESSAGES - 1 }, () => ({
        user_id: maria.id,
        channel_id: id,
        message_id: createUuidV7(at.getTime()),
        saved_at: at,
        done_at: at,
      })),
    )
    .execute();
  const messages = [await maria.say(id, 'едно'), await maria.say(id, 'две')];
  const statuses = await Promise.all(
    messages.map(async (one) => (await save(maria, one.id)).status),
  );
  expect(statuses).toEqual(expect.arrayContaining([200, 409]));
  const saved = messages.find((_, index) => statuses[index] === 200);
  // One that is saved already can still be marked as done.
  expect((await save(maria, saved?.id ?? '', true)).status).toBe(200);
});

import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { untilWaiting } from '#test/lock-waits.ts';

const chat = provideChatApp();
let maria: Chatter;
let georgi: Chatter;

beforeAll(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
});

const quotationsIn = async (who: Chatter, channelId: string) => {
  const { messages } = await who.get(messageCalls.listMessages, { params: { channelId } });
  return messages.toReversed().map(({ replyTo }) => replyTo && [replyTo.text, replyTo.isDeleted]);
};

test.each(['its sender', 'a moderator of the channel'])(
  'deleting a message empties the quotations of it for everybody, if %s does it',
  async (by) => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const secret = await georgi.say(id, 'паролата е „зебра“');
    const reply = await maria.say(id, 'изтрий го', { replyTo: secret.id });
    await georgi.say(id, 'защо?', { replyTo: reply.id });
    await maria.say(id, 'и ти го видя', { replyTo: secret.id });
    const away = await maria.connect();
    const [before] = (await maria.get(messageCalls.listMessages, { params: { channelId: id } }))
      .messages;
    const deletion = { params: { id: secret.id } };
    await (by === 'its sender' ? georgi : maria).get(messageCalls.deleteMessage, deletion);

    expect(await quotationsIn(maria, id)).toEqual([
      null,
      ['', true],
      ['изтрий го', undefined],
      ['', true],
    ]);
    // An open page sees each change.
    for (const { seq } of [{ seq: 1 }, { seq: 2 }, { seq: 4 }]) {
      const { data } = await away.frame(
        'message.changed',
        (frame) => frame.data.message.seq === seq,
      );
      expect(JSON.stringify(data.message)).not.toContain('зебра');
    }
    // A device that comes back replaces what it has stored.
    const version = before?.version ?? 0;
    const back = await maria.connect([{ channelId: id, version }]);
    const { data } = await back.frame('missed');
    expect(data).toMatchObject({ messages: [{ seq: 2 }, { seq: 4 }, { seq: 1 }] });
    expect(JSON.stringify(data)).not.toContain('зебра');
  },
);

test('a reply that is stored after the deletion of its quoted message is rejected', async () => {
  const { database } = chat.current.session.database;
  const { id } = await chat.current.channel(maria, [georgi]);
  const secret = await georgi.say(id, 'паролата е „зебра“');
  const body = { channelId: id, clientId: createUuidV7(1), text: 'видях', replyTo: secret.id };
  const { response } = await database.transaction().execute(async (transaction) => {
    await sql`SELECT FROM channels WHERE id = ${id}::uuid FOR UPDATE`.execute(transaction);
    const sending = maria.ask(messageCalls.sendMessage, { body });
    await untilWaiting(database, 1);
    await transaction
      .updateTable('messages')
      .set({ text: '', deleted_at: new Date() })
      .where('id', '=', secret.id)
      .execute();
    return { response: sending };
  });
  expect((await response).body).toMatchObject({ error: { code: 'message_deleted' } });
  expect(await quotationsIn(maria, id)).toEqual([null]);
});

test('quotations of messages that were deleted before are emptied by the migration', async () => {
  const { database } = chat.current.session.database;
  const { id } = await chat.current.channel(maria, [georgi]);
  const secret = await georgi.say(id, 'паролата е „зебра“');
  await maria.say(id, 'изтрий го', { replyTo: secret.id });
  const other = await maria.say(id, 'друго');
  await georgi.say(id, 'да', { replyTo: other.id });
  await georgi.say(id, 'виждам го', { replyTo: secret.id });
  await database
    .updateTable('messages')
    .set({ text: '', deleted_at: new Date() })
    .where('id', '=', secret.id)
    .execute();
  const { version } = await maria.get(messageCalls.listMessages, { params: { channelId: id } });

  const file = new URL(
    '../../../../migrations/0381_quotations_of_deleted_messages.sql',
    import.meta.url,
  );
  const [up = ''] = (await readFile(file, 'utf8')).split('-- Down Migration');
  await sql.raw(up).execute(database);
  expect(await quotationsIn(maria, id)).toEqual([
    null,
    ['', true],
    null,
    ['друго', undefined],
    ['', true],
  ]);
  const after = await maria.get(messageCalls.listMessages, { params: { channelId: id } });
  expect(after.version).toBe(version + 2);
  expect(after.messages.filter((message) => message.version > version)).toMatchObject([
    { seq: 5, version: version + 2 },
    { seq: 2, version: version + 1 },
  ]);

  // Run again, it has nothing to change.
  await sql.raw(up).execute(database);
  expect((await maria.get(messageCalls.listMessages, { params: { channelId: id } })).version).toBe(
    version + 2,
  );
});

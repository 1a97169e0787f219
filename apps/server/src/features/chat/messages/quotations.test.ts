import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { somebody } from '#test/session-app.ts';
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

test('a reply to a deleted message is stored with an empty quotation, and continues its thread', async () => {
  const { id } = await chat.current.channel(maria, [georgi]);
  const secret = await georgi.say(id, 'паролата е „зебра“');
  await maria.say(id, 'защо я пишеш тук?', { replyTo: secret.id });
  await georgi.get(messageCalls.deleteMessage, { params: { id: secret.id } });
  const reply = await maria.say(id, 'смени я', { replyTo: secret.id });
  expect(reply).toMatchObject({
    threadId: secret.id,
    replyTo: { id: secret.id, text: '', isDeleted: true },
  });
  const { replies } = await georgi.get(messageCalls.getThread, { params: { id: secret.id } });
  expect(replies.map(({ text }) => text)).toContain('смени я');
});

test('a reply that is stored after the deletion of its quoted message has an empty quotation', async () => {
  const { database } = chat.current.session.database;
  const { id } = await chat.current.channel(maria, [georgi]);
  const secret = await georgi.say(id, 'паролата е „зебра“');
  const page = await georgi.connect();
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
  const { body: sent } = await response;
  expect(sent).toMatchObject({ message: { replyTo: { text: '', isDeleted: true } } });
  expect(JSON.stringify(sent)).not.toContain('зебра');
  const { data } = await page.frame('message.created', (frame) => frame.data.message.seq === 2);
  expect(JSON.stringify(data)).not.toContain('зебра');
  expect(await quotationsIn(maria, id)).toEqual([null, ['', true]]);
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

test('a deleted reply no longer counts, for open pages and for those that come back', async () => {
  const { id } = await chat.current.channel(maria, [georgi]);
  const root = await maria.say(id, 'кой иска таблет?');
  const first = await georgi.say(id, 'аз', { replyTo: root.id });
  await maria.say(id, 'пиши ми', { replyTo: first.id });
  const open = await maria.connect();
  const [newest] = (await maria.get(messageCalls.listMessages, { params: { channelId: id } }))
    .messages;
  for (const attempt of [1, 2])
    expect(
      (await georgi.ask(messageCalls.deleteMessage, { params: { id: first.id } })).status,
      `attempt ${attempt}`,
    ).toBe(200);
  const { data } = await open.frame(
    'message.changed',
    (frame) => frame.data.message.id === root.id,
  );
  expect(data.message.replyCount).toBe(1);
  const back = await maria.connect([{ channelId: id, version: newest?.version ?? 0 }]);
  const missed = await back.frame('missed');
  expect(missed.data).toMatchObject({
    messages: expect.arrayContaining([expect.objectContaining({ id: root.id, replyCount: 1 })]),
  });
});

test('replies of a deleted account no longer count', async () => {
  const ana = await chat.current.someone();
  const { id } = await chat.current.channel(maria, [ana]);
  const root = await maria.say(id, 'кой иска лампа?');
  await ana.say(id, 'аз', { replyTo: root.id });
  await ana.say(id, 'или не', { replyTo: root.id });
  await maria.say(id, 'решавай', { replyTo: root.id });
  const open = await maria.connect();
  const body = { currentPassword: somebody().password };
  expect((await ana.ask(deleteAccount, { body })).status).toBe(200);
  const { data } = await open.frame(
    'message.changed',
    (frame) => frame.data.message.id === root.id,
  );
  expect(data.message.replyCount).toBe(1);
});

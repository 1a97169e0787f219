import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import {
  chatRates,
  MAX_DIFFERENT_REACTIONS,
  MAX_PINS,
  REACTORS_NAMED,
} from '@izgodno/contract/chat/limits';
import { searchMessages } from '@izgodno/contract/chat/find-calls';
import { basedOnOf } from '@izgodno/contract/chat/message';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';

const chat = provideChatApp();
let maria: Chatter;
let georgi: Chatter;
let stranger: Chatter;

beforeAll(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
  stranger = await chat.current.someone();
});

// Rates are counted by the clock, which only tests advance.
beforeEach(() => {
  chat.current.session.time += chatRates.message.windowMs;
});

const page = (who: Chatter, channelId: string, query: Record<string, string> = {}) =>
  who.get(messageCalls.listMessages, { params: { channelId }, query });

const texts = (messages: readonly { readonly text: string }[]) => messages.map(({ text }) => text);

const find = async (who: Chatter, q: string) =>
  texts((await who.get(searchMessages, { query: { q } })).messages);

describe('sending', () => {
  test('gives each message the next number of its channel, and the probe finds the newest', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    await maria.say(id, 'първо');
    await georgi.say(id, 'второ');
    const third = await maria.say(id, 'трето');

    expect(third).toMatchObject({ seq: 3, version: 3, sender: { id: maria.id, name: maria.name } });
    const probe = await page(georgi, id, { limit: '1' });
    expect(probe.total).toBe(3);
    expect(probe.hasMore).toBe(true);
    expect(probe.messages).toMatchObject([{ id: third.id, createdAt: third.createdAt }]);
  });

  test('stores one message however often it is sent, also concurrently and if the channel rejects it by then', async () => {
    const { id } = await chat.current.channel(maria);
    const body = { channelId: id, clientId: createUuidV7(1), text: 'само веднъж' };
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => maria.get(messageCalls.sendMessage, { body })),
    );
    await maria.get(channelCalls.updateChannel, { params: { id }, body: { archived: true } });
    responses.push(await maria.get(messageCalls.sendMessage, { body }));

    expect(new Set(responses.map(({ message }) => message.id)).size).toBe(1);
    expect((await page(maria, id)).total).toBe(1);
  });

  test('keeps the same client id of different users apart', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const body = { channelId: id, clientId: createUuidV7(2), text: 'здравей' };
    await maria.get(messageCalls.sendMessage, { body });
    await georgi.get(messageCalls.sendMessage, { body });
    expect((await page(maria, id)).total).toBe(2);
  });

  test('is rejected from strangers, in archived channels, and without any content', async () => {
    const { id } = await chat.current.channel(maria);
    const clientId = createUuidV7(3);
    const body = { channelId: id, clientId, text: 'тук ли сте?' };
    expect((await stranger.ask(messageCalls.sendMessage, { body })).body).toMatchObject({
      error: { code: 'not_a_member' },
    });
    expect(
      (await maria.ask(messageCalls.sendMessage, { body: { ...body, text: ' \n ' } })).body,
    ).toMatchObject({ error: { code: 'validation_failed', fields: { text: {} } } });
    await maria.get(channelCalls.updateChannel, { params: { id }, body: { archived: true } });
    expect((await maria.ask(messageCalls.sendMessage, { body })).body).toMatchObject({
      error: { code: 'channel_archived' },
    });
    expect((await page(maria, id)).total).toBe(0);
  });

  test('faster than a person types is rejected with the time to wait, and succeeds afterwards', async () => {
    const { id } = await chat.current.channel(maria);
    for (let sent = 0; sent < chatRates.messageInChannel.tries; sent += 1)
      await maria.say(id, `${sent}`);
    const body = { channelId: id, clientId: createUuidV7(4), text: 'още едно' };
    const rejected = await maria.ask(messageCalls.sendMessage, { body });
    expect(rejected).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });

    chat.current.session.time += Number(rejected.retryAfter) * 1_000;
    expect((await maria.ask(messageCalls.sendMessage, { body })).status).toBe(200);
  });

  test('stores texts with characters that PostgreSQL cannot store', async () => {
    const { id } = await chat.current.channel(maria);
    const { text } = await maria.say(id, 'а\u0000б\ud800в\u202e\r\nг');
    expect(text).toBe('аб\ufffdв\nг');
    expect((await page(maria, id)).messages[0]?.text).toBe(text);
  });
});

describe('paging', () => {
  test('goes back, forth and around a number without missing or repeating a message', async () => {
    const { id } = await chat.current.channel(maria);
    for (let sent = 1; sent <= 11; sent += 1) await maria.say(id, `${sent}`);

    const seqs = async (query: Record<string, string>) => {
      const { messages, hasMore } = await page(maria, id, { limit: '4', ...query });
      return [messages.map(({ seq }) => seq), hasMore];
    };
    expect(await seqs({})).toEqual([[11, 10, 9, 8], true]);
    expect(await seqs({ before: '8' })).toEqual([[7, 6, 5, 4], true]);
    expect(await seqs({ before: '4' })).toEqual([[3, 2, 1], false]);
    expect(await seqs({ after: '7' })).toEqual([[8, 9, 10, 11], false]);
    expect(await seqs({ around: '6' })).toEqual([[4, 5, 6, 7], true]);
    expect(await seqs({ around: '1' })).toEqual([[1, 2, 3, 4], true]);
    expect(await seqs({ around: '11' })).toEqual([[8, 9, 10, 11], true]);
    expect(await seqs({ limit: '50', around: '6' })).toEqual([
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      false,
    ]);
  });

  test('takes the id of a message of the channel for its number, also in a thread', async () => {
    const ana = await chat.current.someone();
    const { id } = await chat.current.channel(ana);
    const first = await ana.say(id, 'кафе?');
    const second = await ana.say(id, 'да', { replyTo: first.id });
    const third = await ana.say(id, 'идвам', { replyTo: first.id });
    const seqs = async (query: Record<string, string>) =>
      (await page(ana, id, query)).messages.map(({ seq }) => seq);
    expect(await seqs({ before: third.id })).toEqual([2, 1]);
    expect(await seqs({ after: first.id })).toEqual([2, 3]);
    expect(await seqs({ around: second.id, limit: '1' })).toEqual([2]);
    const thread = { params: { id: first.id }, query: { before: third.id } };
    expect((await ana.get(messageCalls.getThread, thread)).replies).toMatchObject([{ seq: 2 }]);

    const elsewhere = await ana.say((await chat.current.channel(ana)).id, 'другаде');
    const wrong = { params: { channelId: id }, query: { after: elsewhere.id } };
    expect((await ana.ask(messageCalls.listMessages, wrong)).status).toBe(404);
    const wrongThread = { ...thread, query: { before: elsewhere.id } };
    expect((await ana.ask(messageCalls.getThread, wrongThread)).status).toBe(404);
  });
});

describe('changing', () => {
  test('is for the sender alone, marks the message as edited, and takes the next version', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const sent = await maria.say(id, 'цената е 40');
    const change = { params: { id: sent.id }, body: { text: 'цената е 35' } };
    expect((await georgi.ask(messageCalls.updateMessage, change)).status).toBe(403);
    const { message } = await maria.get(messageCalls.updateMessage, change);
    expect(message).toMatchObject({ text: 'цената е 35', seq: 1, version: 2 });
    expect(message.editedAt).not.toBeNull();
  });

  test('of a text that was edited meanwhile is rejected if the caller says what it is based on', async () => {
    const { id } = await chat.current.channel(georgi);
    const sent = await georgi.say(id, 'цената е 40');
    const edit = (text: string, basedOn?: number) =>
      georgi.ask(messageCalls.updateMessage, { params: { id: sent.id }, body: { text, basedOn } });
    chat.current.session.time += 1;
    expect((await edit('цената е 35', 0)).status).toBe(200);
    // A reaction is no edit.
    await georgi.get(messageCalls.addReaction, { params: { id: sent.id, emoji: '👍' } });
    const { message } = await georgi.get(messageCalls.getMessage, { params: { id: sent.id } });
    // The response of the first call may have been lost.
    expect((await edit('цената е 35', 0)).status).toBe(200);
    expect((await edit('цената е 30', 0)).body).toMatchObject({
      error: { code: 'edited_meanwhile' },
    });
    expect(texts((await page(georgi, id)).messages)).toEqual(['цената е 35']);
    chat.current.session.time += 1;
    expect((await edit('цената е 30', basedOnOf(message))).status).toBe(200);
    expect((await edit('цената е 25')).status).toBe(200);
  });

  test('deleting empties the message and keeps its number', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    await maria.say(id, 'едно');
    const sent = await georgi.say(id, 'две');
    await maria.get(messageCalls.addReaction, { params: { id: sent.id, emoji: '👍' } });
    // Maria owns the channel, Georgi sent the message.
    await maria.get(messageCalls.deleteMessage, { params: { id: sent.id } });

    const { messages, total } = await page(maria, id);
    expect(total).toBe(2);
    expect(messages[0]).toMatchObject({ id: sent.id, text: '', reactions: [], seq: 2 });
    expect(messages[0]?.deletedAt).not.toBeNull();
    const edit = { params: { id: sent.id }, body: { text: 'пак' } };
    expect((await georgi.ask(messageCalls.updateMessage, edit)).body).toMatchObject({
      error: { code: 'message_deleted' },
    });
  });

  test('only its sender and moderators of the channel may delete a message', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const sent = await maria.say(id, 'мое');
    const removal = { params: { id: sent.id } };
    expect((await georgi.ask(messageCalls.deleteMessage, removal)).status).toBe(403);
    expect((await stranger.ask(messageCalls.deleteMessage, removal)).body).toMatchObject({
      error: { code: 'not_a_member' },
    });
  });

  test('reactions are counted once for each user, and can be removed', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const sent = await maria.say(id, 'става ли?');
    const params = { id: sent.id, emoji: '❤️' };
    await maria.get(messageCalls.addReaction, { params });
    chat.current.session.time += 1;
    await georgi.get(messageCalls.addReaction, { params });
    await georgi.get(messageCalls.addReaction, { params });
    const seen = await page(georgi, id);
    expect(seen.messages[0]?.reactions).toEqual([
      { emoji: '❤️', count: 2, userIds: [maria.id, georgi.id] },
    ]);
    expect(seen.ownReactions).toEqual({ [sent.id]: ['❤️'] });

    const { message } = await georgi.get(messageCalls.removeReaction, { params });
    expect(message.reactions).toEqual([{ emoji: '❤️', count: 1, userIds: [maria.id] }]);
  });

  test('a message has a limited number of different reactions, and any number of each', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const sent = await maria.say(id, 'изберете си');
    const react = (who: Chatter, index: number) =>
      who.ask(messageCalls.addReaction, {
        params: { id: sent.id, emoji: String.fromCodePoint(0x1f600 + index) },
      });
    for (let index = 0; index < MAX_DIFFERENT_REACTIONS; index += 1)
      expect((await react(maria, index)).status).toBe(200);
    expect(await react(georgi, MAX_DIFFERENT_REACTIONS)).toMatchObject({
      body: { error: { code: 'too_many_reactions' } },
    });
    await react(georgi, 0);
    const reactions = (await page(georgi, id)).messages[0]?.reactions ?? [];
    expect(reactions).toHaveLength(MAX_DIFFERENT_REACTIONS);
    expect(reactions[0]?.count).toBe(2);
  });

  test('a reaction names its first users and counts the rest', async () => {
    const { id } = await chat.current.channel(georgi);
    const sent = await georgi.say(id, 'кой идва?');
    const { time, database } = chat.current.session;
    const users = Array.from({ length: REACTORS_NAMED }, (_, index) => ({
      id: createUuidV7(time),
      reactedAt: new Date(time + index),
    }));
    await database.database
      .insertInto('users')
      .values(
        users.map((user) => ({
          id: user.id,
          name: 'Някой',
          email: `${user.id}@example.com`,
          password_hash: 'of a user who does not sign in',
          created_at: user.reactedAt,
        })),
      )
      .execute();
    await database.database
      .insertInto('message_reactions')
      .values(
        users.map((user) => ({
          channel_id: id,
          message_id: sent.id,
          user_id: user.id,
          emoji: '👍',
          created_at: user.reactedAt,
        })),
      )
      .execute();

    chat.current.session.time += REACTORS_NAMED;
    const { message } = await georgi.get(messageCalls.addReaction, {
      params: { id: sent.id, emoji: '👍' },
    });
    expect(message.reactions).toEqual([
      { emoji: '👍', count: REACTORS_NAMED + 1, userIds: users.map((user) => user.id) },
    ]);
  });

  test('replies make a thread, and its first message counts them', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const root = await maria.say(id, 'кой иска лаптоп?');
    const first = await georgi.say(id, 'аз', { replyTo: root.id });
    const second = await maria.say(id, 'пиши ми', { replyTo: first.id });

    expect(second).toMatchObject({ threadId: root.id, replyTo: { id: first.id, text: 'аз' } });
    const thread = await georgi.get(messageCalls.getThread, { params: { id: first.id } });
    expect(thread.root).toMatchObject({ id: root.id, replyCount: 2 });
    expect(texts(thread.replies)).toEqual(['аз', 'пиши ми']);
  });

  test('a thread is read from its newest replies back, page by page', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const root = await maria.say(id, 'броим до пет');
    for (let count = 1; count <= 5; count += 1)
      await (count % 2 === 0 ? maria : georgi).say(id, `${count}`, { replyTo: root.id });

    const read = (query: Record<string, string>) =>
      georgi.get(messageCalls.getThread, { params: { id: root.id }, query });
    const newest = await read({ limit: '3' });
    expect([texts(newest.replies), newest.hasMore]).toEqual([['3', '4', '5'], true]);
    const earlier = await read({ limit: '3', before: String(newest.replies[0]?.seq) });
    expect([texts(earlier.replies), earlier.hasMore]).toEqual([['1', '2'], false]);
  });

  test('only moderators of the channel pin', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const sent = await georgi.say(id, 'правила');
    const params = { id: sent.id };
    expect((await georgi.ask(messageCalls.pinMessage, { params })).status).toBe(403);
    await maria.get(messageCalls.pinMessage, { params });
    const pins = await georgi.get(channelCalls.listPins, { params: { id } });
    expect(texts(pins.messages)).toEqual(['правила']);
    await maria.get(messageCalls.unpinMessage, { params });
    expect((await georgi.get(channelCalls.listPins, { params: { id } })).messages).toEqual([]);
  });

  test('a channel has a limited number of pins, and a removed one makes room', async () => {
    const { id } = await chat.current.channel(georgi);
    const pinned = await georgi.say(id, 'едно от правилата');
    const [first, second] = [await georgi.say(id, 'важно'), await georgi.say(id, 'по-важно')].map(
      (message) => ({ params: { id: message.id } }),
    );
    await georgi.get(messageCalls.pinMessage, { params: { id: pinned.id } });
    // Copies of it up to one less than the limit, because that many calls would take seconds.
    const { time, database } = chat.current.session;
    const copies = Array.from({ length: MAX_PINS - 2 }, () => createUuidV7(time));
    await sql`
      INSERT INTO messages
      SELECT (jsonb_populate_record(pinned, jsonb_build_object(
               'id', copy.id, 'client_id', copy.id, 'seq', 100 + place, 'version', 100 + place))).*
      FROM messages AS pinned, unnest(${copies}::uuid[]) WITH ORDINALITY AS copy (id, place)
      WHERE pinned.channel_id = ${id}::uuid AND pinned.id = ${pinned.id}::uuid`.execute(
      database.database,
    );
    const countPins = async () =>
      (await georgi.get(channelCalls.listPins, { params: { id } })).messages.length;

    await georgi.get(messageCalls.pinMessage, first);
    expect(await countPins()).toBe(MAX_PINS);
    expect((await georgi.ask(messageCalls.pinMessage, second)).body).toMatchObject({
      error: { code: 'too_many_pins' },
    });
    expect(await countPins()).toBe(MAX_PINS);
    await georgi.get(messageCalls.unpinMessage, first);
    await georgi.get(messageCalls.pinMessage, second);
    expect(await countPins()).toBe(MAX_PINS);
  });
});

describe('content', () => {
  test('users are mentioned by id, and not inside code', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const sent = await maria.say(id, `<@${georgi.id}> виж \`<@${stranger.id}>\``);
    expect(sent.mentions).toEqual([{ id: georgi.id, name: georgi.name }]);
  });

  test('only moderators of a public channel mention all', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    expect((await maria.say(id, '<!channel> събрание')).mentionsAll).toBe(true);
    expect((await georgi.say(id, '<!channel> спам')).mentionsAll).toBe(false);
  });

  test('links to our own deals carry their id', async () => {
    const { id } = await chat.current.channel(maria);
    const url = 'http://localhost:5000/deals/42';
    expect((await maria.say(id, `виж ${url}.`)).links).toEqual([
      { kind: 'deal', url, dealId: '42' },
    ]);
  });

  test('placeholders of files being uploaded keep the order and shape of the specification', async () => {
    const { id } = await chat.current.channel(maria);
    const placeholder = {
      isPlaceholder: true,
      placeholderId: 'ph_1',
      fileName: 'снимка.jpg',
      fileSize: 10,
      mimeType: 'image/jpeg',
    };
    const { attachments, id: messageId } = await maria.say(id, '', {
      attachments: [{ ...placeholder, uploadStatus: 'pending', progress: 0 }],
    });
    expect(attachments).toEqual([
      {
        ...placeholder,
        id: 'ph_1',
        messageId,
        fileUrl: null,
        uploadStatus: 'pending',
        progress: 0,
        storjDetails: {
          currentChunk: 0,
          totalChunks: 0,
          uploadSpeed: 0,
          estimatedTimeRemaining: 0,
          phase: 'queued',
        },
      },
    ]);
  });

  test('is found in any script and inflection, in the caller’s channels only', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    await maria.say(id, 'Продавам велосипеди');
    const removed = await maria.say(id, 'велосипед за дете');
    await maria.get(messageCalls.deleteMessage, { params: { id: removed.id } });

    expect(await find(georgi, 'велосипед')).toEqual(['Продавам велосипеди']);
    expect(await find(georgi, 'velosiped')).toEqual(['Продавам велосипеди']);
    expect(await find(georgi, 'самолет')).toEqual([]);
    expect(await find(stranger, 'велосипед')).toEqual([]);
  });

  test('is found by the beginning of a word and by the name of a file', async () => {
    const ivan = await chat.current.someone();
    const { id } = await chat.current.channel(ivan);
    const file = {
      isPlaceholder: true,
      placeholderId: 'p',
      fileName: 'Смета_2026-protocol.pdf',
      fileSize: 3,
      mimeType: 'application/pdf',
    };
    const sent = await ivan.say(id, 'Прахосмукачка', { attachments: [file] });
    for (const query of ['прахос', 'prahos', 'смета', 'protoc', '2026'])
      expect([query, await find(ivan, query)]).toEqual([query, ['Прахосмукачка']]);
    const edit = { params: { id: sent.id }, body: { text: 'Продадена' } };
    await ivan.get(messageCalls.updateMessage, edit);
    expect(await find(ivan, 'смета')).toEqual(['Продадена']);
    expect(await find(ivan, 'прахос')).toEqual([]);
  });
});

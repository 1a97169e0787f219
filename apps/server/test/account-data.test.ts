import { beforeAll, expect, test } from 'vitest';
import { addReaction, forwardMessage, listMessages } from '@izgodno/contract/chat/message-calls';
import { storeDraft } from '@izgodno/contract/chat/draft-calls';
import { saveMessage } from '@izgodno/contract/chat/saved-calls';
import { addFavorite, likeDeal } from '@izgodno/contract/engagement/calls';
import { createDeal } from '@izgodno/contract/posts/calls';
import { setNoticePreferences } from '@izgodno/contract/notices/calls';
import { updateProfile } from '@izgodno/contract/profiles/calls';
import { saveSearch } from '@izgodno/contract/saved-searches/calls';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp, type Chatter } from './chat-app.ts';
import { aDeal, insertDeals, insertSources } from './deal-factory.ts';
import { somebody } from './session-app.ts';

const chat = provideChatApp({}, ({ database }) => ({ search: createPostgresDealSearch(database) }));
const aPost = {
  title: 'Плоча на Щурците',
  category: 'collectibles',
  price: { amount: 20_00, currency: 'EUR' },
};
let deal: string;

/** A complete file of a user, without an object in the store. */
const insertFile = async (ownerId: string): Promise<string> => {
  const now = new Date(chat.current.session.time);
  const id = createUuidV7(now.getTime());
  await chat.current.session.database.database
    .insertInto('files')
    .values({
      id,
      owner_id: ownerId,
      status: 'ready',
      method: 'generic',
      original_name: 'снимка.jpg',
      name: 'снимка.jpg',
      media_type: 'image/jpeg',
      kind: 'image',
      size: 1_000,
      object_key: id,
      created_at: now,
    })
    .execute();
  return id;
};

beforeAll(async () => {
  const { database } = chat.current.session.database;
  await insertSources(database);
  deal = String((await insertDeals(database, [aDeal({ title: 'Грамофон' })]))[0]);
});

const textsIn = async (reader: Chatter, channelId: string) =>
  (await reader.get(listMessages, { params: { channelId } })).messages
    .toReversed()
    .map(({ text, sender, replyTo, reactions }) => ({ text, sender, replyTo, reactions }));

test("the export has every feature's data, and nothing of other users", async () => {
  const [ana, ivo] = [await chat.current.someone(), await chat.current.someone()];
  const channel = await chat.current.channel(ana, [ivo]);
  for (let index = 0; index < 3; index += 1) await ana.say(channel.id, `Здравей ${index}`);
  await ana.get(addFavorite, { params: { id: deal } });
  const secret = await ivo.say(channel.id, 'Тайна');
  await ana.get(saveMessage, { params: { id: secret.id }, body: {} });
  await ana.get(likeDeal, { params: { id: deal } });
  await ana.get(saveSearch, { body: { query: 'q=грамофон', name: 'Музика' } });
  await ana.get(updateProfile, { body: { about: 'Събирам плочи.' } });
  await ana.get(setNoticePreferences, { body: { preferences: { price_drop: { mail: false } } } });
  await ana.get(createDeal, { body: aPost });
  const file = await insertFile(ana.id);

  const draft = { channelId: channel.id, text: 'Недовършено', version: 0 };
  await ana.get(storeDraft, { body: draft });
  await ivo.get(storeDraft, { body: { ...draft, text: 'Чуждо' } });

  const kept = await ana.get(exportAccount);
  expect(kept.messages.map(({ text }) => text).toSorted()).toEqual([
    'Здравей 0',
    'Здравей 1',
    'Здравей 2',
  ]);
  expect(kept.messages[0]).toMatchObject({ channelId: channel.id, channelName: channel.name });
  expect(kept.savedMessages).toMatchObject([{ messageId: secret.id, channelId: channel.id }]);
  expect(kept.messageDrafts).toMatchObject([{ text: 'Недовършено', channelId: channel.id }]);
  expect(kept.favorites).toMatchObject([{ dealId: deal, title: 'Грамофон' }]);
  expect(kept.likes).toMatchObject([{ dealId: deal, title: 'Грамофон' }]);
  expect(kept.savedSearches).toMatchObject([{ name: 'Музика' }]);
  expect(kept.profile).toMatchObject({ id: ana.id, about: 'Събирам плочи.' });
  expect(kept.settings.language).toBeNull();
  expect(kept.noticePreferences.price_drop.mail).toBe(false);
  expect(kept.posts).toMatchObject([{ title: 'Плоча на Щурците', status: 'active' }]);
  expect(kept.uploads).toMatchObject([{ id: file, name: 'снимка.jpg', size: 1_000 }]);

  const others = await ivo.get(exportAccount);
  expect(others).toMatchObject({ favorites: [], likes: [], posts: [], uploads: [] });
  expect(others.messages.map(({ text }) => text)).toEqual(['Тайна']);
});

test('deleting an account erases its messages, quotations, reactions, files and memberships', async () => {
  const { session } = chat.current;
  const [ana, ivo] = [await chat.current.someone(), await chat.current.someone()];
  const channel = await chat.current.channel(ivo, [ana]);
  const said = await ana.say(channel.id, 'Ще съжалявам за това');
  const response = await ivo.say(channel.id, 'Недей', { replyTo: said.id });
  for (const who of [ana, ivo])
    await who.get(addReaction, { params: { id: response.id, emoji: '👍' } });
  const elsewhere = await chat.current.channel(ivo);
  const forward = { channelId: elsewhere.id, clientId: createUuidV7(session.time) };
  const { message } = await ivo.get(forwardMessage, { params: { id: said.id }, body: forward });
  await ivo.get(addReaction, { params: { id: message.id, emoji: '👍' } });
  const file = await insertFile(ana.id);
  const page = await ivo.connect();

  const body = { currentPassword: somebody().password };
  expect((await ana.ask(deleteAccount, { body })).status).toBe(200);
  expect(await textsIn(ivo, channel.id)).toEqual([
    { text: '', sender: { id: ana.id, name: '' }, replyTo: null, reactions: [] },
    {
      text: 'Недей',
      sender: { id: ivo.id, name: ivo.name },
      replyTo: {
        id: said.id,
        seq: said.seq,
        sender: { id: ana.id, name: '' },
        text: '',
        isDeleted: true,
      },
      reactions: [{ emoji: '👍', count: 1, userIds: [ivo.id] }],
    },
  ]);
  expect(await textsIn(ivo, elsewhere.id)).toMatchObject([
    { text: '', sender: { id: ivo.id }, reactions: [] },
  ]);
  const { database } = session.database;
  const [counted] = await database
    .selectFrom('channels')
    .select('member_count')
    .where('id', '=', channel.id)
    .execute();
  expect(counted).toEqual({ member_count: 1 });
  const [kept] = await database
    .selectFrom('files')
    .select('owner_id')
    .where('id', '=', file)
    .execute();
  expect(kept).toEqual({ owner_id: null });
  // The open page of another member receives each change once.
  const emptied = await page.frame('message.changed', ({ data }) => data.message.id === said.id);
  expect(emptied.data.message).toMatchObject({ text: '', deletedAt: expect.any(String) });
  await page.frame('message.changed', ({ data }) => data.message.replyTo?.text === '');
  await page.frame('member.left', ({ data }) => data.userId === ana.id);
});

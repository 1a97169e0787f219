import { beforeAll, expect, test } from 'vitest';
import {
  addMember,
  createChannel,
  openDirect,
  setChannelPreferences,
} from '@izgodno/contract/chat/channel-calls';
import { createHook } from '@izgodno/contract/chat/hook-calls';
import {
  addReaction,
  deleteMessage,
  forwardMessage,
  listMessages,
} from '@izgodno/contract/chat/message-calls';
import { reportMessage } from '@izgodno/contract/chat/moderation-calls';
import { followThread } from '@izgodno/contract/chat/thread-calls';
import { setStatus } from '@izgodno/contract/chat/user-calls';
import { markExpired, reportDeal } from '@izgodno/contract/moderation/calls';
import { reportUser } from '@izgodno/contract/moderation/member-report-calls';
import { addPushSubscription } from '@izgodno/contract/notices/calls';
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
import { insertFile } from './insert-file.ts';
import { somebody } from './session-app.ts';

const chat = provideChatApp({}, ({ database }) => ({ search: createPostgresDealSearch(database) }));
const aPost = {
  title: 'Плоча на Щурците',
  category: 'collectibles',
  price: { amount: 20_00, currency: 'EUR' },
};
let deal: string;

const insertOwnFile = (ownerId: string): Promise<string> => {
  const { database, time } = chat.current.session;
  return insertFile(database.database, { ownerId, at: time });
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
  const file = await insertOwnFile(ana.id);

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
  expect(others).toMatchObject({
    favorites: [],
    likes: [],
    posts: [],
    uploads: [],
    savedMessages: [],
    savedSearches: [],
  });
  expect(others.messages.map(({ text }) => text)).toEqual(['Тайна']);
});

test('the export has what a user did to content of others', async () => {
  const { session } = chat.current;
  const [ana, ivo] = [await chat.current.someone(), await chat.current.someone()];
  const channel = await chat.current.channel(ana, [ivo]);
  const said = await ivo.say(channel.id, 'Тайна');
  const at = expect.any(String);
  const message = { messageId: said.id, channelId: channel.id, at };
  await ana.get(addReaction, { params: { id: said.id, emoji: '👍' } });
  await ana.get(followThread, { params: { id: said.id } });
  await ana.get(createHook, { params: { id: channel.id }, body: { name: 'Кофа' } });
  const preferences = { notifications: 'none', starred: true } as const;
  await ana.get(setChannelPreferences, { params: { id: channel.id }, body: preferences });
  const status = { availability: 'away', emoji: '', text: 'На море', until: null } as const;
  await ana.get(setStatus, { body: status });
  const report = { reason: 'spam', note: 'Пак той' } as const;
  await ana.get(reportMessage, { params: { id: said.id }, body: report });
  await ana.get(reportUser, { params: { userId: ivo.id }, body: report });
  await ana.get(reportDeal, { params: { id: deal }, body: report });
  await ana.get(markExpired, { params: { id: deal } });
  const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
  const endpoint = `https://fcm.googleapis.com/fcm/send/${ana.id}`;
  await ana.get(addPushSubscription, { body: { endpoint, keys } });
  const { database } = session.database;
  const decision = createUuidV7(session.time);
  await database
    .insertInto('audit_entries')
    .values({
      id: decision,
      at: new Date(session.time),
      actor_id: ivo.id,
      action: 'message.delete',
      subject_kind: 'message',
      subject_id: said.id,
      reason: 'Обида',
      details: '{}',
      owner_id: ana.id,
    })
    .execute();
  const sold = { deal_id: Number(deal), seller_id: ivo.id, buyer_id: ana.id };
  await database
    .insertInto('sales')
    .values({ ...sold, sold_at: new Date(session.time) })
    .execute();
  const invitedTo = await chat.current.channel(ivo);
  await ivo.get(addMember, { params: { id: invitedTo.id, userId: ana.id } });
  const now = new Date(session.time);
  const device = { token_hash: Buffer.alloc(32), user_id: ana.id, used_at: now };
  await database.insertInto('known_devices').values(device).execute();
  const ratingId = createUuidV7(session.time);
  await database
    .insertInto('ratings')
    .values({
      id: ratingId,
      deal_id: sold.deal_id,
      rater_id: ivo.id,
      rated_id: ana.id,
      stars: 1,
      text: 'Лошо',
      reply: 'Не е вярно',
      created_at: now,
      shown_at: now,
      removed_at: null,
    })
    .execute();

  const kept = await ana.get(exportAccount);
  expect(kept).toMatchObject({
    reactions: [{ ...message, emoji: '👍' }],
    followedThreads: [message],
    channelHooks: [{ channelId: channel.id, name: 'Кофа', at }],
    chatStatus: status,
    reports: [
      { about: 'message', id: said.id, ...report, at },
      { about: 'member', id: ivo.id, ...report, at },
      { about: 'deal', id: deal, ...report, at },
    ],
    expiredVotes: [{ dealId: deal, title: 'Грамофон', at }],
    decisions: [{ id: decision, subjectId: said.id, reason: 'Обида', at }],
    sales: [{ dealId: deal, title: 'Грамофон', role: 'buyer', userId: ivo.id, at }],
    ratingReplies: [{ ratingId, dealId: deal, text: 'Не е вярно' }],
    pushSubscriptions: [{ service: 'fcm.googleapis.com', at }],
    knownBrowsers: [{ at }],
    notices: [{ content: { kind: 'channel_invitation', channel: { id: invitedTo.id } } }],
  });
  expect(kept.channels).toContainEqual(
    expect.objectContaining({
      channelId: channel.id,
      channelName: channel.name,
      role: 'owner',
      ...preferences,
    }),
  );
  const others = await ivo.get(exportAccount);
  expect(others).toMatchObject({
    notices: [],
    reactions: [],
    reports: [],
    decisions: [],
    channelHooks: [],
    followedThreads: [],
    expiredVotes: [],
    ratingReplies: [],
    pushSubscriptions: [],
    knownBrowsers: [],
  });
  expect(others.sales).toMatchObject([{ role: 'seller', userId: ana.id }]);
});

test('the export has what was sent from an address, and the deletion ends its newsletter, once it is confirmed', async () => {
  const { session } = chat.current;
  const { database } = session.database;
  const [ana, ivo] = [await chat.current.someone(), await chat.current.someone()];
  const now = new Date(session.time);
  const at = now.toISOString();
  const users = await database
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', [ana.id, ivo.id])
    .execute();
  for (const { id, email } of users) {
    const network = Buffer.alloc(16);
    const message = { name: 'Ана', email, text: `Въпрос на ${id}`, network };
    await database
      .insertInto('contact_messages')
      .values({ id, client_id: null, ...message, created_at: now, mailed_at: null })
      .execute();
    const subscription = { email, language: 'bg', token_hash: Buffer.from(id) } as const;
    await database
      .insertInto('newsletter_subscriptions')
      .values({ ...subscription, network, asked_at: now, confirmed_at: now })
      .execute();
  }
  const stranger = await ana.get(exportAccount);
  expect(stranger).toMatchObject({ newsletter: null, contactMessages: [] });

  await database
    .updateTable('users')
    .set({ email_confirmed_at: now })
    .where('id', '=', ana.id)
    .execute();
  const kept = await ana.get(exportAccount);
  expect(kept.newsletter).toEqual({ language: 'bg', askedAt: at, confirmedAt: at });
  const email = users.find(({ id }) => id === ana.id)?.email;
  expect(kept.contactMessages).toEqual([{ name: 'Ана', email, text: `Въпрос на ${ana.id}`, at }]);

  const body = { currentPassword: somebody().password };
  for (const who of [ana, ivo]) expect((await who.ask(deleteAccount, { body })).status).toBe(200);
  const subscribed = await database
    .selectFrom('newsletter_subscriptions')
    .select('email')
    .where(
      'email',
      'in',
      users.map((user) => user.email),
    )
    .execute();
  // Anyone can register the address of another.
  expect(subscribed.map((row) => row.email)).toEqual([
    users.find(({ id }) => id === ivo.id)?.email,
  ]);
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
  const file = await insertOwnFile(ana.id);
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

test('a mention has the name of now, and none once the account is deleted', async () => {
  const [ana, ivo] = [await chat.current.someone(), await chat.current.someone()];
  const channel = await chat.current.channel(ivo, [ana]);
  const both = `<@${ivo.id}> и <@${ana.id}>`;
  await ivo.say(channel.id, both);
  await ana.get(updateProfile, { body: { name: 'Ана Колева' } });
  const query = { channelId: channel.id };
  const read = async () => {
    const { messages } = await ivo.get(listMessages, { params: query });
    return messages.map(({ text, mentions }) => ({ text, mentions }));
  };
  const own = { id: ivo.id, name: ivo.name };
  const renamed = { id: ana.id, name: 'Ана Колева' };
  const mentions = expect.arrayContaining([own, renamed]);
  expect(await read()).toEqual([{ text: both, mentions }]);
  await ana.get(deleteAccount, { body: { currentPassword: somebody().password } });
  expect(await read()).toEqual([{ text: both, mentions: [own] }]);
});

test('repeated calls do not bring back a deleted message, or the name of a deleted account', async () => {
  const { app, database } = chat.current.session;
  const [ana, ivo] = [await chat.current.someone(), await chat.current.someone()];
  const name = 'Ана Колева';
  await database.database.updateTable('users').set({ name }).where('id', '=', ana.id).execute();
  const channel = await chat.current.channel(ivo, [ana]);
  const said = await ana.say(channel.id, 'Ще съжалявам за това');
  const ask = async (key: string, url: string, payload: object) => {
    const headers = { authorization: `Bearer ${ivo.token}`, 'idempotency-key': key };
    const response = await app.inject({ method: 'POST', url, headers, payload });
    return { replayed: response.headers['idempotency-replayed'], body: response.body };
  };
  const inChannel = (channelId: string) => ({
    channelId,
    clientId: createUuidV7(chat.current.session.time),
  });
  const reply = { ...inChannel(channel.id), text: 'Недей', replyTo: said.id };
  const forward = inChannel((await chat.current.channel(ivo)).id);
  const askAll = () =>
    Promise.all([
      ask('reply', '/api/message', reply),
      ask('forward', `/api/message/${said.id}/forward`, forward),
      ask('direct', '/api/channels/direct', { userIds: [ana.id] }),
    ]);
  const first = await askAll();
  for (const { body } of first) expect(body).toContain(name);
  expect((await askAll()).map(({ replayed }) => replayed)).toEqual(['true', 'true', 'true']);

  await ana.get(deleteMessage, { params: { id: said.id } });
  for (const { body } of await askAll()) expect(body).not.toContain('съжалявам');
  await ana.get(deleteAccount, { body: { currentPassword: somebody().password } });
  for (const { body } of await askAll()) expect(body).not.toContain(name);
  const stored = await database.database
    .selectFrom('idempotency_keys')
    .select('response')
    .execute();
  expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${name}|съжалявам`, 'u'));
});

test('deleting an account erases private channels that it leaves empty, with their names', async () => {
  const { session } = chat.current;
  const [ana, ivo] = [await chat.current.someone(), await chat.current.someone()];
  const open = await chat.current.channel(ana);
  const makePrivate = async (name: string) =>
    (await ana.get(createChannel, { body: { name, kind: 'private' } })).channel;
  const alone = await makePrivate('Само аз');
  await ana.say(alone.id, 'Бележка');
  const shared = await makePrivate('Двамата');
  for (const who of [ana, ivo])
    await who.get(addMember, { params: { id: shared.id, userId: ivo.id } });
  const { channel: direct } = await ana.get(openDirect, { body: { userIds: [ivo.id] } });
  await ana.say(direct.id, 'Здравей');
  const left = async () => {
    const rows = await session.database.database
      .selectFrom('channels')
      .select('id')
      .where('id', 'in', [open.id, alone.id, shared.id, direct.id])
      .execute();
    return rows.map(({ id }) => id).toSorted();
  };
  const account = { currentPassword: somebody().password };
  await ana.get(deleteAccount, { body: account });
  expect(await left()).toEqual([open.id, shared.id, direct.id].toSorted());
  await ivo.get(deleteAccount, { body: account });
  expect(await left()).toEqual([open.id]);
});

import { beforeAll, expect, test } from 'vitest';
import { removeMember } from '@izgodno/contract/chat/channel-calls';
import * as calls from '@izgodno/contract/chat/draft-calls';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { untilWaiting } from '#test/lock-waits.ts';
import { deleteMember } from '../members/member-rows.ts';

const chat = provideChatApp();
let maria: Chatter;
let georgi: Chatter;
let channelId = '';

beforeAll(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
  channelId = (await chat.current.channel(georgi, [maria])).id;
});

const ask = (who: Chatter, text: string, version = 0, scope: { threadId?: string } = {}) =>
  who.ask(calls.storeDraft, { body: { channelId, text, version, ...scope } });

const store = async (who: Chatter, text: string, version = 0, scope: { threadId?: string } = {}) =>
  calls.storeDraft.response.parse((await ask(who, text, version, scope)).body);

const listed = async (who: Chatter) =>
  (await who.get(calls.listDrafts)).drafts.map(({ text }) => text);

test('a draft reaches the other pages of its user, and no one else', async () => {
  const [page, other] = [await maria.connect(), await georgi.connect()];
  const { draft } = await store(maria, 'Здравей');
  const threadId = createUuidV7(1);
  await store(maria, 'в нишката', 0, { threadId });
  const { data } = await page.frame(
    'draft.changed',
    ({ data: { draft: one } }) => one.text === 'Здравей',
  );
  expect(data.draft).toEqual(draft);
  expect(await listed(maria)).toEqual(['в нишката', 'Здравей']);
  await store(maria, '', draft.version);
  await page.frame('draft.changed', ({ data: { draft: one } }) => one.text === '');
  expect(await listed(maria)).toEqual(['в нишката']);
  expect(await listed(georgi)).toEqual([]);
  expect(other.frames.filter(({ type }) => type === 'draft.changed')).toEqual([]);
});

test('a text that the device has not seen is neither replaced nor erased', async () => {
  const who = await chat.current.someone();
  channelId = (await chat.current.channel(who, [maria])).id;
  const first = await store(who, 'едно');
  const second = await store(who, 'две', first.draft.version);
  for (const text of ['от друго устройство', '']) {
    expect(await store(who, text, first.draft.version)).toEqual({
      success: true,
      stored: false,
      draft: second.draft,
    });
  }
  expect(await listed(who)).toEqual(['две']);
  // Versions rise also if a draft is erased and written again.
  const erased = await store(who, '', second.draft.version);
  const again = await store(who, 'три', first.draft.version);
  expect(erased.draft.version).toBeGreaterThan(second.draft.version);
  expect(again.draft.version).toBeGreaterThan(erased.draft.version);
});

test('one of two concurrent first texts is stored', async () => {
  const who = await chat.current.someone();
  channelId = (await chat.current.channel(who)).id;
  const written = await Promise.all(['едно', 'две'].map((text) => store(who, text)));
  expect(written.filter(({ stored }) => stored)).toHaveLength(1);
  expect(written[0]?.draft).toEqual(written[1]?.draft);
});

test('only members store drafts, a limited number, and lose them with the membership', async () => {
  const [owner, who] = [await chat.current.someone(), await chat.current.someone()];
  const channel = await chat.current.channel(owner);
  channelId = channel.id;
  expect((await ask(who, 'чужд')).body).toMatchObject({ error: { code: 'not_a_member' } });
  channelId = (await chat.current.channel(owner, [who])).id;
  await store(who, 'свой');
  const { database } = chat.current.session.database;
  await database
    .insertInto('message_drafts')
    .values(
      Array.from({ length: calls.MAX_DRAFTS - 1 }, (_, index) => ({
        user_id: who.id,
        channel_id: channelId,
        thread_id: createUuidV7(index),
        text: 'друга',
        people: '[]',
      })),
    )
    .execute();
  const scope = { threadId: createUuidV7(1_000_000) };
  expect((await ask(who, 'още', 0, scope)).body).toMatchObject({
    error: { code: 'limit_reached' },
  });
  await who.get(removeMember, { params: { id: channelId, userId: who.id } });
  expect(await listed(who)).toEqual([]);
});

test('a draft is rejected without an end of the session if its user is leaving the channel', async () => {
  const [owner, who] = [await chat.current.someone(), await chat.current.someone()];
  channelId = (await chat.current.channel(owner, [who])).id;
  const { database } = chat.current.session.database;
  const { asked } = await database.transaction().execute(async (transaction) => {
    await deleteMember(transaction, channelId, who.id);
    const asked = ask(who, 'недовършено');
    await untilWaiting(database, 1);
    return { asked };
  });
  expect((await asked).body).toMatchObject({ error: { code: 'not_a_member' } });
});

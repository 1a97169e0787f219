import { beforeAll, expect, test } from 'vitest';
import { findEverywhere } from '@izgodno/contract/chat/find-calls';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';

const chat = provideChatApp({}, ({ database }) => ({ search: createPostgresDealSearch(database) }));
let maria: Chatter;
let georgi: Chatter;

beforeAll(async () => {
  const { database } = chat.current.session.database;
  await insertSources(database);
  await insertDeals(database, [aDeal({ title: 'Палатка за двама' }), aDeal({ title: 'Лампа' })]);
  [maria, georgi] = [await chat.current.someone(), await chat.current.someone()];
  const { id } = await chat.current.channel(maria, [georgi]);
  await maria.say(id, 'Палатка, чадър, маса и столове за почивката на всички');
  await georgi.say(id, 'Палатка');
  await maria.say(id, 'Още една палатка към другите неща за морето');
  const { id: messageId } = await maria.say(id, 'Ето я палатката');
  const file = {
    id: createUuidV7(1),
    fileName: 'упътване.pdf',
    fileSize: 10,
    mimeType: 'application/pdf',
    fileUrl: '/files/guide',
    isPlaceholder: false,
    placeholderId: null,
    uploadStatus: 'completed',
    progress: 100,
    storjDetails: null,
  };
  await database
    .updateTable('messages')
    .set({ attachments: JSON.stringify([file]) })
    .where('id', '=', messageId)
    .execute();
});

const find = async (who: Chatter, query: Record<string, string>) => {
  const { messages, files, deals } = await who.get(findEverywhere, { query });
  return {
    messages: messages.map(({ text }) => text),
    files: files.map(({ file }) => file.fileName),
    deals: deals.map(({ title }) => title),
  };
};

test('one text finds messages, their files and deals, the newest first', async () => {
  expect(await find(georgi, { q: 'палат' })).toEqual({
    messages: [
      'Ето я палатката',
      'Още една палатка към другите неща за морето',
      'Палатка',
      'Палатка, чадър, маса и столове за почивката на всички',
    ],
    files: ['упътване.pdf'],
    deals: ['Палатка за двама'],
  });
});

test('by relevance, a short message about the words comes before a long one that mentions them', async () => {
  const { messages } = await find(georgi, { q: 'палатка', order: 'relevance' });
  expect(messages[0]).toBe('Палатка');
  expect(messages.at(-1)).toBe('Палатка, чадър, маса и столове за почивката на всички');
});

test('parameters narrow like the operators, which are not about deals', async () => {
  const own = { messages: ['Палатка'], files: [], deals: [] };
  expect(await find(georgi, { q: 'палатка', from: 'me' })).toEqual(own);
  expect(await find(georgi, { q: 'палатка from:me' })).toEqual(own);
  expect(await find(georgi, { has: 'file' })).toMatchObject({ messages: ['Ето я палатката'] });
  expect(await find(georgi, { q: 'палатка', before: '2020-01-01' })).toMatchObject({
    messages: [],
  });
  expect((await georgi.ask(findEverywhere, { query: { from: 'a" in:"b' } })).status).toBe(400);
});

test('no text finds the newest files, and a text without words neither files nor messages', async () => {
  expect(await find(georgi, {})).toEqual({ messages: [], files: ['упътване.pdf'], deals: [] });
  expect(await find(georgi, { q: '!?' })).toMatchObject({ messages: [], files: [] });
});

test('messages and files of channels that one is not in are not found', async () => {
  const stranger = await chat.current.someone();
  for (const order of ['time', 'relevance'] as const) {
    expect(await find(stranger, { q: 'палатка', order })).toEqual({
      messages: [],
      files: [],
      deals: ['Палатка за двама'],
    });
  }
});

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { findEverywhere, searchMessages } from '@izgodno/contract/chat/find-calls';
import { textWords } from '#features/search/engine/analysis/text-words.ts';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { matchedWords } from './matched-words.ts';

const chat = provideChatApp({}, ({ database }) => ({ search: createPostgresDealSearch(database) }));
let maria: Chatter;
let georgi: Chatter;

const aFile = (fileName: string, mimeType: string) => ({
  id: createUuidV7(1),
  fileName,
  fileSize: 10,
  mimeType,
  fileUrl: '/files/guide',
  isPlaceholder: false,
  placeholderId: null,
  uploadStatus: 'completed',
  progress: 100,
  storjDetails: null,
});

const attach = async (
  messageId: string,
  files: readonly ReturnType<typeof aFile>[],
): Promise<void> => {
  const names = textWords.index(files.map(({ fileName }) => fileName).join(' '));
  await chat.current.session.database.database
    .updateTable('messages')
    .set({
      attachments: JSON.stringify(files),
      search_words: sql`search_words || ' ' || ${names}::text`,
    })
    .where('id', '=', messageId)
    .execute();
};

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
  await attach(messageId, [aFile('упътване.pdf', 'application/pdf')]);
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
    // The name of the file in a found message has no word of the search.
    files: [],
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

test('a search for images finds the images of a message, not its other files', async () => {
  const ivan = await chat.current.someone();
  const { id } = await chat.current.channel(ivan, []);
  const { id: messageId } = await ivan.say(id, 'Договор и снимки');
  const files = [aFile('договор.pdf', 'application/pdf'), aFile('снимка.png', 'image/png')];
  await attach(messageId, files);
  expect((await find(ivan, { has: 'image' })).files).toEqual(['снимка.png']);
  expect((await find(ivan, { has: 'file' })).files).toEqual(['договор.pdf', 'снимка.png']);
});

test('files are found by their own names, in both scripts, behind many other messages', async () => {
  const ivan = await chat.current.someone();
  const { id } = await chat.current.channel(ivan, []);
  const { id: named } = await ivan.say(id, 'Ето');
  await attach(named, [
    aFile('Договор.pdf', 'application/pdf'),
    aFile('едно.png', 'image/png'),
    aFile('наем.pdf', 'application/pdf'),
  ]);
  for (let index = 0; index < 9; index += 1) {
    chat.current.session.time += 1;
    const { id: other } = await ivan.say(id, `Договор ${index} за наем`);
    await attach(other, [aFile('scan.pdf', 'application/pdf')]);
  }
  expect((await find(ivan, { q: 'договор' })).files).toEqual(['Договор.pdf']);
  expect((await find(ivan, { q: 'dogovor has:file' })).files).toEqual(['Договор.pdf']);
  expect((await find(ivan, { q: 'договор наем' })).files).toEqual([]);
  expect((await find(ivan, { q: 'договор has:file' })).messages).toHaveLength(8);
});

test('a search names a number of words, because a browser looks for each in each text', () => {
  const words = Array.from({ length: 300 }, (_, index) => `дума${index}`);
  expect(matchedWords(textWords.query('дума'), [words.join(' ')])).toEqual(words.slice(0, 200));
});

test('a search names the words that it found, of the other script too', async () => {
  const ivan = await chat.current.someone();
  const { id } = await chat.current.channel(ivan, []);
  await ivan.say(id, 'Палатки и една ПАЛАТКА');
  const { matched } = await ivan.get(findEverywhere, { query: { q: 'palatk' } });
  expect(new Set(matched)).toEqual(new Set(['Палатки', 'ПАЛАТКА', 'Палатка']));
  expect((await ivan.get(searchMessages, { query: { q: 'palatk' } })).matched).toEqual([
    'Палатки',
    'ПАЛАТКА',
  ]);
});

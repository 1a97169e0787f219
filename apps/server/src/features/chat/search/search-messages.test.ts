import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import { searchMessages } from '@izgodno/contract/chat/find-calls';
import { parseSearchText } from '@izgodno/contract/chat/search-text';
import { textWords } from '#features/search/engine/analysis/text-words.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { findMessages } from './search-messages.ts';

const chat = provideChatApp();
let maria: Chatter;
let georgi: Chatter;
let stranger: Chatter;

beforeAll(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
  stranger = await chat.current.someone();
});

const find = async (who: Chatter, q: string) =>
  (await who.get(searchMessages, { query: { q } })).messages.map(({ text }) => text);

describe('operators of the message search', () => {
  test('narrow by sender, place, content and day, also without words', async () => {
    const channel = await chat.current.channel(maria, [georgi]);
    const { channel: direct } = await maria.get(channelCalls.openDirect, {
      body: { userIds: [georgi.id] },
    });
    await maria.say(channel.id, 'палатка под наем');
    await georgi.say(channel.id, 'палатка с https://example.com/наем');
    await maria.say(direct.id, 'палатка само за теб', {
      attachments: [
        {
          isPlaceholder: true,
          placeholderId: 'ph tent',
          fileName: 'tent.jpg',
          fileSize: 10,
          mimeType: 'image/jpeg',
        },
      ],
    });

    const all = await find(georgi, 'палатка');
    expect(all).toHaveLength(3);
    expect(await find(georgi, `палатка from:"${maria.name}" from:me`)).toHaveLength(3);
    expect(await find(georgi, 'палатка от:мен')).toEqual(['палатка с https://example.com/наем']);
    expect(await find(georgi, `in:"${channel.name}"`)).toHaveLength(2);
    expect(await find(georgi, `палатка in:"${maria.name}"`)).toEqual(['палатка само за теб']);
    expect(await find(georgi, 'has:file')).toEqual(['палатка само за теб']);
    expect(await find(georgi, 'има:снимка палатка')).toEqual(['палатка само за теб']);
    expect(await find(georgi, 'палатка has:link')).toEqual(['палатка с https://example.com/наем']);
    expect(await find(georgi, 'палатка before:2020')).toEqual([]);
    expect(await find(georgi, 'палатка before:2099-01')).toHaveLength(3);
    expect(await find(georgi, 'from:%')).toEqual([]);
  });

  test('show only messages of channels that one is in', async () => {
    const { id, name } = await chat.current.channel(maria, [georgi]);
    await maria.say(id, 'само за членове');
    expect(await find(georgi, `in:"${name}"`)).toEqual(['само за членове']);
    expect(await find(stranger, `in:"${name}"`)).toEqual([]);
    expect(await find(stranger, `from:"${maria.name}"`)).toEqual([]);
  });
});

const someWord = fc.oneof(
  fc.constantFrom('лампата', 'лампи', 'Lampa', 'usb-c', 'да', 'кафе-машина', '1.5', '15 кг', 'ß'),
  fc.string({
    unit: fc.constantFrom('а', 'б', 'ш', 'ъ', 'a', 'b', 'x', '1', '0'),
    maxLength: 5,
  }),
);
const someText = fc.array(someWord, { maxLength: 9 }).map((words) => words.join(' '));
/** As long as the longest messages, but of few terms. */
const LONG = Array.from('qwertyuiop', (first) =>
  Array.from('asdfghjklzcvnm', (second) => `${first}${second}`.repeat(20)).join(' '),
).join(' ');

test('of texts of any length a search finds the newest that have all of its words', async () => {
  const ivan = await chat.current.someone();
  const { id } = await chat.current.channel(ivan, []);
  const { database } = chat.current.session.database;
  const texts = fc
    .sample(someText, 300)
    .map((text, index) => (index % 10 > 0 ? text : `${text} ${LONG}`));
  await sql`
    INSERT INTO messages (channel_id, seq, version, id, client_id, sender_id, text, search_words, created_at)
    SELECT ${id}::uuid, n, n, id, gen_random_uuid(), ${ivan.id}::uuid, '', terms, now()
      FROM unnest(${texts.map((text) => textWords.index(text))}::text[],
                  ${texts.map((_, index) => createUuidV7(index))}::uuid[])
           WITH ORDINALITY AS m (terms, id, n)`.execute(database);
  const queries = fc
    .sample(fc.array(someWord, { maxLength: 2 }), 40)
    .map((words) => words.join(' '))
    .filter((text) => textWords.query(text) !== null);
  const { rows } = await sql<{ seqs: readonly string[] }>`
    WITH split AS MATERIALIZED (
      SELECT seq, to_tsvector('simple', search_words) AS terms FROM messages WHERE channel_id = ${id}::uuid
    )
    SELECT ARRAY(SELECT seq FROM split WHERE terms @@ to_tsquery('simple', query) ORDER BY seq DESC LIMIT 3) AS seqs
      FROM unnest(${queries.map((text) => textWords.query(text)?.terms)}::text[]) AS query`.execute(
    database,
  );
  for (const [index, text] of queries.entries()) {
    const page = { wanted: parseSearchText(text) };
    const messages = await findMessages({ database, words: textWords }, ivan.id, page, {
      limit: 3,
    });
    expect({ text, seqs: messages.map(({ seq }) => String(seq)) }).toEqual({
      text,
      seqs: rows[index]?.seqs.map(String),
    });
  }
  expect(rows.flatMap(({ seqs }) => seqs).length).toBeGreaterThan(0);
});

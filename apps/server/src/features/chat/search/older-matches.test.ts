import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { parseSearchText } from '@izgodno/contract/chat/search-text';
import { textWords } from '#features/search/engine/analysis/text-words.ts';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { findMessages } from './search-messages.ts';

const MESSAGES = 40_000;
const LIMIT = 8;

/** The words of a message, by its place. */
const wordsAt = (index: number): readonly string[] => [
  ...(index % 3 === 0 ? ['frequent'] : []),
  // Four of the newest 2,000 have it.
  ...(index % 500 === 0 || index < 5_000 ? ['waning'] : []),
  // Too few of the newest 32,000.
  ...(index === MESSAGES || index < 5_000 ? ['early'] : []),
];

const chat = provideChatApp();
let maria: Chatter;

beforeAll(async () => {
  maria = await chat.current.someone();
  const { id } = await chat.current.channel(maria, []);
  const { database } = chat.current.session.database;
  const words = Array.from({ length: MESSAGES }, (_, index) => wordsAt(index + 1).join(' '));
  // One a second, with the ids of their times; the channel counts more messages, so that it has many.
  await sql`
    INSERT INTO messages (channel_id, seq, version, id, client_id, sender_id, text, search_words, created_at)
    SELECT ${id}::uuid, n, n,
           overlay(rpad(lpad(to_hex(n * 1000), 12, '0'), 32, '0') placing '7' from 13 for 1)::uuid,
           gen_random_uuid(), ${maria.id}::uuid, '', words, to_timestamp(n)
      FROM unnest(${words}::text[]) WITH ORDINALITY AS m (words, n)`.execute(database);
  await database.updateTable('channels').set({ last_seq: 100_000 }).where('id', '=', id).execute();
  await sql`ANALYZE messages`.execute(database);
});

const find = async (text: string, byRelevance = false): Promise<readonly number[]> =>
  (
    await findMessages(
      { database: chat.current.session.database.database, words: textWords },
      maria.id,
      { wanted: parseSearchText(text) },
      { byRelevance, limit: LIMIT },
    )
  ).map(({ seq }) => seq);

const newestWith = (...words: readonly string[]): readonly number[] =>
  Array.from({ length: MESSAGES }, (_, index) => MESSAGES - index)
    .filter((index) => words.every((word) => wordsAt(index).includes(word)))
    .slice(0, LIMIT);

test.for(['frequent', 'waning', 'early', 'frequent waning', 'frequent early', 'waning early'])(
  'the newest messages with %s are found however old they are',
  async (text) => {
    const words = text.split(' ');
    const newest = newestWith(...words);
    expect(newest).toHaveLength(LIMIT);
    expect(await find(text)).toEqual(newest);
    expect(await find(`${text} before:1971`)).toEqual(newest);
    const best = await find(text, true);
    expect(best).toHaveLength(LIMIT);
    for (const index of best) expect(wordsAt(index)).toEqual(expect.arrayContaining(words));
  },
);

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { parseSearchText } from '@izgodno/contract/chat/search-text';
import { textWords } from '#features/search/engine/analysis/text-words.ts';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { countRowsRead } from '#test/rows-read.ts';
import { findMessages } from './search-messages.ts';

const MESSAGES = 20_000;
const LIMIT = 10;
/** Rows that a search may read: the newest, or those that have the rare word. */
const BOUND = 4_500;

const chat = provideChatApp();
let maria: Chatter;

// Every second message has the frequent word, one of 200 the rare one; one of 40 has a file.
beforeAll(async () => {
  maria = await chat.current.someone();
  const { id } = await chat.current.channel(maria, []);
  const { database } = chat.current.session.database;
  await sql`
    INSERT INTO messages (channel_id, seq, version, id, client_id, sender_id, text, search_words,
                          attachments, created_at)
    SELECT ${id}::uuid, i, i,
           overlay(lpad(to_hex(i), 32, '0') placing '7' from 13 for 1)::uuid, gen_random_uuid(),
           ${maria.id}::uuid, '',
           concat_ws(' ', 'other', CASE i % 2 WHEN 0 THEN 'frequent' END, CASE i % 200 WHEN 0 THEN 'rare' END),
           CASE i % 40 WHEN 0 THEN '[{"mimeType": "image/png"}]' ELSE '[]' END::jsonb, now()
      FROM generate_series(1, ${MESSAGES}::int) AS i`.execute(database);
  await sql`ANALYZE messages`.execute(database);
});

test.for([
  'frequent',
  'rare',
  'frequent rare',
  'freq',
  'has:file',
  'has:image frequent',
  'has:image rare',
  'from:me',
  'from:me frequent',
  'before:2099',
  'before:2099 frequent',
])('%s reads few of the messages', async (text) => {
  for (const byRelevance of [false, true]) {
    const read = await countRowsRead(
      chat.current.session.database.connectionString,
      'messages',
      (database) =>
        findMessages(
          { database, words: textWords },
          maria.id,
          { wanted: parseSearchText(text) },
          { byRelevance, limit: LIMIT },
        ),
    );
    expect(Math.max(...read)).toBeGreaterThan(0);
    expect(Math.max(...read)).toBeLessThanOrEqual(BOUND);
  }
});

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { parseSearchText } from '@izgodno/contract/chat/search-text';
import { findUsers } from '@izgodno/contract/chat/user-calls';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { textWords } from '#features/search/engine/analysis/text-words.ts';
import { countPagesRead, countRowsRead, vacuum } from '#test/rows-read.ts';
import { findMessages } from '../search/search-messages.ts';
import { listMemberRows } from './member-rows.ts';
import { findUsersByName } from './users.ts';

const USERS = 10_000;
const PAGE = 50;

const chat = provideChatApp();
const crowd = randomUUID();
let maria: Chatter;

// Every user is in one channel, and one of a hundred in another; one of a thousand is a Zora.
beforeAll(async () => {
  maria = await chat.current.someone();
  const { database } = chat.current.session.database;
  await sql`
    INSERT INTO users (id, name, email, password_hash, created_at)
    SELECT gen_random_uuid(), CASE i % 1000 WHEN 7 THEN 'Zora' ELSE 'Mira' END || ' Ivanova-' || i,
           'many-' || i || '@example.com', '', now()
      FROM generate_series(1, ${USERS}::int) AS i`.execute(database);
  await sql`INSERT INTO channels (id, name, kind, created_at) VALUES (${crowd}, 'Crowd', 'private', now())`.execute(
    database,
  );
  await sql`
    INSERT INTO channel_members (channel_id, user_id, joined_at) SELECT ${crowd}::uuid, id, now() FROM users`.execute(
    database,
  );
  await vacuum(database, ['users', 'channel_members']);
});

/** The largest number of rows that one scan of users or members reads. */
const mostRead = async (work: Parameters<typeof countRowsRead>[2]): Promise<number> => {
  const { connectionString } = chat.current.session.database;
  return Math.max(...(await countRowsRead(connectionString, ['users', 'channel_members'], work)));
};

const page = { text: '', after: null, limit: PAGE };

test.each([
  ['the first page', page],
  ['a later page', { ...page, after: { name: 'Mira Ivanova-5', id: randomUUID() } }],
  ['names that many have', { ...page, text: 'ivan' }],
])('%s of a large channel reads few of its members', async (_, asked) => {
  const read = await mostRead((counted) => listMemberRows(counted, crowd, asked));
  expect(read).toBeLessThanOrEqual(4 * PAGE);
});

test('a name that no member of a large channel has is sought by the parts of names', async () => {
  const { connectionString } = chat.current.session.database;
  const pages = await countPagesRead(connectionString, (counted) =>
    listMemberRows(counted, crowd, { ...page, text: 'nothing' }),
  );
  expect(pages).toBeLessThan(50);
});

test.each(['M', 'mira', 'Zora', 'iv', 'Zora Iv', 'nothing'])(
  'users found by "%s" are few of all',
  async (text) => {
    const read = await mostRead((counted) => findUsersByName(counted, text));
    expect(read).toBeLessThanOrEqual(4 * PAGE);
  },
);

test.each(['from:nothing', 'from:a-9999', 'from:nothing from:a-9999'])(
  'the senders of "%s" are few of all',
  async (text) => {
    const read = await mostRead((database) =>
      findMessages(
        { database, words: textWords },
        maria.id,
        { wanted: parseSearchText(text) },
        { byRelevance: false, limit: PAGE },
      ),
    );
    expect(read).toBeLessThanOrEqual(4 * PAGE);
  },
);

const find = async (q: string) =>
  (await maria.get(findUsers, { query: { q } })).people.map(({ name }) => name);

test('users are found by what a word of their name begins with, whatever its signs', async () => {
  const { database } = chat.current.session.database;
  const rename = (name: string) =>
    database.updateTable('users').set({ name }).where('id', '=', maria.id).execute();
  await rename(`Жива О'Нийл-Петрова 100% \\ (:*) & "x"`);
  for (const q of [
    'жив',
    'ЖИВА о',
    "о'ний",
    '100%',
    '\\',
    '(:',
    '& "',
    'жива о\'нийл-петрова 100% \\ (:*) & "x"',
  ])
    expect([q, await find(q)]).toEqual([q, [expect.stringContaining('Жива')]]);
  for (const q of ['ийл', 'петрова', 'жива 100%', "'", ':*', '%', 'жив_'])
    expect([q, await find(q)]).toEqual([q, []]);
});

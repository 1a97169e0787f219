import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { getUser, suspendUser } from '@izgodno/contract/accounts/administration-calls';
import { openDirect } from '@izgodno/contract/chat/channel-calls';
import { addComment } from '@izgodno/contract/chat/comment-calls';
import { sendMessage } from '@izgodno/contract/chat/message-calls';
import { reportMessage } from '@izgodno/contract/chat/moderation-calls';
import { reportDeal } from '@izgodno/contract/moderation/calls';
import { createDeal } from '@izgodno/contract/posts/calls';
import { escapeLike } from '#platform/database/escape-like.ts';
import { insertSources } from '#test/deal-factory.ts';
import { countPagesRead, countRowsRead, vacuum } from '#test/rows-read.ts';
import { provideUsersApp } from '#test/users-app.ts';
import { awaitsAdministrator } from '../first-administrator.ts';
import { admitAct } from './administer-users.ts';
import { findUsers } from './read-users.ts';

const USERS = 20_000;

const users = provideUsersApp();

beforeAll(async () => {
  const { database } = users.current.database;
  await sql`
    INSERT INTO users (id, name, email, password_hash, created_at)
    SELECT gen_random_uuid(), 'Мира Иванова ' || i, 'many-' || i || '@example.com', '', now()
      FROM generate_series(1, ${USERS}::int) AS i`.execute(database);
  await insertSources(database);
  await vacuum(database, ['users', 'sessions', 'suspensions']);
});

const find = (q: string) =>
  findUsers(users.current.database.database, new Date(users.current.time), q, 50);

test.each([
  ['a part of a name that one has', 'ванова 19999', 1],
  ['a part of an address in any case', 'NY-777@', 1],
  ['a text that none has', 'никой такъв', 0],
  ['the sign of a pattern', '100%', 0],
])('a search by %s reads few pages', async (_, q, found) => {
  expect(await find(q)).toHaveLength(found);
  const { connectionString } = users.current.database;
  const pages = await countPagesRead(connectionString, (counted) =>
    findUsers(counted, new Date(users.current.time), q, 50),
  );
  expect(pages).toBeLessThan(100);
});

test('that there is no administrator is known without the other users', async () => {
  const { connectionString } = users.current.database;
  const read = await countRowsRead(connectionString, 'users', awaitsAdministrator);
  expect(Math.max(...read)).toBeLessThan(10);
});

test('an act on a user reads no other users than the administrators', async () => {
  const { connectionString } = users.current.database;
  const [{ id: actorId }, { id: userId }] = [
    await users.current.member('admin'),
    await users.current.member(),
  ];
  const clock = { now: () => users.current.time };
  const read = await countRowsRead(connectionString, 'users', (counted) =>
    counted
      .transaction()
      .execute((transaction) => admitAct({ clock }, transaction, 'suspend', { actorId, userId })),
  );
  expect(Math.max(...read)).toBeLessThan(10);
});

test('a search by one or two characters, or by the id, finds too', async () => {
  expect(await find('Ми')).toHaveLength(50);
  const member = await users.current.member();
  expect(await find(member.id.toUpperCase())).toMatchObject([{ id: member.id }]);
});

/** Each four letters that follow each other. */
const partsOf = (name: string): readonly string[] => {
  const letters = Array.from(name);
  return letters.slice(2).map((_, at) => letters.slice(at, at + 4).join(''));
};

test('a search finds each part of a name in any case, as the database compares them', async () => {
  const { database } = users.current.database;
  const names = [
    'İSTANBUL ılık',
    'Straße GROẞE',
    'ΟΔΟΣ Σας',
    '😀𝒜𝒷𝒸😀',
    String.raw`a_b%c\d_%`,
    'Ёлка ЦВЯТ',
  ];
  await sql`
    INSERT INTO users (id, name, email, password_hash, created_at)
    SELECT gen_random_uuid(), name, rank || '@names.example', '', now()
      FROM unnest(${names}::text[]) WITH ORDINALITY AS named (name, rank)`.execute(database);
  const parts = names
    .flatMap(partsOf)
    .flatMap((part) => [part, part.toUpperCase(), part.toLowerCase()]);
  const missing: string[] = [];
  for (const part of new Set(parts)) {
    const { rows } = await sql<{ name: string }>`
      SELECT name FROM users
       WHERE email LIKE '%@names.example' AND name ILIKE ${`%${escapeLike(part)}%`}`.execute(
      database,
    );
    const found = await find(part);
    for (const { name } of rows)
      if (!found.some((user) => user.name === name)) missing.push(`${part} in ${name}`);
  }
  expect(missing).toEqual([]);
});

test('the reports of a user say what they are about, and whether its page is removed', async () => {
  const { current } = users;
  const [admin, seller] = [await current.member('admin'), await current.member()];
  const { token } = await current.member();
  const { deal } = await current.ask(createDeal, {
    token: seller.token,
    body: { title: 'Хапче', price: { amount: 10_00, currency: 'EUR' }, category: 'sports' },
  });
  const { id } = deal;
  const { channel } = await current.ask(openDirect, { token, body: { userIds: [seller.id] } });
  const text = { clientId: crypto.randomUUID(), text: 'Купи хапчета' };
  const { message } = await current.ask(sendMessage, {
    token: seller.token,
    body: { ...text, channelId: channel.id },
  });
  const { comment } = await current.ask(addComment, {
    token: seller.token,
    params: { id },
    body: text,
  });
  await current.ask(reportDeal, { token, params: { id }, body: { reason: 'scam' } });
  for (const reported of [message, comment])
    await current.ask(reportMessage, {
      token,
      params: { id: reported.id },
      body: { reason: 'spam', note: '' },
    });
  const params = { userId: seller.id };
  const subjectsOf = async () => {
    const { reports } = await current.ask(getUser, { token: admin.token, params });
    return new Map(reports.items.map(({ subjectId, where }) => [subjectId, where]));
  };
  const inChannel = { kind: 'channel', id: channel.id, name: '', isRemoved: false };
  const onDeal = { kind: 'deal', id, name: 'Хапче', isRemoved: false };
  const subjects = new Map<string, object>([
    [message.id, inChannel],
    [comment.id, onDeal],
    [id, onDeal],
  ]);
  expect(await subjectsOf()).toEqual(subjects);
  const body = { reason: 'Спам', removeContent: true };
  await current.ask(suspendUser, { token: admin.token, params, body });
  for (const subjectId of [comment.id, id]) subjects.set(subjectId, { ...onDeal, isRemoved: true });
  expect(await subjectsOf()).toEqual(subjects);
});

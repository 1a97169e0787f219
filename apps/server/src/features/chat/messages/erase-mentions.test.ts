import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { createChannel } from '@izgodno/contract/chat/channel-calls';
import { sendMessage, updateMessage } from '@izgodno/contract/chat/message-calls';
import { DAY_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import { createUuidV7 } from '#platform/uuid.ts';
import { createImmediateJobs } from '#test/immediate-jobs.ts';
import { countRowsRead } from '#test/rows-read.ts';
import { somebody } from '#test/session-app.ts';
import { provideUsersApp } from '#test/users-app.ts';
import { eraseMentions, eraseMentionsJob } from './erase-mentions.ts';
import { listBefore } from './message-rows.ts';

const users = provideUsersApp();

test('the name of a deleted account is erased from all mentions, minutes after the deletion', async () => {
  const { current } = users;
  const [ana, ivo, eva] = [await current.member(), await current.member(), await current.member()];
  const body = { name: 'Къмпинг', kind: 'public' };
  const { channel } = await current.ask(createChannel, { token: ivo.token, body });
  const say = async (text: string) => {
    const { accessToken: token } = await current.login({ ...somebody(), email: ivo.email });
    const message = { channelId: channel.id, clientId: createUuidV7(current.time), text };
    await current.ask(sendMessage, { token, body: message });
  };
  await say(`<@${ivo.id}>, <@${ana.id}> и <@${eva.id}>`);
  current.time += 3 * DAY_MS;
  await say(`<@${ana.id}>`);
  const { accessToken: token } = await current.login({ ...somebody(), email: ana.email });
  await current.ask(deleteAccount, { token, body: { currentPassword: somebody().password } });
  current.time += 5 * MINUTE_MS;
  await current.jobs.runDue(new Date(current.time));
  const stored = await current.database.database
    .selectFrom('messages')
    .select('mentions')
    .where('channel_id', '=', channel.id)
    .orderBy('seq')
    .execute();
  expect(stored.map(({ mentions }) => mentions)).toEqual([
    [ivo, eva].map(({ id, name }) => ({ id, name })),
    [],
  ]);
});

test('the name of a deleted account is not in messages that are older and were edited', async () => {
  const { current } = users;
  const ivo = await current.member();
  const { token } = ivo;
  const body = { name: 'Каяци', kind: 'public' };
  const { channel } = await current.ask(createChannel, { token, body });
  const first = { channelId: channel.id, clientId: createUuidV7(current.time), text: 'Кой идва?' };
  const { message } = await current.ask(sendMessage, { token, body: first });
  current.time += MINUTE_MS;
  const ana = await current.member();
  const edited = await current.ask(updateMessage, {
    token,
    params: { id: message.id },
    body: { text: `<@${ana.id}>, идваш ли?` },
  });
  expect(edited.message.mentions).toEqual([{ id: ana.id, name: ana.name }]);
  const password = { currentPassword: somebody().password };
  await current.ask(deleteAccount, { token: ana.token, body: password });
  current.time += 5 * MINUTE_MS;
  await current.jobs.runDue(new Date(current.time));
  const { mentions } = await current.database.database
    .selectFrom('messages')
    .select('mentions')
    .where('id', '=', message.id)
    .executeTakeFirstOrThrow();
  expect(mentions.map(({ name }) => name).join('')).toBe('');
});

test('a page of messages reads of all users only those whom they mention', async () => {
  const { database, connectionString } = users.current.database;
  const who = await users.current.member();
  const body = { name: 'Палатки', kind: 'public' };
  const { channel } = await users.current.ask(createChannel, { token: who.token, body });
  const mentions = JSON.stringify([{ id: who.id, name: 'Преди' }]);
  await sql`
    INSERT INTO messages (channel_id, seq, version, id, client_id, sender_id, text, mentions, created_at)
    SELECT ${channel.id}, i, i, gen_random_uuid(), gen_random_uuid(), ${who.id}, '', ${mentions}::jsonb, now()
      FROM generate_series(1, 50) AS i`.execute(database);
  await sql`
    INSERT INTO users (id, name, email, password_hash, created_at)
    SELECT gen_random_uuid(), 'Many', 'many-' || i || '@example.com', '', now()
      FROM generate_series(1, 2000) AS i`.execute(database);
  await sql`ANALYZE users, messages`.execute(database);
  const read = await countRowsRead(connectionString, 'users', async (counted) => {
    const page = await listBefore(counted, channel.id, null, 50);
    expect(page.map((message) => message.mentions)).toEqual(
      Array.from({ length: 50 }, () => [{ id: who.id, name: who.name }]),
    );
  });
  expect(Math.max(...read)).toBeLessThanOrEqual(50);
});

test('messages are read some at a time, however many are sent in a day', async () => {
  const { database, connectionString } = users.current.database;
  const who = await users.current.member();
  const body = { name: 'Фенери', kind: 'public' };
  const { channel } = await users.current.ask(createChannel, { token: who.token, body });
  const mentions = JSON.stringify([{ id: who.id, name: who.name }]);
  const sent = createUuidV7(users.current.time + MINUTE_MS).slice(0, 24);
  await sql`
    INSERT INTO messages (channel_id, seq, version, id, client_id, sender_id, text, mentions, created_at)
    SELECT ${channel.id}, i, i, (${sent}::text || lpad(to_hex(i), 12, '0'))::uuid, gen_random_uuid(), ${who.id}, '',
           CASE WHEN i IN (1, 45000) THEN ${mentions}::jsonb ELSE '[]' END, now()
      FROM generate_series(1, 45000) AS i`.execute(database);
  const read = await countRowsRead(connectionString, 'messages', async (counted) => {
    const jobs = createImmediateJobs();
    jobs.work(eraseMentionsJob, (next) => eraseMentions({ database: counted, jobs }, next));
    await jobs.enqueue(eraseMentionsJob, { userId: who.id });
  });
  expect(Math.max(...read)).toBeLessThanOrEqual(20_000);
  const left = await database
    .selectFrom('messages')
    .select('seq')
    .where('channel_id', '=', channel.id)
    .where(sql<boolean>`mentions <> '[]'`)
    .execute();
  expect(left).toEqual([]);
});

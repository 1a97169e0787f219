import { beforeAll, expect, test } from 'vitest';
import { changeDealStatus, createDeal, updateDeal } from '@izgodno/contract/posts/calls';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { insertSources } from '#test/deal-factory.ts';
import { untilWaiting } from '#test/lock-waits.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp();
beforeAll(() => insertSources(users.current.database.database));

const aDraft = {
  title: 'Колело Cross, 26 цола',
  price: { amount: 120_00, currency: 'EUR' },
  category: 'sports',
};

const post = async (given: object, { token }: Member) =>
  (await users.current.ask(createDeal, { token, body: { ...aDraft, ...given } })).deal;

test('a post keeps a correction when the first request is repeated under its client id', async () => {
  const member = await users.current.member();
  const { token } = member;
  const clientId = crypto.randomUUID();
  const { id } = await post({ clientId }, member);
  const params = { id };
  const price = { amount: 80_00, currency: 'EUR' } as const;
  await users.current.ask(updateDeal, { token, params, body: { price } });
  expect(await post({ clientId }, member)).toMatchObject({ id, price });
  await users.current.ask(changeDealStatus, { token, params, body: { status: 'sold' } });
  expect(await post({ clientId }, member)).toMatchObject({ id, price, status: 'sold' });
  const title = 'Колело Cross, 28 цола';
  expect(await post({ clientId, title }, member)).toMatchObject({
    id,
    title,
    price: aDraft.price,
  });
});

test('a post makes the latest correction under a client id only once', async () => {
  const member = await users.current.member();
  const clientId = crypto.randomUUID();
  const title = 'Колело Cross, поправено';
  const { id } = await post({ clientId }, member);
  await post({ clientId, title }, member);
  const body = { description: 'С нови гуми' };
  await users.current.ask(updateDeal, { token: member.token, params: { id }, body });
  expect(await post({ clientId, title }, member)).toMatchObject({ id, title, ...body });
});

test('a post is corrected also by a request that comes while the first one is stored', async () => {
  const { database } = users.current.database;
  const member = await users.current.member();
  const clientId = crypto.randomUUID();
  const title = 'Колело Cross, поправено';
  const [first, corrected] = await database.transaction().execute(async (transaction) => {
    await oneAtATime(transaction, `posts of ${member.id}`);
    const stored = post({ clientId }, member);
    await untilWaiting(database, 1);
    const later = post({ clientId, title }, member);
    await untilWaiting(database, 2);
    return [stored, later] as const;
  });
  const { id } = await first;
  expect(await corrected).toMatchObject({ id, title });
  expect(await post({ clientId, title }, member)).toMatchObject({ id, title });
});

import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { getDeal } from '@izgodno/contract/deals/calls';
import { createDeal } from '@izgodno/contract/posts/calls';
import { lockDeal, setPostEnd } from '#features/deals/api.ts';
import { insertSources } from '#test/deal-factory.ts';
import { untilWaiting } from '#test/lock-waits.ts';
import { provideUsersApp } from '#test/users-app.ts';

const users = provideUsersApp();
beforeAll(() => insertSources(users.current.database.database));

test('a post that its owner is renewing does not expire', async () => {
  const { database } = users.current.database;
  const { token } = await users.current.member();
  const body = {
    title: 'Колело Cross, 26 цола',
    price: { amount: 120_00, currency: 'EUR' },
    category: 'sports',
    expiresAt: new Date(users.current.time + DAY_MS).toISOString(),
  };
  const { deal } = await users.current.ask(createDeal, { token, body });
  const params = { id: deal.id };
  users.current.time += 2 * DAY_MS;
  const expiry = await database.transaction().execute(async (transaction) => {
    await lockDeal(transaction, Number(deal.id));
    await setPostEnd(transaction, Number(deal.id), new Date(users.current.time + DAY_MS));
    const run = users.current.jobs.fire('posts.expire');
    await untilWaiting(database, 1);
    return { run };
  });
  await expiry.run;
  expect((await users.current.ask(getDeal, { params })).deal.status).toBe('active');

  users.current.time += 2 * DAY_MS;
  await users.current.jobs.fire('posts.expire');
  expect((await users.current.ask(getDeal, { params })).deal.status).toBe('expired');
});

import type { Transaction } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { liftSuspension, suspendUser } from '@izgodno/contract/accounts/administration-calls';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { getDeal } from '@izgodno/contract/deals/calls';
import { moderateDeal } from '@izgodno/contract/moderation/calls';
import { listNotices } from '@izgodno/contract/notices/calls';
import { createDeal, deleteDeal, restoreDeal } from '@izgodno/contract/posts/calls';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import type { Schema } from '#schema/schema.ts';
import { countLockWaits, untilWaiting } from '#test/lock-waits.ts';
import { insertSources, updateDeal } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp();

const aDraft = {
  title: 'Колело Cross, 26 цола',
  price: { amount: 120_00, currency: 'EUR' },
  category: 'sports',
};
/** The password of every member of the tests. */
const PASSWORD = 'zebra-lamp-4217';

beforeAll(() => insertSources(users.current.database.database));

const post = async ({ token }: Member) =>
  (await users.current.ask(createDeal, { token, body: aDraft })).deal;

/** Deletes or suspends the user while their call waits for a lock that `lock` takes. */
const overlap = async <Outcome>(
  lock: (transaction: Transaction<Schema>) => Promise<unknown>,
  call: () => Promise<Outcome>,
  end: () => Promise<unknown>,
): Promise<Outcome> => {
  const { database } = users.current.database;
  const { called, ended } = await database.transaction().execute(async (transaction) => {
    await lock(transaction);
    const called = call();
    await untilWaiting(database, 1);
    let hasEnded = false;
    const ended = end().then(() => void (hasEnded = true));
    // The end comes first, or waits for the call.
    await expect.poll(async () => hasEnded || (await countLockWaits(database)) === 2).toBe(true);
    return { called, ended };
  });
  await ended;
  return called;
};

const suspend = (who: Member, admin: Member) =>
  users.current.ask(suspendUser, {
    token: admin.token,
    params: { userId: who.id },
    body: { reason: 'Спам' },
  });

const statusesOf = async (who: Member) => {
  const { database } = users.current.database;
  const rows = await database
    .selectFrom('deals')
    .select('status')
    .where('seller_id', '=', who.id)
    .execute();
  return rows.map(({ status }) => status);
};

describe('a call in progress while its user goes', () => {
  test('posts nothing for a deleted account', async () => {
    const who = await users.current.member();
    const { token } = who;
    const rejected = await overlap(
      (transaction) => oneAtATime(transaction, `posts of ${who.id}`),
      () => users.current.rejection(createDeal, { token, body: aDraft }),
      () => users.current.ask(deleteAccount, { token, body: { currentPassword: PASSWORD } }),
    );
    expect(rejected).toMatchObject({ status: 401, code: 'session_expired' });
    expect(await statusesOf(who)).toEqual([]);
  });

  test('posts nothing for a suspended user', async () => {
    const who = await users.current.member();
    const admin = await users.current.member('admin');
    const rejected = await overlap(
      (transaction) => oneAtATime(transaction, `posts of ${who.id}`),
      () => users.current.rejection(createDeal, { token: who.token, body: aDraft }),
      () => suspend(who, admin),
    );
    expect(rejected).toMatchObject({ status: 401, code: 'session_expired' });
    expect(await statusesOf(who)).toEqual([]);
  });

  test('restores nothing for a suspended user', async () => {
    const who = await users.current.member();
    const admin = await users.current.member('admin');
    const { id } = await post(who);
    const own = { token: who.token, params: { id } };
    await users.current.ask(deleteDeal, own);
    await overlap(
      (transaction) =>
        transaction
          .selectFrom('deals')
          .select('id')
          .where('id', '=', Number(id))
          .forUpdate()
          .execute(),
      () => users.current.send(restoreDeal, own),
      () => suspend(who, admin),
    );
    expect(await statusesOf(who)).toEqual(['deleted']);
  });
});

test('a removed post is shown again if it is reinstated while the suspension of its seller ends', async () => {
  const { database } = users.current.database;
  const who = await users.current.member();
  const admin = await users.current.member('admin');
  const { token } = admin;
  const { id } = await post(who);
  const moderate = (action: string) =>
    users.current.ask(moderateDeal, { token, params: { id }, body: { action, reason: 'Причина' } });
  await moderate('remove');
  await suspend(who, admin);
  const acts = await database.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('deal_deletions')
      .select('deal_id')
      .where('deal_id', '=', Number(id))
      .forUpdate()
      .execute();
    const params = { userId: who.id };
    const lifted = users.current.ask(liftSuspension, { token, params, body: { reason: 'Край' } });
    await untilWaiting(database, 1);
    const reinstated = moderate('reinstate');
    await untilWaiting(database, 2);
    return [lifted, reinstated];
  });
  await Promise.all(acts);
  expect(await statusesOf(who)).toEqual(['active']);
});

test('a post without its seller expires, stops no other, and can be removed', async () => {
  const { database } = users.current.database;
  const who = await users.current.member();
  const { token } = await users.current.member('moderator');
  const orphan = await post(who);
  const removed = await post(who);
  const deal = await post(who);
  for (const { id } of [orphan, removed])
    await updateDeal(database, Number(id), { seller_id: crypto.randomUUID() });
  await users.current.ask(moderateDeal, {
    token,
    params: { id: removed.id },
    body: { action: 'remove', reason: 'Без продавач' },
  });
  const end = new Date(users.current.time);
  await database
    .updateTable('posts')
    .set({ expires_at: end })
    .where('deal_id', 'in', [Number(orphan.id), Number(deal.id)])
    .execute();
  await users.current.jobs.fire('posts.expire');
  for (const { id } of [orphan, deal])
    expect((await users.current.ask(getDeal, { params: { id } })).deal.status).toBe('expired');
  const { notices } = await users.current.ask(listNotices, { token: who.token });
  expect(notices.map(({ content }) => content)).toMatchObject([
    { kind: 'own_deal_expired', deal: { id: deal.id } },
  ]);
});

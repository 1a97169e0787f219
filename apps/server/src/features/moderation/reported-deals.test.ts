import { beforeAll, beforeEach, expect, test } from 'vitest';
import { suspendUser } from '@izgodno/contract/accounts/administration-calls';
import { listReports, moderateDeal, reportDeal } from '@izgodno/contract/moderation/calls';
import { createDeal, deleteDeal, RESTORE_WINDOW_MS } from '@izgodno/contract/posts/calls';
import { changeDeals, eraseDeals } from '#features/deals/api.ts';
import { createInProcessBus } from '#platform/bus.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp();
let seller: Member;
let moderator: Member;

beforeAll(() => insertSources(users.current.database.database));
beforeEach(async () => {
  seller = await users.current.member();
  moderator = await users.current.member('moderator');
});

const reported = async (owner = seller): Promise<string> => {
  const { deal } = await users.current.ask(createDeal, {
    token: owner.token,
    body: { title: 'Палатка', price: { amount: 50_00, currency: 'EUR' }, category: 'sports' },
  });
  const { token } = await users.current.member();
  await users.current.ask(reportDeal, {
    token,
    params: { id: deal.id },
    body: { reason: 'scam' },
  });
  return deal.id;
};

const waiting = async (id: string) => {
  const { items } = await users.current.ask(listReports, { token: moderator.token });
  return items.filter(({ deal }) => deal.id === id);
};

test('of the moderator wait for another', async () => {
  expect(await waiting(await reported())).toMatchObject([{ mayDecide: true }]);
  expect(await waiting(await reported(moderator))).toMatchObject([{ mayDecide: false }]);
});

test('that are deleted say by whom, and are no longer shown once they are erased', async () => {
  const admin = await users.current.member('admin');
  const other = await users.current.member();
  const [own, hidden] = [await reported(), await reported(other)];
  await users.current.ask(deleteDeal, { token: seller.token, params: { id: own } });
  expect(await waiting(own)).toMatchObject([{ deletedBy: 'owner' }]);
  await users.current.ask(suspendUser, {
    token: admin.token,
    params: { userId: other.id },
    body: { reason: 'спам' },
  });
  expect(await waiting(hidden)).toMatchObject([{ deletedBy: 'suspension' }]);
  const { database } = users.current.database;
  const [missing = 0] = await insertDeals(database, [aDeal()]);
  const params = { id: String(missing) };
  await users.current.ask(reportDeal, { token: seller.token, params, body: { reason: 'scam' } });
  await database.transaction().execute(async (transaction) => {
    const change = { status: 'deleted', deleted_at: new Date(users.current.time) } as const;
    await changeDeals({ transaction, bus: createInProcessBus() }, { ids: [missing] }, change);
  });
  expect(await waiting(String(missing))).toMatchObject([{ deletedBy: 'source' }]);

  const before = await users.current.ask(listReports, { token: moderator.token });
  users.current.time += RESTORE_WINDOW_MS + 1;
  moderator = await users.current.member('moderator');
  await users.current.jobs.fire('posts.forget');
  expect(await waiting(own)).toEqual([]);
  const after = await users.current.ask(listReports, { token: moderator.token });
  expect(after.total).toBe(before.total - 1);
});

test('that were reported again after their removal can be brought back', async () => {
  const id = await reported();
  const { database } = users.current.database;
  await users.current.ask(moderateDeal, {
    token: moderator.token,
    params: { id },
    body: { action: 'remove', reason: 'Измама' },
  });
  await database
    .updateTable('deal_reports')
    .set({ resolved_at: null })
    .where('deal_id', '=', Number(id))
    .execute();
  expect(await waiting(id)).toMatchObject([{ deletedBy: 'moderator' }]);
});

test('that are erased count no more among the open reports of one member', async () => {
  const { database } = users.current.database;
  const reporter = await users.current.member();
  const ids = await insertDeals(
    database,
    Array.from({ length: 100 }, () => aDeal()),
  );
  const at = new Date(users.current.time);
  await database
    .insertInto('deal_reports')
    .values(
      ids.map((dealId) => ({
        id: createUuidV7(users.current.time),
        deal_id: dealId,
        reporter_id: reporter.id,
        reason: 'scam' as const,
        note: '',
        created_at: at,
        resolved_at: null,
      })),
    )
    .execute();
  const { deal } = await users.current.ask(createDeal, {
    token: seller.token,
    body: { title: 'Палатка', price: { amount: 50_00, currency: 'EUR' }, category: 'sports' },
  });
  const report = {
    token: reporter.token,
    params: { id: deal.id },
    body: { reason: 'scam' },
  } as const;
  expect((await users.current.rejection(reportDeal, report)).code).toBe('limit_reached');
  // It replaces an open one.
  await users.current.ask(reportDeal, { ...report, params: { id: String(ids[1]) } });
  await database.transaction().execute(async (transaction) => {
    await eraseDeals({ transaction, bus: createInProcessBus() }, { ids: ids.slice(0, 1) }, at);
  });
  await users.current.ask(reportDeal, report);
});

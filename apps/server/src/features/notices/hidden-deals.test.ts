import { beforeAll, expect, test } from 'vitest';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import { liftSuspension, suspendUser } from '@izgodno/contract/accounts/administration-calls';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { addFavorite } from '@izgodno/contract/engagement/calls';
import { listNotices } from '@izgodno/contract/notices/calls';
import type { NoticeContent } from '@izgodno/contract/notices/notice';
import { createDeal, RESTORE_WINDOW_MS } from '@izgodno/contract/posts/calls';
import { eraseDeals } from '#features/deals/api.ts';
import { createInProcessBus } from '#platform/bus.ts';
import { insertSources, updateDeal } from '#test/deal-factory.ts';
import { somebody } from '#test/session-app.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';
import { leaveOutOutdated } from './outdated-notices.ts';

const users = provideUsersApp();
let reader: Member;
let seller: Member;

beforeAll(async () => {
  await insertSources(users.current.database.database);
  reader = await users.current.member();
  seller = await users.current.member();
});

const price = { amount: 10_00, currency: 'EUR' } as const;

const post = async ({ token }: Member, title: string) => {
  const body = { title, price, category: 'sports' };
  const { deal } = await users.current.ask(createDeal, { token, body });
  return { id: deal.id, title, price };
};

const store = async (contents: readonly NoticeContent[], { id } = reader): Promise<void> => {
  await users.current.database.database
    .insertInto('notices')
    .values(
      contents.map((content, rank) => ({
        id: crypto.randomUUID(),
        user_id: id,
        kind: content.kind,
        content: JSON.stringify(content),
        occasion: `test:${rank}`,
        in_app: true,
        mail_due: false,
        push_due: false,
        read_at: null,
        created_at: new Date(users.current.time - rank),
      })),
    )
    .execute();
};

const read = async () => {
  const { notices, unread } = await users.current.ask(listNotices, { token: reader.token });
  const { body } = await users.current.send(exportAccount, { token: reader.token });
  return { contents: notices.map(({ content }) => content), unread, exported: body };
};

test('a suspension hides what notices of others say of the deals, until it ends', async () => {
  const admin = await users.current.member('admin');
  const [pill, herb] = [
    await post(seller, 'Хапче'),
    await post(await users.current.member(), 'Билка'),
  ];
  const search = { id: crypto.randomUUID(), name: 'Всичко', query: '' };
  const ended: NoticeContent = { kind: 'no_longer_available', deal: pill, why: 'deleted' };
  const shown: NoticeContent = { kind: 'back_in_stock', deal: herb };
  const found = { kind: 'saved_search', savedSearch: search, count: 2 } as const;
  const contents = [ended, shown, { ...found, deals: [pill, herb] }];
  await store(contents);
  expect(await read()).toMatchObject({ contents, unread: 3 });

  const act = { token: admin.token, params: { userId: seller.id } };
  await users.current.ask(suspendUser, { ...act, body: { reason: 'Спам' } });
  const hidden = await read();
  expect(hidden).toMatchObject({
    contents: [shown, { ...found, deals: [herb] }],
    unread: 2,
  });
  expect(hidden.exported).toContain('Билка');
  expect(hidden.exported).not.toContain('Хапче');
  const due = contents.map((content) => ({ id: '', content }));
  const context = {
    database: users.current.database.database,
    clock: { now: () => users.current.time },
  };
  const sent = await leaveOutOutdated(context, reader.id, due);
  expect(JSON.stringify(sent)).not.toContain('Хапче');

  await users.current.ask(liftSuspension, act);
  expect(await read()).toMatchObject({ contents, unread: 3 });
});

test('what was removed with a suspension is erased from notices of others with the deal', async () => {
  const admin = await users.current.member('admin');
  reader = await users.current.member();
  const spammer = await users.current.member();
  const [pill, herb] = [
    await post(spammer, 'Хапче'),
    await post(await users.current.member(), 'Билка'),
  ];
  const search = { id: crypto.randomUUID(), name: 'Всичко', query: '' };
  const found = { kind: 'saved_search', savedSearch: search } as const;
  await store([
    { kind: 'back_in_stock', deal: pill },
    { ...found, count: 2, deals: [pill, herb] },
  ]);
  await store([{ kind: 'own_deal_removed', deal: pill, reason: 'Спам' }], spammer);
  await users.current.ask(suspendUser, {
    token: admin.token,
    params: { userId: spammer.id },
    body: { reason: 'Спам', removeContent: true },
  });
  users.current.time += RESTORE_WINDOW_MS + 1;
  await users.current.jobs.fire('posts.forget');
  await users.current.jobs.runDue(new Date(users.current.time + RESTORE_WINDOW_MS));
  const { accessToken } = await users.current.login({ ...somebody(), email: reader.email });
  reader = { ...reader, token: accessToken };
  const { contents, unread, exported } = await read();
  expect(contents).toEqual([{ ...found, count: 1, deals: [herb] }]);
  expect(unread).toBe(1);
  expect(exported).not.toContain('Хапче');
  const { database } = users.current.database;
  const own = await database
    .selectFrom('notices')
    .select('kind')
    .where('user_id', '=', spammer.id)
    .execute();
  expect(own).toContainEqual({ kind: 'own_deal_removed' });
});

test('followers read nothing of a deal that is erased before they are notified', async () => {
  const follower = await users.current.member();
  await users.current.jobs.fire('favorites.alert');
  const erased = await post(await users.current.member(), 'Изтрита');
  const staying = await post(await users.current.member(), 'Продадена');
  const { database } = users.current.database;
  for (const { id } of [erased, staying])
    await users.current.ask(addFavorite, { token: follower.token, params: { id } });
  await updateDeal(database, Number(staying.id), { status: 'sold' });
  await database.transaction().execute(async (transaction) => {
    const writing = { transaction, bus: createInProcessBus() };
    await eraseDeals(writing, { ids: [Number(erased.id)] }, new Date(users.current.time));
  });
  users.current.time += 11 * MINUTE_MS;
  await users.current.jobs.fire('favorites.alert');
  const { notices } = await users.current.ask(listNotices, { token: follower.token });
  expect(notices).toMatchObject([{ content: { deal: { title: 'Продадена' } } }]);
});

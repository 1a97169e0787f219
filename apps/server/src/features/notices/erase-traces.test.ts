import { beforeAll, expect, test, vi } from 'vitest';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { DAY_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import { addFavorite } from '@izgodno/contract/engagement/calls';
import { moderateDeal, reportDeal } from '@izgodno/contract/moderation/calls';
import { closeMemberReports, reportUser } from '@izgodno/contract/moderation/member-report-calls';
import { listNotices, NOTICE_LIFETIME_DAYS } from '@izgodno/contract/notices/calls';
import { createDeal } from '@izgodno/contract/posts/calls';
import type { NoticeContent } from '@izgodno/contract/notices/notice';
import { createUuidV7 } from '#platform/uuid.ts';
import { insertSources, updateDeal } from '#test/deal-factory.ts';
import { somebody } from '#test/session-app.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp();

beforeAll(async () => {
  await insertSources(users.current.database.database);
  await users.current.jobs.fire('favorites.alert');
});

const price = { amount: 120_00, currency: 'EUR' } as const;
const post = async ({ token }: Member, title: string) =>
  (await users.current.ask(createDeal, { token, body: { title, price, category: 'sports' } })).deal;

const contentsOf = async ({ token }: Member) =>
  (await users.current.ask(listNotices, { token, query: {} })).notices.map(
    ({ content }) => content,
  );

const foundBySearch = async (
  reader: Member,
  deals: readonly { id: string; title: string }[],
  at = users.current.time,
) => {
  const content: NoticeContent = {
    kind: 'saved_search',
    savedSearch: { id: crypto.randomUUID(), name: 'Колела', query: 'q=bike' },
    count: deals.length,
    deals: deals.map(({ id, title }) => ({ id, title, price })),
  };
  await users.current.database.database
    .insertInto('notices')
    .values({
      id: createUuidV7(at),
      user_id: reader.id,
      kind: content.kind,
      content: JSON.stringify(content),
      occasion: crypto.randomUUID(),
      in_app: true,
      mail_due: false,
      push_due: false,
      created_at: new Date(at),
    })
    .execute();
};

test('notices of others lose the deals of a deleted account', async () => {
  const { database } = users.current.database;
  const [seller, other, reader] = [
    await users.current.member(),
    await users.current.member(),
    await users.current.member(),
  ];
  const deal = await post(seller, 'Колело Cross');
  const staying = await post(other, 'Колело Drag');
  await foundBySearch(reader, [deal], users.current.time - 80 * DAY_MS);
  for (const { id } of [deal, staying]) {
    await users.current.ask(addFavorite, { token: reader.token, params: { id } });
    await updateDeal(database, Number(id), { price_amount: 80_00, price_eur: 80_00 });
  }
  await users.current.jobs.fire('favorites.alert');
  await foundBySearch(reader, [deal, staying]);
  expect(await contentsOf(reader)).toHaveLength(4);

  const body = { currentPassword: somebody().password };
  await users.current.ask(deleteAccount, { token: seller.token, body });
  await users.current.jobs.runDue(new Date(users.current.time));
  // It was being written during the deletion.
  await foundBySearch(reader, [deal]);
  users.current.time += MINUTE_MS;
  const publish = vi.spyOn(users.current.bus, 'publish');
  await users.current.jobs.runDue(new Date(users.current.time));
  const event = JSON.stringify({ type: 'notice.created', data: { unread: 2 } });
  expect(publish.mock.calls.map(([, message]) => message)).toContainEqual({
    userIds: [reader.id],
    event,
  });
  publish.mockRestore();
  const left = await contentsOf(reader);
  expect(JSON.stringify(left)).not.toContain('Cross');
  expect(left).toMatchObject([
    { kind: 'saved_search', count: 1, deals: [{ id: staying.id }] },
    { kind: 'price_drop', deal: { id: staying.id } },
  ]);
});

test('notices of reports stay, without the titles and the name of a deleted account', async () => {
  const [seller, reader] = [await users.current.member(), await users.current.member()];
  const moderator = await users.current.member('moderator');
  const { id } = await post(seller, 'Колело Balkan');
  const { token } = reader;
  await users.current.ask(reportDeal, { token, params: { id }, body: { reason: 'scam' } });
  const params = { userId: seller.id };
  await users.current.ask(reportUser, { token, params, body: { reason: 'fraud' } });
  const body = { reason: 'Няма нищо' };
  await users.current.ask(moderateDeal, {
    token: moderator.token,
    params: { id },
    body: { ...body, action: 'dismiss' },
  });
  await users.current.ask(closeMemberReports, {
    token: moderator.token,
    params: { subjectId: seller.id },
    body,
  });
  const subjects = async () =>
    (await contentsOf(reader)).map((content) => 'subject' in content && content.subject);
  expect(await subjects()).toEqual([
    { kind: 'member', id: seller.id, name: seller.name },
    { kind: 'deal', id, name: 'Колело Balkan' },
  ]);
  await users.current.ask(deleteAccount, {
    token: seller.token,
    body: { currentPassword: somebody().password },
  });
  users.current.time += MINUTE_MS;
  await users.current.jobs.runDue(new Date(users.current.time));
  expect(await subjects()).toEqual([{ kind: 'member' }, { kind: 'deal' }]);
});

// Last, because it moves the clock.
test('a notice is erased after its lifetime', async () => {
  const reader = await users.current.member();
  await foundBySearch(reader, []);
  const { time } = users.current;
  const left = async (age: number) => {
    users.current.time = time + age;
    await users.current.jobs.fire('notices.forget');
    const { database } = users.current.database;
    return database.selectFrom('notices').select('kind').where('user_id', '=', reader.id).execute();
  };
  expect(await left(NOTICE_LIFETIME_DAYS * DAY_MS)).toHaveLength(1);
  expect(await left(NOTICE_LIFETIME_DAYS * DAY_MS + 1)).toEqual([]);
});

import { beforeAll, beforeEach, expect, test } from 'vitest';
import { getUser } from '@izgodno/contract/accounts/administration-calls';
import { listAudit } from '@izgodno/contract/audit/calls';
import * as calls from '@izgodno/contract/moderation/member-report-calls';
import { listNotices } from '@izgodno/contract/notices/calls';
import { removeRating } from '@izgodno/contract/sales/calls';
import { createUuidV7 } from '#platform/uuid.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { untilWaiting } from '#test/lock-waits.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp();
let seller: Member;
let buyer: Member;
let moderator: Member;

const database = () => users.current.database.database;

beforeAll(() => insertSources(database()));
beforeEach(async () => {
  await database().deleteFrom('member_reports').execute();
  seller = await users.current.member();
  buyer = await users.current.member();
  moderator = await users.current.member('moderator');
});

const body = { reason: 'fraud', note: 'Взе капаро' };
const report = (who: Member, about: Member) => ({
  token: who.token,
  params: { userId: about.id },
  body,
});

const queue = async () =>
  (await users.current.ask(calls.listMemberReports, { token: moderator.token })).items;

/** A rating of the seller by the buyer. */
const rate = async (shown = true): Promise<string> => {
  const at = new Date(users.current.time);
  const [dealId = 0] = await insertDeals(database(), [aDeal()]);
  await database()
    .insertInto('sales')
    .values({ deal_id: dealId, seller_id: seller.id, buyer_id: buyer.id, sold_at: at })
    .execute();
  const id = createUuidV7(users.current.time);
  await database()
    .insertInto('ratings')
    .values({
      id,
      deal_id: dealId,
      rater_id: buyer.id,
      rated_id: seller.id,
      stars: 1,
      text: 'Крадец',
      reply: null,
      created_at: at,
      shown_at: shown ? at : null,
      removed_at: null,
    })
    .execute();
  return id;
};

const reportOf = (id: string, who: Member) => ({ token: who.token, params: { id }, body });

test('a member is reported once by each other, and waits with all reports', async () => {
  const third = await users.current.member();
  await users.current.ask(calls.reportUser, report(buyer, seller));
  const renewed = { reason: 'spam', note: 'Пак той' };
  await users.current.ask(calls.reportUser, { ...report(buyer, seller), body: renewed });
  users.current.time += 1_000;
  await users.current.ask(calls.reportUser, report(third, seller));
  const items = await queue();
  expect(items).toMatchObject([
    { subjectId: seller.id, user: { id: seller.id, name: seller.name }, rating: null },
  ]);
  expect(items[0]?.reports).toMatchObject([
    { ...renewed, reporter: { id: buyer.id } },
    { ...body, reporter: { id: third.id } },
  ]);
});

test('a rating is reported with what it says, and waits until it is removed', async () => {
  const id = await rate();
  await users.current.ask(calls.reportRating, reportOf(id, seller));
  expect(await queue()).toMatchObject([
    { subjectId: id, user: { id: buyer.id }, rating: { stars: 1, text: 'Крадец' } },
  ]);
  await users.current.ask(removeRating, {
    token: moderator.token,
    params: { id },
    body: { reason: 'Обида' },
  });
  expect(await queue()).toEqual([]);
  const { token } = await users.current.member('admin');
  const reportsOfBuyer = async () => {
    const params = { userId: buyer.id };
    return (await users.current.ask(getUser, { token, params })).memberReports.items;
  };
  const where = { kind: 'user', id: seller.id, name: seller.name };
  expect(await reportsOfBuyer()).toMatchObject([{ about: 'rating', where, isOpen: false }]);
  // Version 0.1.0 left them unresolved.
  await database().updateTable('member_reports').set({ resolved_at: null }).execute();
  expect(await reportsOfBuyer()).toMatchObject([{ about: 'rating', isOpen: false }]);
  await database().updateTable('member_reports').set({ resolved_at: new Date() }).execute();
  const { notices } = await users.current.ask(listNotices, { token: seller.token });
  expect(notices).toMatchObject([
    {
      content: {
        kind: 'moderation_decision',
        decided: 'report_upheld',
        subject: { kind: 'rating', id: buyer.id, name: buyer.name },
      },
    },
  ]);
});

test('closing the reports needs a reason, which the trail keeps', async () => {
  const id = await rate();
  await users.current.ask(calls.reportRating, reportOf(id, seller));
  const close = (reason: string) => ({
    token: moderator.token,
    params: { subjectId: id },
    body: { reason },
  });
  expect(await users.current.rejection(calls.closeMemberReports, close(''))).toMatchObject({
    code: 'validation_failed',
    fields: ['reason'],
  });
  await users.current.ask(calls.closeMemberReports, close('Мнение'));
  expect(await queue()).toEqual([]);
  expect((await users.current.rejection(calls.closeMemberReports, close('Мнение'))).status).toBe(
    404,
  );
  const { entries } = await users.current.ask(listAudit, {
    token: moderator.token,
    query: { kind: 'user', subject: buyer.id },
  });
  expect(entries).toMatchObject([{ action: 'user.dismiss_report', details: { rating: id } }]);

  const third = await users.current.member();
  await users.current.ask(calls.reportRating, reportOf(id, third));
  expect((await queue()).map(({ reports }) => reports)).toMatchObject([
    [{ reporter: { id: third.id } }],
  ]);
  users.current.time += 1_000;
  await users.current.ask(calls.closeMemberReports, close('Мнение'));
  const { notices } = await users.current.ask(listNotices, { token: seller.token });
  expect(notices).toHaveLength(1);
});

test('no member reports themselves, an own rating, a hidden or an unknown one', async () => {
  const reject = async (id: string, who: Member) =>
    (await users.current.rejection(calls.reportRating, reportOf(id, who))).code;
  const own = await users.current.rejection(calls.reportUser, report(seller, seller));
  expect(own).toMatchObject({ code: 'validation_failed', fields: ['userId'] });
  expect(await reject(await rate(), buyer)).toBe('forbidden');
  expect(await reject(await rate(false), seller)).toBe('not_found');
  expect(await reject(createUuidV7(1), seller)).toBe('not_found');
  const removed = await rate();
  const at = new Date(users.current.time);
  await database()
    .updateTable('ratings')
    .set({ removed_at: at })
    .where('id', '=', removed)
    .execute();
  expect(await reject(removed, seller)).toBe('not_found');
  const unknown = report(seller, { ...buyer, id: createUuidV7(1) });
  expect((await users.current.rejection(calls.reportUser, unknown)).code).toBe('not_found');
});

test('a member who is deleted while they are reported is unknown', async () => {
  const outcome = await database()
    .transaction()
    .execute(async (transaction) => {
      await transaction.deleteFrom('users').where('id', '=', seller.id).execute();
      const rejected = users.current.rejection(calls.reportUser, report(buyer, seller));
      await untilWaiting(database(), 1);
      return { rejected };
    });
  expect((await outcome.rejected).code).toBe('not_found');
});

test('open reports of one member are limited', async () => {
  const at = new Date(users.current.time);
  for (let count = 0; count < 50; count += 1) {
    const id = await rate();
    const subject = { user_id: buyer.id, rating_id: id, subject_id: id, reporter_id: seller.id };
    await database()
      .insertInto('member_reports')
      .values({
        ...subject,
        ...body,
        reason: 'fraud',
        id: createUuidV7(users.current.time),
        created_at: at,
        resolved_at: null,
      })
      .execute();
  }
  expect((await users.current.rejection(calls.reportUser, report(seller, buyer))).code).toBe(
    'limit_reached',
  );
  const third = await users.current.member();
  await users.current.ask(calls.reportUser, report(third, buyer));
  await database().updateTable('member_reports').set({ resolved_at: at }).execute();
  await users.current.ask(calls.reportUser, report(seller, buyer));
});

const closingBy = (who: Member, subjectId: string) => ({
  token: who.token,
  params: { subjectId },
  body: { reason: 'Няма нищо' },
});

test('no moderator decides on reports of themselves, or on a rating that they gave or got', async () => {
  const other = await users.current.member('moderator');
  const rejectionOf = async (who: Member, subjectId: string) =>
    (await users.current.rejection(calls.closeMemberReports, closingBy(who, subjectId))).code;
  await users.current.ask(calls.reportUser, report(buyer, moderator));
  expect(await rejectionOf(moderator, moderator.id)).toBe('forbidden');
  await users.current.ask(calls.closeMemberReports, closingBy(other, moderator.id));

  seller = moderator;
  const id = await rate();
  const third = await users.current.member();
  await users.current.ask(calls.reportRating, reportOf(id, third));
  expect(await rejectionOf(moderator, id)).toBe('forbidden');
  const remove = (who: Member) => ({
    token: who.token,
    params: { id },
    body: { reason: 'Обида' },
  });
  const rejection = await users.current.rejection(removeRating, remove(moderator));
  expect(rejection.code).toBe('forbidden');
  expect(await queue()).toMatchObject([{ subjectId: id, mayDecide: false }]);
  await users.current.ask(removeRating, remove(other));
});

test('reported members are listed page by page, longest waiting first', async () => {
  const third = await users.current.member();
  for (const about of [seller, third]) {
    await users.current.ask(calls.reportUser, report(buyer, about));
    users.current.time += 1_000;
  }
  const list = (query: Record<string, string>) =>
    users.current.ask(calls.listMemberReports, { token: moderator.token, query });
  const first = await list({ limit: '1' });
  expect(first.items.map(({ subjectId }) => subjectId)).toEqual([seller.id]);
  const second = await list({ limit: '1', cursor: first.nextCursor ?? '' });
  expect(second.items.map(({ subjectId }) => subjectId)).toEqual([third.id]);
  expect(second.nextCursor).toBeNull();
});

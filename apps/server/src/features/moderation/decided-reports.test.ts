import { beforeAll, beforeEach, expect, test } from 'vitest';
import { suspendUser } from '@izgodno/contract/accounts/administration-calls';
import { listAudit } from '@izgodno/contract/audit/calls';
import { listDecisions } from '@izgodno/contract/moderation/appeal-calls';
import { moderateDeal, reportDeal } from '@izgodno/contract/moderation/calls';
import * as memberReports from '@izgodno/contract/moderation/member-report-calls';
import { listNotices } from '@izgodno/contract/notices/calls';
import { createDeal, deleteDeal } from '@izgodno/contract/posts/calls';
import { insertSources } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

// Who reports something reads what became of it.

const users = provideUsersApp();
let seller: Member;
let reporter: Member;
let moderator: Member;

beforeAll(() => insertSources(users.current.database.database));
beforeEach(async () => {
  users.current.time += 1_000;
  seller = await users.current.member();
  reporter = await users.current.member();
  moderator = await users.current.member('moderator');
});

const post = async (): Promise<string> => {
  const { deal } = await users.current.ask(createDeal, {
    token: seller.token,
    body: { title: 'Палатка', price: { amount: 50_00, currency: 'EUR' }, category: 'sports' },
  });
  return deal.id;
};

const reportedDeal = async (): Promise<string> => {
  const id = await post();
  await users.current.ask(reportDeal, {
    token: reporter.token,
    params: { id },
    body: { reason: 'scam' },
  });
  return id;
};

const contentsOf = async ({ token }: Member) =>
  (await users.current.ask(listNotices, { token })).notices.map(({ content }) => content);

const decided = (what: string) => ({ kind: 'moderation_decision', decided: what, reason: '' });

test.for([
  ['dismiss', 'report_dismissed'],
  ['expire', 'report_upheld'],
  ['remove', 'report_upheld'],
] as const)('of a deal: %s', async ([action, what]) => {
  const id = await reportedDeal();
  const decision = {
    token: moderator.token,
    params: { id },
    body: { action, reason: 'Прочетох я' },
  };
  await users.current.ask(moderateDeal, decision);
  expect(await contentsOf(reporter)).toEqual([decided(what)]);
  // Nothing new is decided.
  await users.current.send(moderateDeal, decision);
  expect(await contentsOf(reporter)).toHaveLength(1);
});

test('the owner of an ended deal reads why', async () => {
  const id = await reportedDeal();
  await users.current.ask(moderateDeal, {
    token: moderator.token,
    params: { id },
    body: { action: 'expire', reason: 'Няма го вече' },
  });
  expect(await contentsOf(seller)).toMatchObject([
    { kind: 'own_deal_expired', why: 'moderator', reason: 'Няма го вече' },
  ]);
});

test('of deals that are removed with the suspension of their seller, once', async () => {
  const admin = await users.current.member('admin');
  await reportedDeal();
  await reportedDeal();
  await users.current.ask(suspendUser, {
    token: admin.token,
    params: { userId: seller.id },
    body: { reason: 'спам', removeContent: true },
  });
  expect(await contentsOf(reporter)).toEqual([decided('report_upheld')]);
});

test('of a member', async () => {
  await users.current.ask(memberReports.reportUser, {
    token: reporter.token,
    params: { userId: seller.id },
    body: { reason: 'fraud' },
  });
  await users.current.ask(memberReports.closeMemberReports, {
    token: moderator.token,
    params: { subjectId: seller.id },
    body: { reason: 'Няма нищо' },
  });
  expect(await contentsOf(reporter)).toEqual([decided('report_dismissed')]);
});

test('of a member who is suspended, which are closed', async () => {
  const admin = await users.current.member('admin');
  await users.current.ask(memberReports.reportUser, {
    token: reporter.token,
    params: { userId: seller.id },
    body: { reason: 'fraud' },
  });
  await users.current.ask(suspendUser, {
    token: admin.token,
    params: { userId: seller.id },
    body: { reason: 'измама' },
  });
  expect(await contentsOf(reporter)).toEqual([decided('report_upheld')]);
  const closing = await users.current.rejection(memberReports.closeMemberReports, {
    token: moderator.token,
    params: { subjectId: seller.id },
    body: { reason: 'Няма нищо' },
  });
  expect(closing.code).toBe('not_found');
});

test('what another moderator has decided is not dismissed', async () => {
  const id = await reportedDeal();
  const decide = (action: string) => ({
    token: moderator.token,
    params: { id },
    body: { action, reason: 'Прочетох я' },
  });
  await users.current.ask(moderateDeal, decide('remove'));
  expect((await users.current.rejection(moderateDeal, decide('dismiss'))).code).toBe('not_found');
  const { entries } = await users.current.ask(listAudit, {
    token: moderator.token,
    query: { subject: id },
  });
  expect(entries).toMatchObject([{ action: 'deal.remove' }]);
});

test('the removal of a deal that its owner deleted is a decision that the owner reads', async () => {
  const id = await post();
  await users.current.ask(deleteDeal, { token: seller.token, params: { id } });
  await users.current.ask(moderateDeal, {
    token: moderator.token,
    params: { id },
    body: { action: 'remove', reason: 'Измама' },
  });
  expect(await contentsOf(seller)).toMatchObject([{ kind: 'own_deal_removed', reason: 'Измама' }]);
  const { decisions } = await users.current.ask(listDecisions, { token: seller.token });
  expect(decisions).toMatchObject([{ action: 'deal.remove', subject: { id } }]);
});

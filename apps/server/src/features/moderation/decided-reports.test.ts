import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { deleteUser, getUser, suspendUser } from '@izgodno/contract/accounts/administration-calls';
import { addMember, createChannel } from '@izgodno/contract/chat/channel-calls';
import { addComment } from '@izgodno/contract/chat/comment-calls';
import { sendMessage } from '@izgodno/contract/chat/message-calls';
import {
  closeMessageReports,
  listMessageReports,
  reportMessage,
} from '@izgodno/contract/chat/moderation-calls';
import { listAudit } from '@izgodno/contract/audit/calls';
import { listDecisions } from '@izgodno/contract/moderation/appeal-calls';
import { listReports, moderateDeal, reportDeal } from '@izgodno/contract/moderation/calls';
import * as memberReports from '@izgodno/contract/moderation/member-report-calls';
import { listNotices } from '@izgodno/contract/notices/calls';
import type { ReportedSubject } from '@izgodno/contract/notices/notice';
import { createDeal, deleteDeal, RESTORE_WINDOW_MS } from '@izgodno/contract/posts/calls';
import { createUuidV7 } from '#platform/uuid.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { somebody } from '#test/session-app.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';
import { closeObsoleteReportsJob } from './ends-of-reports.ts';

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

/** A rating that is shown. */
const rate = async ({ rater, rated }: Record<'rater' | 'rated', Member>) => {
  const { database } = users.current.database;
  const at = new Date(users.current.time);
  const [dealId = 0] = await insertDeals(database, [aDeal()]);
  await database
    .insertInto('sales')
    .values({ deal_id: dealId, seller_id: rated.id, buyer_id: rater.id, sold_at: at })
    .execute();
  const id = createUuidV7(users.current.time);
  const row = { id, deal_id: dealId, rater_id: rater.id, rated_id: rated.id, stars: 1, text: '' };
  await database
    .insertInto('ratings')
    .values({ ...row, reply: null, created_at: at, shown_at: at, removed_at: null })
    .execute();
  return id;
};

const contentsOf = async ({ token }: Member) =>
  (await users.current.ask(listNotices, { token })).notices.map(({ content }) => content);

const decided = (what: string, subject: ReportedSubject) => ({
  kind: 'moderation_decision',
  decided: what,
  reason: '',
  subject,
});
const theDeal = (id: string) => ({ kind: 'deal', id, name: 'Палатка' }) as const;
const theSeller = () => ({ kind: 'member', id: seller.id, name: seller.name }) as const;

const reportSeller = () =>
  users.current.ask(memberReports.reportUser, {
    token: reporter.token,
    params: { userId: seller.id },
    body: { reason: 'fraud' },
  });

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
  expect(await contentsOf(reporter)).toEqual([decided(what, theDeal(id))]);
  // Nothing new is decided.
  await users.current.send(moderateDeal, decision);
  expect(await contentsOf(reporter)).toHaveLength(1);
});

test('the owner of an ended deal reads why, once', async () => {
  const id = await reportedDeal();
  const expire = async () => {
    users.current.time += 1_000;
    const body = { action: 'expire', reason: 'Няма го вече' };
    await users.current.ask(moderateDeal, { token: moderator.token, params: { id }, body });
  };
  await expire();
  const { token } = await users.current.member();
  await users.current.ask(reportDeal, { token, params: { id }, body: { reason: 'other' } });
  await expire();
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
  expect(await contentsOf(reporter)).toEqual([decided('report_upheld', theSeller())]);
});

test('of a deal that is removed with the suspension of its seller', async () => {
  const admin = await users.current.member('admin');
  const id = await reportedDeal();
  await users.current.ask(suspendUser, {
    token: admin.token,
    params: { userId: seller.id },
    body: { reason: 'спам', removeContent: true },
  });
  expect(await contentsOf(reporter)).toEqual([decided('report_upheld', theDeal(id))]);
});

test.for([
  ['once', false],
  ['only of the deal, because the author had deleted the comment', true],
] as const)('of a deal and a comment with a suspension: %s', async ([, isDeleted]) => {
  const admin = await users.current.member('admin');
  const id = await reportedDeal();
  const { comment } = await users.current.ask(addComment, {
    token: seller.token,
    params: { id },
    body: { clientId: createUuidV7(users.current.time), text: 'Купете' },
  });
  await users.current.ask(reportMessage, {
    token: reporter.token,
    params: { id: comment.id },
    body: { reason: 'spam', note: '' },
  });
  if (isDeleted)
    // While it was being reported, so that the deletion did not close the report.
    await users.current.database.database
      .updateTable('messages')
      .set({ text: '', deleted_at: new Date(users.current.time) })
      .where('id', '=', comment.id)
      .execute();
  await users.current.ask(suspendUser, {
    token: admin.token,
    params: { userId: seller.id },
    body: { reason: 'спам', removeContent: true },
  });
  expect(await contentsOf(reporter)).toEqual([
    decided('report_upheld', isDeleted ? theDeal(id) : theSeller()),
  ]);
});

test('of a member', async () => {
  await reportSeller();
  await users.current.ask(memberReports.closeMemberReports, {
    token: moderator.token,
    params: { subjectId: seller.id },
    body: { reason: 'Няма нищо' },
  });
  expect(await contentsOf(reporter)).toEqual([decided('report_dismissed', theSeller())]);
});

test('of a member who is suspended, which are closed', async () => {
  const admin = await users.current.member('admin');
  await reportSeller();
  await users.current.ask(suspendUser, {
    token: admin.token,
    params: { userId: seller.id },
    body: { reason: 'измама' },
  });
  expect(await contentsOf(reporter)).toEqual([decided('report_upheld', theSeller())]);
  const closing = await users.current.rejection(memberReports.closeMemberReports, {
    token: moderator.token,
    params: { subjectId: seller.id },
    body: { reason: 'Няма нищо' },
  });
  expect(closing.code).toBe('not_found');
});

test('of a deal that its owner deleted, once it is erased', async () => {
  const id = await reportedDeal();
  await users.current.ask(deleteDeal, { token: seller.token, params: { id } });
  const endReports = async () => {
    await users.current.jobs.fire('posts.forget');
    await users.current.jobs.fire(closeObsoleteReportsJob.name);
    const { accessToken } = await users.current.login({ ...somebody(), email: reporter.email });
    return contentsOf({ ...reporter, token: accessToken });
  };
  // Moderators may still decide.
  expect(await endReports()).toEqual([]);
  users.current.time += RESTORE_WINDOW_MS + 1;
  for (let run = 0; run < 2; run += 1)
    expect(await endReports()).toEqual([decided('report_obsolete', { kind: 'deal' })]);
});

test('of a deal that is erased before the decision, without its name', async () => {
  const id = await reportedDeal();
  await users.current.ask(deleteDeal, { token: seller.token, params: { id } });
  users.current.time += RESTORE_WINDOW_MS + 1;
  await users.current.jobs.fire('posts.forget');
  const again = async ({ email }: Member) =>
    (await users.current.login({ ...somebody(), email })).accessToken;
  await users.current.ask(moderateDeal, {
    token: await again(moderator),
    params: { id },
    body: { action: 'dismiss', reason: 'Няма нищо' },
  });
  expect(await contentsOf({ ...reporter, token: await again(reporter) })).toEqual([
    decided('report_dismissed', { kind: 'deal' }),
  ]);
});

test.for([
  ['its owner', 'report_obsolete'],
  ['an administrator', 'report_upheld'],
] as const)('of an account that %s deletes: %s, without names', async ([by, what]) => {
  const admin = await users.current.member('admin');
  const id = await reportedDeal();
  await reportedDeal();
  await reportSeller();
  const { comment } = await users.current.ask(addComment, {
    token: seller.token,
    params: { id },
    body: { clientId: createUuidV7(users.current.time), text: 'Купете' },
  });
  await users.current.ask(reportMessage, {
    token: reporter.token,
    params: { id: comment.id },
    body: { reason: 'spam', note: '' },
  });
  const given = await rate({ rater: seller, rated: moderator });
  await users.current.ask(memberReports.reportRating, {
    token: reporter.token,
    params: { id: given },
    body: { reason: 'abuse' },
  });
  await (by === 'its owner'
    ? users.current.ask(deleteAccount, {
        token: seller.token,
        body: { currentPassword: somebody().password },
      })
    : users.current.ask(deleteUser, {
        token: admin.token,
        params: { userId: seller.id },
        body: { reason: 'измама' },
      }));
  await users.current.jobs.fire('chat.erase-old');
  const contents = await contentsOf(reporter);
  expect(contents).toHaveLength(4);
  expect(contents).toEqual(
    expect.arrayContaining(
      (['deal', 'member', 'comment', 'rating'] as const).map((kind) => decided(what, { kind })),
    ),
  );
});

test('of a rating that goes with the deleted account of its subject', async () => {
  const admin = await users.current.member('admin');
  const id = await rate({ rater: moderator, rated: seller });
  const report = { params: { id }, body: { reason: 'abuse' } };
  await users.current.ask(memberReports.reportRating, { token: reporter.token, ...report });
  await users.current.ask(deleteUser, {
    token: admin.token,
    params: { userId: seller.id },
    body: { reason: 'измама' },
  });
  expect(await contentsOf(reporter)).toEqual([decided('report_obsolete', { kind: 'rating' })]);
});

test('of a message that was erased with many others', async () => {
  const { current } = users;
  const { token } = seller;
  const body = { name: 'Къмпинг', kind: 'public' };
  const { channel } = await current.ask(createChannel, { token, body });
  const params = { id: channel.id, userId: reporter.id };
  await current.ask(addMember, { token: reporter.token, params });
  const text = { channelId: channel.id, clientId: createUuidV7(current.time), text: 'Спам' };
  const { message } = await current.ask(sendMessage, { token, body: text });
  const report = { params: { id: message.id }, body: { reason: 'spam', note: '' } };
  await current.ask(reportMessage, { token: reporter.token, ...report });
  const { database } = current.database;
  const erased = { text: '', deleted_at: new Date(current.time) };
  await database.updateTable('messages').set(erased).where('id', '=', message.id).execute();
  for (let run = 0; run < 2; run += 1) await current.jobs.fire('chat.erase-old');
  expect(await contentsOf(reporter)).toEqual([decided('report_obsolete', { kind: 'message' })]);
});

test('of a message that was erased after many whose reporters have deleted their accounts', async () => {
  const { database } = users.current.database;
  const body = { name: 'Походи', kind: 'public' };
  const { channel } = await users.current.ask(createChannel, { token: seller.token, body });
  await sql`
    WITH erased AS (
      INSERT INTO messages (channel_id, seq, version, id, client_id, sender_id, text, created_at, deleted_at)
      SELECT ${channel.id}, i, i, gen_random_uuid(), gen_random_uuid(), ${seller.id}, '', now(), now()
        FROM generate_series(1, 501) AS i
      RETURNING id, seq
    )
    INSERT INTO message_reports (channel_id, message_id, reporter_id, reason, note, created_at)
    SELECT ${channel.id}, id, CASE WHEN seq = 501 THEN ${reporter.id}::uuid END, 'spam', '',
           now() + seq * interval '1 second'
      FROM erased CROSS JOIN generate_series(1, 2) AS copy
     WHERE copy = 1 OR seq = 500`.execute(database);
  await users.current.jobs.fire('chat.erase-old');
  expect(await contentsOf(reporter)).toEqual([decided('report_obsolete', { kind: 'message' })]);
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

test('reports of a deleted account wait without its name, and are erased once they are decided', async () => {
  const { current } = users;
  const admin = await current.member('admin');
  const id = await reportedDeal();
  const dismissed = await reportedDeal();
  const body = { action: 'dismiss', reason: 'Няма нищо' };
  await current.ask(moderateDeal, { token: moderator.token, params: { id: dismissed }, body });
  await reportSeller();
  const text = { clientId: createUuidV7(current.time), text: 'Купете' };
  const { comment } = await current.ask(addComment, {
    token: seller.token,
    params: { id },
    body: text,
  });
  const report = { params: { id: comment.id }, body: { reason: 'spam', note: 'Пак той' } };
  await current.ask(reportMessage, { token: reporter.token, ...report });
  await current.ask(deleteAccount, {
    token: reporter.token,
    body: { currentPassword: somebody().password },
  });

  const { database } = current.database;
  const count = async () => {
    const rows = await sql<{ reports: number }>`
      SELECT (SELECT count(*) FROM deal_reports WHERE deal_id IN (${id}, ${dismissed}))
           + (SELECT count(*) FROM member_reports WHERE user_id = ${seller.id}::uuid)
           + (SELECT count(*) FROM message_reports WHERE message_id = ${comment.id}::uuid)
             AS reports`.execute(database);
    return Number(rows.rows[0]?.reports);
  };
  expect(await count()).toBe(3);
  const asModerator = { token: moderator.token };
  const deals = await current.ask(listReports, asModerator);
  const waiting = deals.items.find(({ deal }) => deal.id === id)?.reports;
  const members = await current.ask(memberReports.listMemberReports, asModerator);
  const ofSeller = members.items.find(({ subjectId }) => subjectId === seller.id)?.reports;
  const messages = await current.ask(listMessageReports, asModerator);
  const ofComment = messages.reports.filter(({ message }) => message.id === comment.id);
  for (const reports of [waiting, ofSeller, ofComment])
    expect(reports?.map(({ reporter: { name } }) => name)).toEqual(['']);
  expect(ofComment).toMatchObject([{ note: 'Пак той' }]);
  await current.ask(getUser, { token: admin.token, params: { userId: seller.id } });

  await current.ask(closeMessageReports, {
    ...asModerator,
    params: { messageId: comment.id },
    body: { outcome: 'deleted', reason: 'Спам' },
  });
  await current.ask(memberReports.closeMemberReports, {
    ...asModerator,
    params: { subjectId: seller.id },
    body: { reason: 'Няма нищо' },
  });
  await current.ask(moderateDeal, {
    ...asModerator,
    params: { id },
    body: { action: 'remove', reason: 'Измама' },
  });
  await current.jobs.fire(closeObsoleteReportsJob.name);
  await current.jobs.fire('chat.erase-old');
  expect(await count()).toBe(0);
});

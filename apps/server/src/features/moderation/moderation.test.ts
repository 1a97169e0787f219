import { beforeAll, describe, expect, test } from 'vitest';
import { liftSuspension, suspendUser } from '@izgodno/contract/accounts/administration-calls';
import { getDeal } from '@izgodno/contract/deals/calls';
import {
  listReports,
  markExpired,
  moderateDeal,
  reportDeal,
  unmarkExpired,
} from '@izgodno/contract/moderation/calls';
import {
  changeDealStatus,
  createDeal,
  deleteDeal,
  listMyDeals,
  restoreDeal,
} from '@izgodno/contract/posts/calls';
import { listAudit } from '@izgodno/contract/audit/calls';
import { listNotices } from '@izgodno/contract/notices/calls';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { feedOf, importFrom, useFolder, writeFeedFile } from '#test/import-harness.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp();
let seller: Member;
let members: readonly Member[];
let moderator: Member;

const post = async (who = seller): Promise<string> => {
  const { deal } = await users.current.ask(createDeal, {
    token: who.token,
    body: { title: 'Палатка', price: { amount: 50_00, currency: 'EUR' }, category: 'sports' },
  });
  return deal.id;
};

const mark = (who: Member | undefined, id: string, ip: string) =>
  users.current.ask(markExpired, { token: who?.token ?? '', params: { id }, ip });

const statusOf = async (id: string) =>
  (await users.current.ask(getDeal, { params: { id } })).deal.status;

const decide = (who: Member, id: string, action: string) => ({
  token: who.token,
  params: { id },
  body: { action, reason: 'Измама с капаро' },
});

const readQueue = (cursor?: string) =>
  users.current.ask(listReports, {
    token: moderator.token,
    query: { limit: '2', ...(cursor === undefined ? {} : { cursor }) },
  });

const report = (who: Member | undefined, id: string, reason: string) => {
  users.current.time += 1_000;
  return users.current.ask(reportDeal, {
    token: who?.token ?? '',
    params: { id },
    body: { reason, note: 'Виж <b>снимките</b>' },
  });
};

beforeAll(async () => {
  await insertSources(users.current.database.database);
  seller = await users.current.member();
  moderator = await users.current.member('moderator');
  members = await Promise.all([
    users.current.member(),
    users.current.member(),
    users.current.member(),
    users.current.member(),
  ]);
});

describe('expired votes', () => {
  test('expire a deal when three independent members cast them, and can be withdrawn', async () => {
    const [id = 0] = await insertDeals(users.current.database.database, [aDeal()]);
    const deal = String(id);
    const [one, two, three] = members;
    expect(await mark(one, deal, '192.0.2.1')).toEqual({
      success: true,
      marks: 1,
      needed: 3,
      marked: true,
      status: 'active',
    });
    await mark(one, deal, '192.0.2.9');
    await mark(two, deal, '192.0.2.2');
    expect(await statusOf(deal)).toBe('active');
    expect(await mark(three, deal, '192.0.2.3')).toMatchObject({ marks: 3, status: 'expired' });
    expect(await statusOf(deal)).toBe('expired');

    const back = await users.current.ask(unmarkExpired, {
      token: two?.token ?? '',
      params: { id: deal },
    });
    expect(back).toMatchObject({ marks: 2, marked: false, status: 'active' });
    expect(await statusOf(deal)).toBe('active');
  });

  test('count once for members who share a network', async () => {
    const [id = 0] = await insertDeals(users.current.database.database, [aDeal()]);
    const deal = String(id);
    for (const who of members) await mark(who, deal, '192.0.2.1');
    expect(await statusOf(deal)).toBe('active');
  });

  test('do not tell what else was voted on from a network', async () => {
    const { database } = users.current.database;
    const ids = await insertDeals(database, [aDeal(), aDeal()]);
    for (const id of ids) await mark(members[0], String(id), '192.0.2.1');
    const [one, two] = await database
      .selectFrom('expired_marks')
      .select('network')
      .where('deal_id', 'in', ids)
      .execute();
    expect(one?.network).not.toEqual(two?.network);
  });

  test('are cleared by its owner, who is notified and whose vote alone suffices', async () => {
    const deal = await post();
    for (const [index, who] of members.slice(0, 3).entries())
      await mark(who, deal, `192.0.2.${index}`);
    expect(await statusOf(deal)).toBe('expired');
    const { notices } = await users.current.ask(listNotices, { token: seller.token });
    expect(notices[0]?.content).toMatchObject({ kind: 'own_deal_expired', why: 'members' });

    await users.current.ask(changeDealStatus, {
      token: seller.token,
      params: { id: deal },
      body: { status: 'active' },
    });
    expect(await mark(members[3], deal, '192.0.2.200')).toMatchObject({
      marks: 1,
      status: 'active',
    });
    expect(await mark(seller, deal, '192.0.2.50')).toMatchObject({ status: 'expired' });
  });

  test('are cleared by its owner also before one of them is withdrawn', async () => {
    const deal = await post();
    for (const [index, who] of members.entries()) await mark(who, deal, `192.0.2.${index}`);
    await users.current.ask(changeDealStatus, {
      token: seller.token,
      params: { id: deal },
      body: { status: 'active' },
    });
    const withdrawn = await users.current.ask(unmarkExpired, {
      token: members[0]?.token ?? '',
      params: { id: deal },
    });
    expect(withdrawn).toMatchObject({ marks: 0, marked: false, status: 'active' });
  });

  test.for(['its owner', 'its end'] as const)(
    'are cleared by its owner also if it expires again, by %s, before one of them is withdrawn',
    async (by) => {
      const { database } = users.current.database;
      const deal = await post();
      for (const [index, who] of members.entries()) await mark(who, deal, `192.0.2.${index}`);
      const set = (status: string) =>
        users.current.ask(changeDealStatus, {
          token: seller.token,
          params: { id: deal },
          body: { status },
        });
      await set('active');
      if (by === 'its owner') await set('expired');
      else {
        const expires_at = new Date(users.current.time);
        const own = database.updateTable('posts').where('deal_id', '=', Number(deal));
        await own.set({ expires_at }).execute();
        await users.current.jobs.fire('posts.expire');
      }
      for (const { token } of members)
        await users.current.ask(unmarkExpired, { token, params: { id: deal } });
      expect(await statusOf(deal)).toBe('expired');
    },
  );

  test('do not change a sold deal', async () => {
    const deal = await post();
    await users.current.ask(changeDealStatus, {
      token: seller.token,
      params: { id: deal },
      body: { status: 'sold' },
    });
    expect(
      await users.current.rejection(markExpired, {
        token: members[0]?.token ?? '',
        params: { id: deal },
      }),
    ).toMatchObject({ status: 409, code: 'status_conflict' });
  });

  test('and reports are not for a deleted deal', async () => {
    const id = await post();
    await users.current.ask(deleteDeal, { token: seller.token, params: { id } });
    const request = { token: members[0]?.token ?? '', params: { id } };
    const body = { reason: 'scam' };
    for (const rejected of [
      await users.current.rejection(markExpired, request),
      await users.current.rejection(reportDeal, { ...request, body }),
    ])
      expect(rejected).toMatchObject({ status: 404 });
  });
});

describe('reports', () => {
  test('wait for a moderator, whose decision is stored and notified', async () => {
    const deal = await post();
    await report(members[0], deal, 'scam');
    await report(members[1], deal, 'spam');
    await report(members[1], deal, 'duplicate');
    expect(await readQueue()).toMatchObject({
      total: 1,
      items: [
        {
          deal: { id: deal },
          reports: [{ reason: 'scam', note: 'Виж <b>снимките</b>' }, { reason: 'duplicate' }],
        },
      ],
    });

    expect(await users.current.ask(moderateDeal, decide(moderator, deal, 'remove'))).toMatchObject({
      status: 'deleted',
      resolvedReports: 2,
    });
    expect(await readQueue()).toMatchObject({ total: 0, items: [] });
    expect(
      await users.current.rejection(restoreDeal, { token: seller.token, params: { id: deal } }),
    ).toMatchObject({ status: 403 });
    const { notices } = await users.current.ask(listNotices, { token: seller.token });
    expect(notices[0]?.content).toMatchObject({
      kind: 'own_deal_removed',
      reason: 'Измама с капаро',
    });
    const own = await post();
    await users.current.ask(deleteDeal, { token: seller.token, params: { id: own } });
    const deleted = await users.current.ask(listMyDeals, {
      token: seller.token,
      query: { status: 'deleted' },
    });
    expect(deleted.items.map(({ id }) => id)).toEqual(expect.arrayContaining([own, deal]));
    expect(deleted.removedByModerator).toEqual([deal]);

    users.current.time += 1_000;
    await users.current.ask(moderateDeal, decide(moderator, deal, 'reinstate'));
    expect(await statusOf(deal)).toBe('active');
    await report(members[2], deal, 'other');
    expect((await readQueue()).items.map(({ reports }) => reports.length)).toEqual([1]);
    await users.current.ask(moderateDeal, decide(moderator, deal, 'dismiss'));
    const after = await users.current.ask(listNotices, { token: seller.token });
    expect(after.notices[0]?.content).toMatchObject({
      kind: 'own_post_reinstated',
      deal: { id: deal },
      reason: 'Измама с капаро',
    });
    const { entries } = await users.current.ask(listAudit, {
      token: moderator.token,
      query: { kind: 'deal', subject: deal },
    });
    expect(entries).toMatchObject([
      { action: 'deal.dismiss', details: { reports: '1' } },
      { action: 'deal.reinstate', actor: { id: moderator.id } },
      {
        action: 'deal.remove',
        actor: { id: moderator.id },
        reason: 'Измама с капаро',
        details: { before: 'active', after: 'deleted', reports: '2' },
      },
    ]);
  });

  test('of two moderators who remove one deal, one decides', async () => {
    const deal = await post();
    await report(members[0], deal, 'scam');
    const other = await users.current.member('moderator');
    const decisions = [moderator, other].map((who) =>
      users.current.ask(moderateDeal, decide(who, deal, 'remove')),
    );
    const resolved = (await Promise.all(decisions)).map(({ resolvedReports }) => resolvedReports);
    expect(resolved.toSorted((a, b) => a - b)).toEqual([0, 1]);
    const { entries } = await users.current.ask(listAudit, {
      token: moderator.token,
      query: { kind: 'deal', subject: deal },
    });
    expect(entries).toMatchObject([{ action: 'deal.remove', details: { before: 'active' } }]);
    const { notices } = await users.current.ask(listNotices, { token: seller.token });
    const about = notices.filter(({ content }) => 'deal' in content && content.deal.id === deal);
    expect(about).toHaveLength(1);
  });

  test('of a deal that its owner deleted do not let a moderator bring it back', async () => {
    const deal = await post();
    const own = { token: seller.token, params: { id: deal } };
    await users.current.ask(deleteDeal, own);
    await users.current.ask(moderateDeal, decide(moderator, deal, 'remove'));
    const { status } = await users.current.ask(moderateDeal, decide(moderator, deal, 'reinstate'));
    expect(status).toBe('deleted');
    expect(await users.current.rejection(getDeal, { params: { id: deal } })).toMatchObject({
      status: 404,
    });
    await users.current.ask(restoreDeal, own);
    expect(await statusOf(deal)).toBe('active');
  });

  test('of a suspended seller do not let a moderator show the deal before the suspension ends', async () => {
    const admin = await users.current.member('admin');
    const suspended = await users.current.member();
    const [before, during] = [await post(suspended), await post(suspended)];
    const seller = { token: admin.token, params: { userId: suspended.id } };
    await users.current.ask(moderateDeal, decide(moderator, before, 'remove'));
    await users.current.ask(suspendUser, { ...seller, body: { reason: 'спам' } });
    await users.current.ask(moderateDeal, decide(moderator, during, 'remove'));
    for (const id of [before, during]) {
      const decision = decide(moderator, id, 'reinstate');
      expect((await users.current.ask(moderateDeal, decision)).status).toBe('deleted');
    }
    await users.current.ask(moderateDeal, decide(moderator, before, 'remove'));
    await users.current.ask(liftSuspension, seller);
    expect(await statusOf(during)).toBe('active');
    const reinstatements = () =>
      users.current.database.database
        .selectFrom('notices')
        .select('kind')
        .where('user_id', '=', suspended.id)
        .where('kind', '=', 'own_post_reinstated')
        .execute();
    // No notice says that a deal is back which stays hidden.
    expect(await reinstatements()).toEqual([]);
    await users.current.ask(moderateDeal, decide(moderator, before, 'reinstate'));
    expect(await statusOf(before)).toBe('active');
    expect(await reinstatements()).toHaveLength(1);
  });

  test('of a seller suspended with all content do not show a deal before the suspension ends', async () => {
    const admin = await users.current.member('admin');
    const suspended = await users.current.member();
    const [removed, hidden, active] = [
      await post(suspended),
      await post(suspended),
      await post(suspended),
    ];
    const seller = { token: admin.token, params: { userId: suspended.id } };
    const suspend = (removeContent: boolean) =>
      users.current.ask(suspendUser, { ...seller, body: { reason: 'спам', removeContent } });
    await users.current.ask(moderateDeal, decide(moderator, removed, 'remove'));
    await users.current.ask(moderateDeal, decide(moderator, active, 'remove'));
    await suspend(false);
    await users.current.ask(moderateDeal, decide(moderator, active, 'reinstate'));
    await suspend(true);
    for (const id of [removed, hidden, active]) {
      const decision = decide(moderator, id, 'reinstate');
      expect((await users.current.ask(moderateDeal, decision)).status).toBe('deleted');
    }
    await users.current.ask(liftSuspension, seller);
    for (const id of [removed, hidden, active]) expect(await statusOf(id)).toBe('active');
  });

  test('are listed by cursor, longest waiting first', async () => {
    const deals = [await post(), await post(), await post()];
    for (const deal of deals) await report(members[2], deal, 'other');
    const first = await readQueue();
    const second = await readQueue(first.nextCursor ?? undefined);
    expect([...first.items, ...second.items].map(({ deal }) => deal.id)).toEqual(deals);
    expect(second.nextCursor).toBeNull();
    for (const deal of deals)
      await users.current.ask(moderateDeal, decide(moderator, deal, 'dismiss'));
    expect((await readQueue()).total).toBe(0);
  });

  test('are for moderators and administrators, who do not moderate their own deals', async () => {
    const admin = await users.current.member('admin');
    const deal = await post();
    const own = await post(moderator);
    for (const [call, options] of [
      [listReports, { token: seller.token }],
      [listAudit, { token: seller.token }],
      [moderateDeal, decide(seller, deal, 'dismiss')],
      [moderateDeal, decide(moderator, own, 'dismiss')],
    ] as const) {
      expect(await users.current.rejection(call, options)).toMatchObject({
        status: 403,
        code: 'forbidden',
      });
    }
    expect(await users.current.rejection(listReports)).toMatchObject({ status: 401 });
    expect(await users.current.ask(moderateDeal, decide(admin, own, 'expire'))).toMatchObject({
      status: 'expired',
    });
  });
});

describe('a deal of a source', () => {
  const folder = useFolder();

  const importAt = async (price: string): Promise<string> => {
    const feed = await writeFeedFile(folder.path, 'feed.xml', feedOf([{ id: 'judged-1', price }]));
    await importFrom(users.current.database, folder.path, feed);
    const { id } = await users.current.database.database
      .selectFrom('deals')
      .select('id')
      .where('external_id', '=', 'judged-1')
      .executeTakeFirstOrThrow();
    return String(id);
  };

  test('that was removed stays removed, whatever the source says, until it is reinstated', async () => {
    const deal = await importAt('10.00 EUR');
    await users.current.ask(moderateDeal, decide(moderator, deal, 'remove'));
    expect(await importAt('9.00 EUR')).toBe(deal);
    expect(await users.current.rejection(getDeal, { params: { id: deal } })).toMatchObject({
      status: 404,
    });
    await users.current.ask(moderateDeal, decide(moderator, deal, 'reinstate'));
    await importAt('8.00 EUR');
    expect((await users.current.ask(getDeal, { params: { id: deal } })).deal).toMatchObject({
      status: 'active',
      price: { amount: 8_00 },
    });
  });
});

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import { listAudit } from '@izgodno/contract/audit/calls';
import { dealChannelId } from '@izgodno/contract/chat/deal-channel';
import { getDeal } from '@izgodno/contract/deals/calls';
import * as calls from '@izgodno/contract/moderation/appeal-calls';
import { moderateDeal, reportDeal } from '@izgodno/contract/moderation/calls';
import { listNotices } from '@izgodno/contract/notices/calls';
import { changeDealStatus, createDeal, deleteDeal } from '@izgodno/contract/posts/calls';
import { createUuidV7 } from '#platform/uuid.ts';
import { insertSources } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp();
let seller: Member;
let moderator: Member;
let other: Member;
let dealId: string;

beforeAll(() => insertSources(users.current.database.database));

/** The deal of another seller, which another moderator removes. */
const removeDeal = async (): Promise<void> => {
  users.current.time += 1_000;
  seller = await users.current.member();
  moderator = await users.current.member('moderator');
  other = await users.current.member('moderator');
  const { deal } = await users.current.ask(createDeal, {
    token: seller.token,
    body: { title: 'Палатка', price: { amount: 50_00, currency: 'EUR' }, category: 'sports' },
  });
  dealId = deal.id;
  await users.current.ask(moderateDeal, {
    token: moderator.token,
    params: { id: dealId },
    body: { action: 'remove', reason: 'Прилича на измама' },
  });
};

beforeEach(removeDeal);

const decisionsOf = async (who = seller) =>
  (await users.current.ask(calls.listDecisions, { token: who.token })).decisions;

const decisionId = async (): Promise<string> => (await decisionsOf())[0]?.id ?? '';

const request = (id: string, who = seller) => ({
  token: who.token,
  params: { id },
  body: { text: 'Имам касова бележка.' },
});

/** Appeals the decision of each test. Returns the appeal's id. */
const appeal = async (): Promise<string> => {
  await users.current.ask(calls.appealDecision, request(await decisionId()));
  const { appeals } = await users.current.ask(calls.listAppeals, { token: other.token });
  return appeals.find(({ user }) => user.id === seller.id)?.id ?? '';
};

const decision = (id: string, outcome: calls.AppealOutcome, who = other) => ({
  token: who.token,
  params: { id },
  body: { outcome, reason: 'Бележката е истинска' },
});

const statusOf = async (): Promise<string> => {
  const response = await users.current.send(getDeal, { params: { id: dealId } });
  return response.statusCode === 200
    ? response.json<{ deal: { status: string } }>().deal.status
    : String(response.statusCode);
};

const setStatus = (status: string) =>
  users.current.ask(changeDealStatus, {
    token: seller.token,
    params: { id: dealId },
    body: { status },
  });

/** A moderator's decision about the deal, a second later. */
const moderate = async (action: string) => {
  users.current.time += 1_000;
  const body = { action, reason: 'Няма го вече' };
  await users.current.ask(moderateDeal, {
    token: moderator.token,
    params: { id: dealId },
    body,
  });
};

describe('a decision', () => {
  test('is shown with its reason to the owner of the content, and to no other', async () => {
    expect(await decisionsOf()).toMatchObject([
      {
        action: 'deal.remove',
        subject: { kind: 'deal', id: dealId },
        title: 'Палатка',
        reason: 'Прилича на измама',
        appealUntil: new Date(users.current.time + calls.APPEAL_WITHIN_MS).toISOString(),
        appeal: null,
      },
    ]);
    expect(await decisionsOf(other)).toEqual([]);
  });

  test('is appealed once, by its owner, within half a year', async () => {
    const id = await decisionId();
    expect(await users.current.rejection(calls.appealDecision, request(id, other))).toMatchObject({
      code: 'not_found',
    });
    await users.current.ask(calls.appealDecision, request(id));
    expect(await users.current.rejection(calls.appealDecision, request(id))).toMatchObject({
      status: 409,
      code: 'already_appealed',
    });
    expect(await decisionsOf()).toMatchObject([
      { appeal: { text: 'Имам касова бележка.', outcome: null, answer: null } },
    ]);
    const { database } = users.current.database;
    await database.deleteFrom('appeals').execute();
    const tooOld = new Date(users.current.time - calls.APPEAL_WITHIN_MS);
    await database.updateTable('audit_entries').set({ at: tooOld }).where('id', '=', id).execute();
    expect((await users.current.rejection(calls.appealDecision, request(id))).code).toBe(
      'not_found',
    );
  });
});

test('a removal that a moderator has reversed is shown so, and cannot be appealed', async () => {
  const id = await decisionId();
  expect(await decisionsOf()).toMatchObject([{ isReversed: false }]);
  await moderate('reinstate');
  expect(await decisionsOf()).toMatchObject([{ id, isReversed: true }]);
  const query = { kind: 'deal', subject: dealId } as const;
  const { entries } = await users.current.ask(listAudit, { token: other.token, query });
  expect(entries).toHaveLength(2);
  for (const entry of entries)
    expect((await users.current.rejection(calls.appealDecision, request(entry.id))).code).toBe(
      'not_found',
    );
  await moderate('remove');
  expect(await decisionsOf()).toMatchObject([{ isReversed: false }, { id, isReversed: true }]);
  await users.current.ask(calls.appealDecision, request(await decisionId()));
});

describe('an appeal', () => {
  test('waits with the decision it is about, after those that wait longer', async () => {
    const first = await appeal();
    await removeDeal();
    const id = await appeal();
    const { appeals } = await users.current.ask(calls.listAppeals, { token: other.token });
    expect(appeals.map((one) => one.id).slice(-2)).toEqual([first, id]);
    expect(appeals.find((one) => one.id === id)).toMatchObject({
      text: 'Имам касова бележка.',
      user: { id: seller.id },
      decision: { title: 'Палатка', reason: 'Прилича на измама', actor: { id: moderator.id } },
    });
  });

  test('that is granted brings the deal back, and says why', async () => {
    const id = await appeal();
    await users.current.ask(calls.decideAppeal, decision(id, 'reversed'));
    expect(await statusOf()).toBe('active');
    expect(await decisionsOf()).toMatchObject([
      { appeal: { outcome: 'reversed', answer: 'Бележката е истинска' } },
    ]);
    const { notices } = await users.current.ask(listNotices, { token: seller.token });
    expect(notices.map(({ content }) => content)).toContainEqual({
      kind: 'moderation_decision',
      decided: 'appeal_reversed',
      reason: 'Бележката е истинска',
      subject: { kind: 'deal', id: dealId, name: 'Палатка' },
    });
    const { entries } = await users.current.ask(listAudit, {
      token: other.token,
      query: { kind: 'deal', subject: dealId },
    });
    expect(entries).toMatchObject([
      { action: 'appeal.reverse', details: { decision: entries[1]?.id } },
      { action: 'deal.remove' },
    ]);
    const { appeals } = await users.current.ask(calls.listAppeals, { token: other.token });
    expect(appeals.map((open) => open.id)).not.toContain(id);
  });

  test.for([
    ['message.delete', 'message', () => ({ channelId: createUuidV7(users.current.time) })],
    ['message.delete', 'comment', () => ({ channelId: dealChannelId(dealId) })],
    ['rating.remove', 'rating', () => ({ rating: createUuidV7(users.current.time) })],
  ] as const)(
    'against %s is answered with what it was about: a %s',
    async ([action, kind, more]) => {
      const { database } = users.current.database;
      await database
        .updateTable('audit_entries')
        .set({ action, subject_kind: 'message', details: JSON.stringify(more()) })
        .where('id', '=', await decisionId())
        .execute();
      await users.current.ask(calls.decideAppeal, decision(await appeal(), 'upheld'));
      const { notices } = await users.current.ask(listNotices, { token: seller.token });
      expect(notices[0]?.content).toEqual({
        kind: 'moderation_decision',
        decided: 'appeal_upheld',
        reason: 'Бележката е истинска',
        subject: { kind },
      });
    },
  );

  test.each(['owner', 'window'] as const)(
    'can be granted though the deal cannot be brought back (%s)',
    async (why) => {
      const id = await appeal();
      const own = { token: seller.token, params: { id: dealId } };
      if (why === 'owner') {
        const body = { action: 'reinstate', reason: 'По молба' };
        await users.current.ask(moderateDeal, { token: other.token, params: { id: dealId }, body });
        await users.current.ask(deleteDeal, own);
      } else {
        const { database } = users.current.database;
        await database.deleteFrom('deal_deletions').execute();
      }
      await users.current.ask(calls.decideAppeal, decision(id, 'reversed'));
      expect(await statusOf()).toBe('404');
      expect(await decisionsOf()).toMatchObject([{ appeal: { outcome: 'reversed' } }]);
    },
  );

  describe('against an expiry', () => {
    test('that is granted makes the deal active again', async () => {
      await moderate('reinstate');
      await moderate('expire');
      expect(await statusOf()).toBe('expired');
      await users.current.ask(calls.decideAppeal, decision(await appeal(), 'reversed'));
      expect(await statusOf()).toBe('active');
      const { notices } = await users.current.ask(listNotices, { token: seller.token });
      expect(notices[0]?.content).toMatchObject({ decided: 'appeal_reversed' });
    });

    test.each([
      ['the deal was sold since', 'sold', () => setStatus('sold')],
      [
        'a moderator expired it again since',
        'expired',
        async () => {
          await setStatus('active');
          await moderate('expire');
        },
      ],
      [
        'its owner made it active and expired it again since',
        'expired',
        async () => {
          await setStatus('active');
          await setStatus('expired');
        },
      ],
    ] as const)('changes nothing if %s', async (_, status, act) => {
      await moderate('reinstate');
      await moderate('expire');
      const id = await appeal();
      await act();
      await users.current.ask(calls.decideAppeal, decision(id, 'reversed'));
      expect(await statusOf()).toBe(status);
    });

    test('changes nothing if the deal was expired already', async () => {
      await moderate('reinstate');
      await setStatus('expired');
      // Without a report to resolve, this would be no decision.
      await users.current.ask(reportDeal, {
        token: other.token,
        params: { id: dealId },
        body: { reason: 'other', note: '' },
      });
      await moderate('expire');
      await users.current.ask(calls.decideAppeal, decision(await appeal(), 'reversed'));
      expect(await statusOf()).toBe('expired');
    });
  });

  test('leaves a deal removed that another moderator removed again since', async () => {
    const id = await appeal();
    await moderate('reinstate');
    await moderate('remove');
    await users.current.ask(calls.decideAppeal, decision(id, 'reversed'));
    expect(await statusOf()).toBe('404');
  });

  test('that is rejected leaves the deal removed', async () => {
    const id = await appeal();
    await users.current.ask(calls.decideAppeal, decision(id, 'upheld'));
    expect(await statusOf()).toBe('404');
    expect(await decisionsOf()).toMatchObject([{ appeal: { outcome: 'upheld' } }]);
    const query = { kind: 'deal', subject: dealId } as const;
    const { entries } = await users.current.ask(listAudit, { token: other.token, query });
    expect(entries[0]).toMatchObject({ action: 'appeal.uphold' });
  });

  test('is decided once, though two moderators do at the same time', async () => {
    const id = await appeal();
    const third = await users.current.member('moderator');
    const outcomes = await Promise.all([
      users.current.send(calls.decideAppeal, decision(id, 'upheld')),
      users.current.send(calls.decideAppeal, decision(id, 'reversed', third)),
    ]);
    expect(outcomes.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 404,
    ]);
  });

  test('is not decided by the moderator whose decision it is about', async () => {
    const id = await appeal();
    const own = await users.current.rejection(
      calls.decideAppeal,
      decision(id, 'upheld', moderator),
    );
    expect(own).toMatchObject({ status: 403, code: 'forbidden' });
    const mayDecide = async ({ token }: Member) => {
      const { appeals } = await users.current.ask(calls.listAppeals, { token });
      return appeals.find((one) => one.id === id)?.mayDecide;
    };
    expect([await mayDecide(moderator), await mayDecide(other)]).toEqual([false, true]);
  });

  test('is in the export of its author, and erased with the account', async () => {
    await appeal();
    const { appeals } = await users.current.ask(exportAccount, { token: seller.token });
    expect(appeals).toMatchObject([{ text: 'Имам касова бележка.', outcome: null }]);
    const { database } = users.current.database;
    await database.deleteFrom('users').where('id', '=', seller.id).execute();
    const left = await database.selectFrom('appeals').where('user_id', '=', seller.id).execute();
    expect(left).toEqual([]);
  });
});

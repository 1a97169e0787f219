import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '@izgodno/contract/accounts/session';
import { mila } from '#core/session/testing/sessions.ts';
import { aFile, aMessage } from '#features/chat/testing/messages.ts';
import { asksBeforeLeaving } from '#shared/ask-before-leaving.ts';
import { followFocus } from './follow-focus.ts';
import { network } from './testing/network.ts';
import {
  deal,
  dealPage,
  open,
  rejection,
  serving,
  signIn,
  startAfresh,
} from './testing/served-app.tsx';

let user: User = mila;
let responses: Readonly<Record<string, () => Response>> = {};

const sent = (method: string, path: string): unknown =>
  JSON.parse(
    network.asked.find((asked) => asked.method === method && asked.url.pathname === path)?.body ??
      'null',
  );

const boris = { id: '01939f7e-6c00-7000-8000-00000000000b', name: 'Boris' };

/** A moderator's queue in which nothing waits. */
const emptyQueue = {
  'GET /api/chat/reports': () => Response.json({ success: true, reports: [] }),
  'GET /api/moderation/reports': () =>
    Response.json({ success: true, total: 0, items: [], nextCursor: null }),
  'GET /api/moderation/member-reports': () => Response.json({ success: true, items: [] }),
  'GET /api/moderation/appeals': () =>
    Response.json({ success: true, appeals: [], nextCursor: null }),
} as const;

beforeAll(followFocus);

beforeEach(async () => {
  await startAfresh();
  user = mila;
  responses = {};
  network.response = (request) => {
    const own = responses[`${request.method} ${request.url.pathname}`];
    if (own !== undefined) return own();
    return request.url.pathname === '/api/auth/me'
      ? Response.json({ success: true, user })
      : serving(30)(request);
  };
});

describe('moderation', () => {
  const report = {
    id: 'r1',
    reason: 'scam',
    note: 'Asks for money first',
    reporter: { id: mila.id, name: 'Ana' },
    createdAt: '2026-11-01T10:00:00Z',
  };

  const decision = {
    action: 'deal.remove',
    subject: { kind: 'deal', id: '5' },
    title: 'Tent',
    reason: 'Looks like a scam',
    at: '2026-11-01T10:00:00Z',
  };

  const messageId = '01939f7e-6c00-7000-8000-000000000007';
  const message = aMessage({
    seq: 1,
    id: messageId,
    channelId: messageId,
    sender: boris,
    text: 'Buy now!!!',
  });

  test('is for moderators only', async () => {
    signIn();
    const screen = await open('/moderation');
    await expect
      .element(screen.getByText('You are not authorized to perform this action'))
      .toBeVisible();
    await expect
      .element(screen.getByText('This page is for moderators and administrators.'))
      .toBeVisible();
    await expect
      .element(screen.getByRole('main').getByRole('link', { name: 'Go to Deals' }))
      .toHaveAttribute('href', '/deals');
  });

  test('decides reports of deals with a reason in the audit trail', async () => {
    user = { ...mila, role: 'moderator' };
    let items = [{ deal: deal(5), firstReportedAt: report.createdAt, reports: [report] }];
    responses = {
      ...emptyQueue,
      'GET /api/moderation/reports': () =>
        Response.json({ success: true, total: items.length, items, nextCursor: null }),
      'POST /api/moderation/deals/5': () => {
        items = [];
        return Response.json({ success: true, status: 'deleted', resolvedReports: 1 });
      },
      'GET /api/moderation/audit': () =>
        Response.json({
          success: true,
          entries: [
            {
              id: '1',
              at: '2026-11-01T10:00:00Z',
              actor: { id: mila.id, name: 'Mila' },
              action: 'deal.remove',
              subject: { kind: 'deal', id: '5' },
              reason: 'A scam indeed',
              details: {},
            },
          ],
          nextCursor: null,
        }),
    };
    signIn(user);
    const screen = await open('/moderation');
    await expect.element(screen.getByText(/Asks for money first/)).toBeVisible();
    await screen.getByRole('button', { name: 'Remove: Deal 5' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Remove' });
    await dialog.getByRole('textbox').fill(' no ');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect.element(dialog.getByText('Give a reason of 3 to 500 characters.')).toBeVisible();
    await dialog.getByRole('textbox').fill('A scam indeed');
    expect(asksBeforeLeaving()).toBe(true);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect.element(screen.getByText('Nothing to review')).toBeVisible();
    expect(asksBeforeLeaving()).toBe(false);
    expect(sent('POST', '/api/moderation/deals/5')).toEqual({
      action: 'remove',
      reason: 'A scam indeed',
    });
    await screen.getByRole('link', { name: 'Audit trail' }).click();
    await expect.element(screen.getByText('A scam indeed')).toBeVisible();
    await expect.element(screen.getByText('Mila removed deal 5')).toBeVisible();

    const saved = vi.spyOn(URL, 'createObjectURL');
    await screen.getByRole('button', { name: 'Save as a file (CSV)' }).click();
    await expect.poll(() => saved.mock.calls.length).toBe(1);
    const [file] = saved.mock.calls[0] ?? [];
    const text = file instanceof Blob ? await file.text() : '';
    expect(text.split('\r\n')[1]).toContain('"Mila"');
    expect(text).toContain('"deal.remove","deal","5","A scam indeed"');
  });

  test('shows that another moderator has decided, and the queue without the report', async () => {
    user = { ...mila, role: 'moderator' };
    let items = [{ deal: deal(5), firstReportedAt: report.createdAt, reports: [report] }];
    responses = {
      ...emptyQueue,
      'GET /api/moderation/reports': () =>
        Response.json({ success: true, total: items.length, items, nextCursor: null }),
      'POST /api/moderation/deals/5': () => {
        items = [];
        return rejection(404, 'not_found');
      },
    };
    signIn(user);
    const screen = await open('/moderation');
    await screen.getByRole('button', { name: 'Remove: Deal 5' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Remove' });
    await dialog.getByRole('textbox').fill('A scam indeed');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect
      .element(screen.getByText('Someone else has already dealt with this.'))
      .toBeVisible();
    await expect.element(screen.getByText('Nothing to review')).toBeVisible();
  });

  test('hides the queue once the user is no moderator any more', async () => {
    user = { ...mila, role: 'moderator' };
    const items = [{ deal: deal(5), firstReportedAt: report.createdAt, reports: [report] }];
    let isModerator = true;
    responses = {
      ...emptyQueue,
      'GET /api/moderation/reports': () =>
        isModerator
          ? Response.json({ success: true, total: 1, items, nextCursor: null })
          : rejection(403, 'forbidden'),
      'POST /api/moderation/deals/5': () => rejection(403, 'forbidden'),
    };
    signIn(user);
    const screen = await open('/moderation');
    await screen.getByRole('button', { name: 'Remove: Deal 5' }).click();
    isModerator = false;
    const dialog = screen.getByRole('dialog', { name: 'Remove' });
    await dialog.getByRole('textbox').fill('A scam indeed');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect.element(screen.getByText(/Asks for money first/)).not.toBeInTheDocument();
  });

  test('leaves what concerns the moderator to another', async () => {
    user = { ...mila, role: 'moderator' };
    const own = { subjectId: mila.id, user: { id: mila.id, name: 'Mila' }, rating: null };
    const reports = [{ ...report, reason: 'abuse' }];
    const concerning = { mayDecide: false, firstReportedAt: report.createdAt, reports };
    const appealed = { ...decision, actor: { id: mila.id, name: 'Mila' } };
    const id = '01939f7e-6c00-7000-8000-000000000014';
    const { createdAt } = report;
    responses = {
      ...emptyQueue,
      'GET /api/chat/reports': () => {
        const about = { ...reports[0], message, mayDecide: false };
        return Response.json({ success: true, reports: [about] });
      },
      'GET /api/moderation/reports': () => {
        const items = [{ ...concerning, reports: [report], deal: deal(5) }];
        return Response.json({ success: true, total: 1, items, nextCursor: null });
      },
      'GET /api/moderation/member-reports': () =>
        Response.json({ success: true, items: [{ ...concerning, ...own }] }),
      'GET /api/moderation/appeals': () => {
        const appeal = { id, text: 'Why?', user: boris, createdAt, decision: appealed };
        const appeals = [{ ...appeal, mayDecide: false }];
        return Response.json({ success: true, appeals, nextCursor: null });
      },
    };
    signIn(user);
    const screen = await open('/moderation');
    await expect
      .poll(() => screen.getByText('This concerns you, so another moderator decides.').elements())
      .toHaveLength(4);
    await expect
      .element(screen.getByRole('button', { name: /^(Nothing wrong|Remove|Close|Reject|Grant)/ }))
      .not.toBeInTheDocument();
  });

  test.each([
    ['owner', ['Nothing wrong', 'Remove']],
    ['moderator', ['Nothing wrong', 'Bring back']],
    ['source', ['Nothing wrong']],
  ] as const)('offers what can be done with a deal deleted by its %s', async (deletedBy, names) => {
    user = { ...mila, role: 'moderator' };
    const deleted = { ...deal(5), status: 'deleted' };
    const firstReportedAt = report.createdAt;
    const items = [{ deal: deleted, deletedBy, firstReportedAt, reports: [report] }];
    responses = {
      ...emptyQueue,
      'GET /api/moderation/reports': () =>
        Response.json({ success: true, total: 1, items, nextCursor: null }),
    };
    signIn(user);
    const screen = await open('/moderation');
    await expect
      .poll(() =>
        screen
          .getByRole('button', { name: /: Deal 5$/ })
          .elements()
          .map((button) => button.textContent),
      )
      .toEqual(names);
  });

  test('has messages in the same queue, and deletes one as it closes its reports', async () => {
    user = { ...mila, role: 'admin' };
    let isReachable = false;
    let reports: object[] = [
      {
        message: {
          ...message,
          attachments: [aFile({ fileName: 'fake.jpg', mimeType: 'image/jpeg', fileUrl: '/fake' })],
        },
        // Of a deleted account.
        reporter: { id: '00000000-0000-7000-8000-000000000000', name: '' },
        reason: 'spam',
        note: '',
        createdAt: message.createdAt,
      },
    ];
    responses = {
      ...emptyQueue,
      'GET /api/chat/reports': () =>
        isReachable ? Response.json({ success: true, reports }) : rejection(403, 'forbidden'),
      [`POST /api/chat/reports/${messageId}/close`]: () => {
        reports = [];
        return Response.json({ success: true });
      },
    };
    signIn(user);
    const screen = await open('/moderation?view=messages');
    const again = screen.getByRole('button', { name: 'Try again' });
    await expect.element(again).toBeVisible();
    isReachable = true;
    await again.click();
    await expect.element(screen.getByText('Buy now!!!')).toBeVisible();
    const file = screen.getByRole('link', { name: 'fake.jpg' });
    await expect.element(file).toHaveAttribute('href', '/fake');
    await expect.element(screen.getByText(/^Deleted account, /)).toBeVisible();
    await screen.getByRole('button', { name: 'Delete message: Boris' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Delete message' });
    await dialog.getByRole('textbox').fill('Advertising');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect.element(screen.getByText('Nothing to review')).toBeVisible();
    expect(sent('POST', `/api/chat/reports/${messageId}/close`)).toEqual({
      outcome: 'deleted',
      reason: 'Advertising',
    });
  });

  test('has appeals in the queue, each with the decision it is about', async () => {
    user = { ...mila, role: 'moderator' };
    const id = '01939f7e-6c00-7000-8000-000000000012';
    let appeals: object[] = [
      {
        id,
        text: 'I have a receipt',
        user: boris,
        createdAt: '2026-11-02T10:00:00Z',
        decision: { ...decision, actor: { id: mila.id, name: 'Ana' } },
      },
    ];
    responses = {
      ...emptyQueue,
      'GET /api/moderation/appeals': () =>
        Response.json({ success: true, appeals, nextCursor: null }),
      [`POST /api/moderation/appeals/${id}`]: () => {
        appeals = [];
        return Response.json({ success: true });
      },
    };
    signIn(user);
    const screen = await open('/moderation');
    await expect.element(screen.getByText('I have a receipt')).toBeVisible();
    await expect.element(screen.getByText('Looks like a scam')).toBeVisible();
    await screen.getByRole('button', { name: 'Grant: Boris' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Grant' });
    await dialog.getByRole('textbox').fill('The receipt is real');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect.element(screen.getByText('Nothing to review')).toBeVisible();
    expect(sent('POST', `/api/moderation/appeals/${id}`)).toEqual({
      outcome: 'reversed',
      reason: 'The receipt is real',
    });
  });

  test('has reported ratings in the queue, and removes one', async () => {
    user = { ...mila, role: 'moderator' };
    const id = '01939f7e-6c00-7000-8000-000000000013';
    const rated = { id: '01939f7e-6c00-7000-8000-00000000000c', name: 'Vera' };
    const rating = { stars: 1, text: 'A thief', rated };
    const item = { subjectId: id, user: boris, rating };
    let items: object[] = [
      { ...item, firstReportedAt: report.createdAt, reports: [{ ...report, reason: 'abuse' }] },
    ];
    responses = {
      ...emptyQueue,
      'GET /api/moderation/member-reports': () => Response.json({ success: true, items }),
      [`POST /api/moderation/ratings/${id}`]: () => {
        items = [];
        return Response.json({ success: true });
      },
    };
    signIn(user);
    const screen = await open('/moderation');
    await expect.element(screen.getByText('1 of 5 stars · A thief')).toBeVisible();
    await screen.getByRole('button', { name: 'Remove the rating: Boris' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Remove the rating' });
    await dialog.getByRole('textbox').fill('An insult');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect.element(screen.getByText('Nothing to review')).toBeVisible();
    expect(sent('POST', `/api/moderation/ratings/${id}`)).toEqual({ reason: 'An insult' });
  });

  test('is asked to look at a member by their page', async () => {
    const id = '01939f7e-6c00-7000-8000-00000000000d';
    const seller = {
      id,
      name: 'Rumen',
      about: '',
      avatarUrl: null,
      location: null,
      memberSince: '2026-01-01',
      activeDeals: 0,
      soldDeals: 0,
    };
    responses = {
      [`GET /api/users/${id}`]: () => Response.json({ success: true, seller }),
      [`GET /api/users/${id}/deals`]: () => Response.json(dealPage(0)),
      'GET /api/users/me/blocks': () => Response.json({ success: true, blocks: [] }),
      [`POST /api/users/${id}/reports`]: () => Response.json({ success: true }),
    };
    signIn();
    const screen = await open(`/users/${id}`);
    await screen.getByRole('button', { name: 'Report', exact: true }).click();
    const dialog = screen.getByRole('dialog', { name: 'Report this member' });
    await dialog.getByRole('radio', { name: 'Fraud' }).click();
    await dialog.getByRole('textbox').fill('Took the deposit');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect.element(screen.getByText(/^Thank you/)).toBeVisible();
    expect(sent('POST', `/api/users/${id}/reports`)).toEqual({
      reason: 'fraud',
      note: 'Took the deposit',
    });
  });
});

import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '@izgodno/contract/accounts/session';
import { mila } from '#core/session/testing/sessions.ts';
import { network, type FakeResponse } from './testing/network.ts';
import {
  deal,
  dealPage,
  open,
  rejection,
  serving,
  signIn,
  startAfresh,
} from './testing/served-app.tsx';

const sofia = { id: 'sofia', name: { bg: 'София', en: 'Sofia' } };

const profile = {
  id: mila.id,
  name: 'Mila',
  email: mila.email,
  about: '',
  avatar: null,
  location: null,
  createdAt: mila.createdAt,
};

const settings = {
  language: null,
  theme: null,
  showLev: true,
  showLocation: true,
  showSoldCount: true,
};

let user: User = mila;
let responses: Readonly<Record<string, () => Response>> = {};

const sent = (method: string, path: string): unknown =>
  JSON.parse(
    network.asked.find((asked) => asked.method === method && asked.url.pathname === path)?.body ??
      'null',
  );

/** A server that knows Mila as a user. */
const knowing: FakeResponse = (request) => {
  const { url, method } = request;
  const own = responses[`${method} ${url.pathname}`];
  if (own !== undefined) return own();
  switch (url.pathname) {
    case '/api/auth/me':
      return Response.json({ success: true, user });
    case '/api/users/me/profile':
      return Response.json({
        success: true,
        profile: method === 'GET' ? profile : { ...profile, name: 'Mila P.', location: sofia },
      });
    case '/api/users/me/settings':
      return Response.json({
        success: true,
        settings: method === 'GET' ? settings : { ...settings, showLocation: false },
      });
    case '/api/locations':
      return Response.json({ success: true, locations: [{ ...sofia, kind: 'town' }] });
    case `/api/users/${mila.id}`:
      return Response.json({
        success: true,
        seller: {
          id: mila.id,
          name: 'Mila',
          about: 'Mends <b>bicycles</b>',
          avatarUrl: null,
          location: sofia,
          memberSince: '2026-01-01',
          activeDeals: 2,
          soldDeals: 7,
        },
      });
    case `/api/users/${mila.id}/deals`:
      return Response.json(dealPage(2));
    default:
      return serving(30)(request);
  }
};

beforeEach(async () => {
  await startAfresh();
  user = mila;
  responses = {};
  network.response = knowing;
});

// Runs first, while no user is signed in, because the end of a session leads to the start page.
describe('a seller', () => {
  test('is public with name, location, bio and active deals', async () => {
    const screen = await open(`/users/${mila.id}`);
    await expect.element(screen.getByRole('heading', { name: 'Mila', level: 1 })).toBeVisible();
    await expect
      .element(screen.getByText('Member since January 2026 · Sofia · 2 active deals · 7 sold'))
      .toBeVisible();
    await expect.element(screen.getByText('Mends <b>bicycles</b>')).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Deal 2', exact: true })).toBeVisible();
    expect(document.title).toBe('Mila - Izgodno');
  });

  test('is reached from a deal', async () => {
    responses = {
      'GET /api/deals/4': () =>
        Response.json({ success: true, deal: deal(4, { seller: { id: mila.id, name: 'Mila' } }) }),
    };
    const screen = await open('/deals/4');
    await screen.getByRole('link', { name: 'Mila' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Mila', level: 1 })).toBeVisible();
  });

  test('that does not exist is not found', async () => {
    const screen = await open('/users/01939f7e-6c00-7000-8000-000000000099');
    await expect.element(screen.getByText('No such member')).toBeVisible();
  });
});

describe('marking a deal as expired', () => {
  test('asks to sign in first, says thank you, and can be undone', async () => {
    let isMarked = false;
    const mark = (wanted: boolean) => () => {
      isMarked = wanted;
      return Response.json({
        success: true,
        marks: isMarked ? 1 : 0,
        needed: 3,
        marked: isMarked,
        status: 'active',
      });
    };
    responses = {
      'GET /api/users/me/deal-marks': () =>
        Response.json({
          success: true,
          marks: isMarked ? [{ id: '1', favorite: false, liked: false, markedExpired: true }] : [],
        }),
      'PUT /api/deals/1/expired-mark': mark(true),
      'DELETE /api/deals/1/expired-mark': mark(false),
    };
    const screen = await open('/deals/1');
    await screen.getByRole('button', { name: 'Mark as expired' }).click();
    await screen
      .getByRole('dialog', { name: 'Please sign in to access this feature' })
      .getByRole('button', { name: 'Sign in' })
      .click();
    signIn();
    await expect
      .element(screen.getByText(/^Thank you\. After 3 such reports the deal counts as expired/))
      .toBeVisible();
    await expect
      .element(screen.getByRole('button', { name: 'Marked as expired' }))
      .toHaveAttribute('aria-pressed', 'true');
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(screen.getByText('Your report has been withdrawn')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Mark as expired' })).toBeVisible();
  });
});

describe('one’s own profile', () => {
  beforeEach(() => signIn());

  test('sends only the changes, and the location by its id', async () => {
    const screen = await open('/profile');
    await screen.getByRole('textbox', { name: 'Name' }).fill('Mila P.');
    await screen.getByRole('textbox', { name: 'About you' }).fill('Mends bicycles');
    await screen.getByRole('combobox', { name: 'Place' }).fill('софия');
    // A datalist's options are not in the accessibility tree.
    await expect.poll(() => document.querySelector('datalist option')).not.toBeNull();
    await screen.getByRole('button', { name: 'Save profile' }).click();
    await expect.element(screen.getByText('Profile saved')).toBeVisible();
    expect(sent('PATCH', '/api/users/me/profile')).toEqual({
      name: 'Mila P.',
      about: 'Mends bicycles',
      location: 'sofia',
    });
    await expect.element(screen.getByRole('button', { name: 'Account: Mila P.' })).toBeVisible();
  });

  test('shows each error beside its field', async () => {
    responses = {
      'PATCH /api/users/me/profile': () =>
        Response.json(
          {
            success: false,
            error: {
              code: 'validation_failed',
              message: '',
              fields: { location: { code: 'unknown_location', message: '' } },
            },
          },
          { status: 400 },
        ),
    };
    const screen = await open('/profile');
    await screen.getByRole('combobox', { name: 'Place' }).fill('Atlantis');
    await screen.getByRole('button', { name: 'Save profile' }).click();
    await expect.element(screen.getByText(/^We do not know this place\./)).toBeVisible();
  });

  test('shows that it could not be loaded', async () => {
    responses = { 'GET /api/users/me/profile': () => rejection(500, 'internal') };
    const screen = await open('/profile');
    await expect.element(screen.getByText('We could not load the profile')).toBeVisible();
    await expect.element(screen.getByText('Server error. Please try again later.')).toBeVisible();
  });
});

describe('settings', () => {
  beforeEach(() => signIn());

  test('contain what other users see', async () => {
    const screen = await open('/settings');
    const place = screen.getByRole('checkbox', { name: 'Show my place' });
    await expect.element(place).toBeChecked();
    await place.click();
    await expect.element(place).not.toBeChecked();
    expect(sent('PATCH', '/api/users/me/settings')).toEqual({ showLocation: false });
  });

  test('of another device are taken over, and changes are stored for the others', async () => {
    responses = {
      'GET /api/users/me/settings': () =>
        Response.json({ success: true, settings: { ...settings, language: 'bg', showLev: false } }),
    };
    const screen = await open('/deals');
    await expect
      .element(screen.getByRole('button', { name: 'БГ, Български' }))
      .toHaveAttribute('aria-pressed', 'true');
    await expect.element(screen.getByRole('link', { name: 'Deal 1', exact: true })).toBeVisible();
    expect(screen.getByText(/лв/).elements()).toEqual([]);
    await screen.getByRole('button', { name: 'EN, English' }).click();
    await expect.poll(() => sent('PATCH', '/api/users/me/settings')).toEqual({ language: 'en' });
  });
});

describe('moderation', () => {
  const noAppeals = () => Response.json({ success: true, appeals: [], nextCursor: null });
  const report = {
    id: 'r1',
    reason: 'scam',
    note: 'Asks for money first',
    reporter: { id: mila.id, name: 'Ana' },
    createdAt: '2026-11-01T10:00:00Z',
  };

  test('is for moderators only', async () => {
    signIn();
    const screen = await open('/moderation');
    await expect
      .element(screen.getByText('You are not authorized to perform this action'))
      .toBeVisible();
  });

  test('decides reports of deals with a reason in the audit trail', async () => {
    user = { ...mila, role: 'moderator' };
    let items = [{ deal: deal(5), firstReportedAt: report.createdAt, reports: [report] }];
    responses = {
      'GET /api/chat/reports': () => Response.json({ success: true, reports: [] }),
      'GET /api/moderation/appeals': noAppeals,
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
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect.element(dialog.getByText('Give a reason of 3 to 500 characters.')).toBeVisible();
    await dialog.getByRole('textbox').fill('A scam indeed');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect.element(screen.getByText('Nothing to review')).toBeVisible();
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

  test('has messages in the same queue, and deletes one as it closes its reports', async () => {
    user = { ...mila, role: 'admin' };
    const id = '01939f7e-6c00-7000-8000-000000000007';
    const message = {
      id,
      channelId: id,
      seq: 1,
      version: 1,
      clientId: id,
      sender: { id: mila.id, name: 'Boris' },
      text: 'Buy now!!!',
      attachments: [],
      links: [],
      mentions: [],
      mentionsAll: false,
      reactions: [],
      replyTo: null,
      threadId: null,
      replyCount: 0,
      createdAt: '2026-11-01T10:00:00Z',
      editedAt: null,
      deletedAt: null,
      pinnedAt: null,
    };
    let isReachable = false;
    let reports: object[] = [
      {
        message,
        reporter: { id: mila.id, name: 'Ana' },
        reason: 'spam',
        note: '',
        createdAt: message.createdAt,
      },
    ];
    responses = {
      'GET /api/chat/reports': () =>
        isReachable ? Response.json({ success: true, reports }) : rejection(403, 'forbidden'),
      'GET /api/moderation/appeals': noAppeals,
      'GET /api/moderation/reports': () =>
        Response.json({ success: true, total: 0, items: [], nextCursor: null }),
      [`POST /api/chat/reports/${id}/close`]: () => {
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
    await screen.getByRole('button', { name: 'Delete message: Boris' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Delete message' });
    await dialog.getByRole('textbox').fill('Advertising');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect.element(screen.getByText('Nothing to review')).toBeVisible();
    expect(sent('POST', `/api/chat/reports/${id}/close`)).toEqual({
      outcome: 'deleted',
      reason: 'Advertising',
    });
  });

  const decision = {
    action: 'deal.remove',
    subject: { kind: 'deal', id: '5' },
    title: 'Tent',
    reason: 'Looks like a scam',
    at: '2026-11-01T10:00:00Z',
  };

  test('shows a member what was decided about their content, and sends one appeal', async () => {
    const id = '01939f7e-6c00-7000-8000-000000000011';
    let appeal: object | null = null;
    responses = {
      'GET /api/users/me/settings': () => Response.json({ success: true, settings }),
      'GET /api/users/me/decisions': () => {
        const appealUntil = new Date(Date.now() + 60_000).toISOString();
        return Response.json({
          success: true,
          decisions: [{ ...decision, id, appealUntil, appeal }],
          nextCursor: null,
        });
      },
      [`POST /api/decisions/${id}/appeal`]: () => {
        const createdAt = new Date().toISOString();
        appeal = { text: 'I have a receipt', createdAt, outcome: null, answer: null };
        return Response.json({ success: true });
      },
    };
    signIn();
    const screen = await open('/settings');
    await expect.element(screen.getByText('Deal removed: Tent')).toBeVisible();
    await screen.getByRole('button', { name: 'Appeal: Deal removed' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Appeal' });
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect.element(dialog.getByText(/^Give a reason of 3 to/)).toBeVisible();
    await dialog.getByRole('textbox').fill('I have a receipt');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect.element(screen.getByText('Your appeal waits for an answer.')).toBeVisible();
    expect(sent('POST', `/api/decisions/${id}/appeal`)).toEqual({ text: 'I have a receipt' });
    await expect
      .element(screen.getByRole('button', { name: 'Appeal: Deal removed' }))
      .not.toBeInTheDocument();
  });

  test('has appeals in the queue, each with the decision it is about', async () => {
    user = { ...mila, role: 'moderator' };
    const id = '01939f7e-6c00-7000-8000-000000000012';
    let appeals: object[] = [
      {
        id,
        text: 'I have a receipt',
        user: { id: '01939f7e-6c00-7000-8000-00000000000b', name: 'Boris' },
        createdAt: '2026-11-02T10:00:00Z',
        decision: { ...decision, actor: { id: mila.id, name: 'Ana' } },
      },
    ];
    responses = {
      'GET /api/chat/reports': () => Response.json({ success: true, reports: [] }),
      'GET /api/moderation/reports': () =>
        Response.json({ success: true, total: 0, items: [], nextCursor: null }),
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
});

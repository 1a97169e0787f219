// Imported first, because it replaces the network of the application.
import { network } from './testing/network.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Role } from '@izgodno/contract/accounts/session';
import { chooseLanguage } from '#core/language/language.ts';
import { mila } from '#core/session/testing/sessions.ts';
import { dealPage, open, rejection, serving, signIn, startAfresh } from './testing/served-app.tsx';

const ana = { id: '01939f7e-6c00-7000-8000-00000000000a', name: 'Ana' };
const SIGN_OUT = `/api/users/${ana.id}/sign-out`;

let role: Role = 'admin';
let signOut = (): Response => Response.json({ success: true, revoked: 2 });

const seller = (id: string, name: string) => ({
  success: true,
  seller: {
    id,
    name,
    about: '',
    avatarUrl: null,
    location: null,
    memberSince: '2026-01-01',
    activeDeals: 0,
    soldDeals: 0,
  },
});

beforeEach(async () => {
  await startAfresh();
  signOut = () => Response.json({ success: true, revoked: 2 });
  network.response = (request) => {
    switch (request.url.pathname) {
      case '/api/auth/me':
        return Response.json({ success: true, user: { ...mila, role } });
      case `/api/users/${ana.id}`:
        return Response.json(seller(ana.id, ana.name));
      case `/api/users/${mila.id}`:
        return Response.json(seller(mila.id, 'Mila'));
      case `/api/users/${ana.id}/deals`:
      case `/api/users/${mila.id}/deals`:
        return Response.json(dealPage(0));
      case SIGN_OUT:
        return signOut();
      default:
        return serving(0)(request);
    }
  };
});

const openAs = (given: Role, user = ana.id) => {
  role = given;
  signIn({ ...mila, role });
  return open(`/users/${user}`);
};

const asked = () =>
  network.asked
    .filter(({ url }) => url.pathname === SIGN_OUT)
    .map(({ method, body }) => ({ method, body: JSON.parse(body ?? 'null') }));

describe('the page of a user', () => {
  test('lets an administrator sign them out everywhere with a reason, by keyboard', async () => {
    const screen = await openAs('admin');
    const begin = screen.getByRole('button', { name: 'Sign out everywhere' });
    await expect.element(begin).toBeVisible();
    begin.element().focus();
    await userEvent.keyboard('{Enter}');
    const dialog = screen.getByRole('dialog', { name: 'Sign out everywhere' });
    await expect.element(dialog.getByText('Ana')).toBeVisible();
    expect(asked()).toEqual([]);

    dialog.getByRole('textbox', { name: 'Why?' }).element().focus();
    await userEvent.keyboard('no{Tab}{Tab}{Enter}');
    await expect.element(dialog.getByText('Give a reason of 3 to 500 characters.')).toBeVisible();
    expect(asked()).toEqual([]);

    dialog.getByRole('textbox', { name: 'Why?' }).element().focus();
    await userEvent.keyboard('body knows them{Tab}{Tab}{Enter}');
    await expect.element(screen.getByText('Done. The action is in the audit trail.')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(asked()).toEqual([{ method: 'POST', body: { reason: 'nobody knows them' } }]);
  });

  test('says in Bulgarian what it does, and why it failed', async () => {
    signOut = () => rejection(404, 'not_found');
    const screen = await openAs('admin');
    await chooseLanguage('bg');
    await screen.getByRole('button', { name: 'Изход от всички устройства' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Изход от всички устройства' });
    await dialog.getByRole('textbox', { name: 'Защо?' }).fill('Чужди ръце');
    await dialog.getByRole('button', { name: 'Потвърждаване' }).click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByRole('button', { name: 'Отказ' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(asked()).toHaveLength(1);
  });

  // Runs last, because its code is loaded by now and responds at once.
  test.each([
    ['a member', 'member', ana],
    ['a moderator', 'moderator', ana],
    ['an administrator whose own it is', 'admin', { id: mila.id, name: 'Mila' }],
  ] as const)('lets %s sign no user out', async (_, who, user) => {
    const screen = await openAs(who, user.id);
    await expect.element(screen.getByRole('heading', { name: user.name, level: 1 })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Account: Mila' })).toBeVisible();
    await expect.element(screen.getByText('Administration')).not.toBeInTheDocument();
  });
});

const PHONE_WIDTH = 360;

const isInSight = (link: Element): boolean => {
  const { left, right } = link.getBoundingClientRect();
  return left >= 0 && right <= PHONE_WIDTH;
};

const where = (kind: string, id: string, name: string, isRemoved = false) => ({
  kind,
  id,
  name,
  isRemoved,
});

/** Of the doctor. */
const finding = (status: string, found: string, mend: string | null) => ({
  name: 'disk',
  status,
  found: { en: found, bg: '' },
  mend: mend === null ? null : { en: mend, bg: '' },
});

describe('the administration', () => {
  const at = '2026-11-25T08:00:00.000Z';
  const none = { total: 0, items: [] };
  const anaAsMember = {
    person: {
      ...ana,
      email: 'ana@izgodno.example',
      role: 'member',
      status: 'active',
      suspension: null,
      createdAt: at,
      lastUsedAt: null,
    },
    sessions: [],
    posts: none,
    messages: 0,
    reports: none,
    memberReports: none,
  };
  const node = { status: 'healthy', parts: {}, startedAt: at, reportedAt: at, isSilent: false };
  const parts = {
    database: { status: 'healthy' },
    replica: { status: 'degraded', detail: 'It lags.' },
    novelty: { status: 'healthy' },
  };
  const schedule = { target: '/backups', every: 'day', keep: 14, isEncrypted: false };
  let responses: Readonly<Record<string, object>> = {};

  const openView = async (view: string) => {
    const serve = network.response;
    network.response = (request) => {
      const response = responses[`${request.method} ${request.url.pathname}`];
      return response === undefined
        ? serve(request)
        : Response.json({ success: true, ...response });
    };
    role = 'admin';
    signIn({ ...mila, role });
    return open(view);
  };

  test('shows the health of every node, and which are silent', async () => {
    const nodes = [
      { ...node, name: 'one:5000', status: 'degraded', parts },
      { ...node, name: 'two:5000', isSilent: true },
    ];
    responses = { 'GET /api/system/nodes': { nodes } };
    const screen = await openView('/admin?view=nodes');
    const rows = screen.getByRole('list', { name: 'Nodes' });
    const one = rows.getByRole('listitem').filter({ hasText: 'one:5000' });
    await expect.element(one.getByText('Warning', { exact: true })).toBeVisible();
    for (const part of ['Database: OK', 'Read replica: Warning It lags.', 'Other part: OK'])
      await expect.element(one.getByText(part)).toBeVisible();
    const two = rows.getByRole('listitem').filter({ hasText: 'two:5000' });
    await expect.element(two.getByText('No reports')).toBeVisible();
  });

  test('tells a moderator who follows a link of an administrator that they may not see it', async () => {
    role = 'moderator';
    signIn({ ...mila, role });
    const screen = await open('/admin?view=sources');
    await expect.element(screen.getByText('This page is for administrators.')).toBeVisible();
    const views = screen.getByRole('navigation', { name: 'Administration' });
    await views.getByRole('link', { name: 'Audit trail' }).click();
    await expect
      .element(screen.getByText('This page is for administrators.'))
      .not.toBeInTheDocument();
    await expect
      .element(views.getByRole('link', { name: 'Audit trail' }))
      .toHaveAttribute('aria-current', 'page');
  });

  test('has its views in one row on a narrow screen, with the current one in sight', async () => {
    await page.viewport(PHONE_WIDTH, 740);
    responses = { 'GET /api/system/backups': { schedule, backups: [] } };
    const screen = await openView('/admin?view=backups');
    const views = screen.getByRole('navigation', { name: 'Administration' });
    const current = views.getByRole('link', { name: 'Backups' });
    await expect.element(current).toHaveAttribute('aria-current', 'page');
    const links = views.getByRole('link').elements();
    expect(links.length).toBeGreaterThan(5);
    expect(new Set(links.map((link) => link.getBoundingClientRect().top)).size).toBe(1);
    expect(isInSight(current.element())).toBe(true);
    const [first] = links;
    if (first === undefined) throw new Error('There is no view');
    expect(isInSight(first)).toBe(false);
    current.element().focus();
    for (let step = links.indexOf(current.element()); step > 0; step -= 1)
      await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    expect(document.activeElement).toBe(first);
    await expect.poll(() => isInSight(first)).toBe(true);
  });

  test('says what each report of a user is about, and links there', async () => {
    const report = { subjectId: 'x', note: '', createdAt: at, isOpen: true };
    const reports = [
      { about: 'deal', reason: 'scam', where: where('deal', '7', 'Колело') },
      { about: 'message', reason: 'spam', where: where('deal', '8', 'Палатка') },
      { about: 'message', reason: 'abuse', where: where('channel', 'c', '') },
      { about: 'deal', reason: 'spam', where: where('deal', '9', 'Хапче', true) },
    ];
    const memberReports = [
      { about: 'user', reason: 'fraud', where: where('user', ana.id, ana.name) },
      { about: 'rating', reason: 'illegal', where: where('user', mila.id, 'Mila') },
    ];
    const listed = (items: readonly object[]) => ({
      total: items.length,
      items: items.map((item, index) => ({ ...report, ...item, id: `${items.length}-${index}` })),
    });
    responses = {
      [`GET /api/people/${ana.id}`]: {
        ...anaAsMember,
        reports: listed(reports),
        memberReports: listed(memberReports),
      },
    };
    const screen = await openView(`/admin/${ana.id}`);
    const rows = screen.getByRole('listitem');
    for (const [text, href] of [
      ['Deal Колело', '/deals/7'],
      ['Comment Палатка', '/deals/8'],
      ['Message To the channel', '/chat/c'],
      ['Rating Mila', `/users/${mila.id}`],
    ] as const) {
      const link = rows.filter({ hasText: text }).getByRole('link');
      await expect.element(link).toHaveAttribute('href', href);
    }
    await expect.element(rows.filter({ hasText: 'Member ·' })).toBeVisible();
    // The page of a removed deal is not found.
    const removed = rows.filter({ hasText: 'Deal Хапче' });
    await expect.element(removed).toBeVisible();
    await expect.element(removed.getByRole('link')).not.toBeInTheDocument();
  });

  test('suspends a user until a coming day, and asks for another one first', async () => {
    const suspend = `/api/users/${ana.id}/suspend`;
    responses = { [`GET /api/people/${ana.id}`]: anaAsMember, [`POST ${suspend}`]: {} };
    const screen = await openView(`/admin/${ana.id}`);
    const calls = () => network.asked.filter(({ url }) => url.pathname === suspend);
    await screen.getByRole('button', { name: 'Suspend' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Suspend' });
    const until = dialog.getByLabelText('Until');
    const confirm = dialog.getByRole('button', { name: 'Suspend' });
    await until.fill('2020-01-31');
    await confirm.click();
    await expect.element(until).toHaveAccessibleDescription(/^Choose a date in the future\./);
    expect(calls()).toEqual([]);
    await until.fill('2099-01-31');
    await dialog.getByRole('checkbox').click();
    await confirm.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(calls().map(({ body }) => JSON.parse(body ?? 'null'))).toEqual([
      { reason: 'Spam', removeContent: true, until: new Date('2099-01-31T00:00').toISOString() },
    ]);
  });

  test('lists the backups, and starts one', async () => {
    const backups = [{ name: 'izgodno-2026-11-25T03-07-00Z', createdAt: at }];
    responses = {
      'GET /api/system/backups': { schedule, backups },
      'POST /api/system/backups': { outcome: 'started' },
    };
    const screen = await openView('/admin?view=backups');
    await expect.element(screen.getByText(/Every day to \/backups/)).toBeVisible();
    await expect.element(screen.getByText('izgodno-2026-11-25T03-07-00Z')).toBeVisible();
    await screen.getByRole('button', { name: 'Back up now' }).click();
    await expect.element(screen.getByText(/The backup is being written/)).toBeVisible();
    await expect.element(screen.getByText(/Not encrypted/)).toBeVisible();
    responses = { 'GET /api/system/backups': { schedule, backups: [] } };
    await screen.getByRole('button', { name: 'Refresh' }).click();
    await expect.element(screen.getByText('There is no backup yet.')).toBeVisible();
  });

  test('says that there are no backups if none are written', async () => {
    responses = { 'GET /api/system/backups': { schedule: null, backups: [] } };
    const screen = await openView('/admin?view=backups');
    await expect.element(screen.getByText(/^The site writes no backups/)).toBeVisible();
    await expect
      .element(screen.getByRole('button', { name: 'Back up now' }))
      .not.toBeInTheDocument();
  });

  test('runs a failed job again, and shows what became of it', async () => {
    const counts = { ready: 1, deferred: 2, active: 3, failed: 1 };
    const job = { id: '7', kind: 'notices.mail', failedAt: at, attempts: 5, error: 'No route' };
    responses = {
      'GET /api/system/jobs': { counts, failed: [job] },
      'POST /api/system/jobs/7/retry': {},
    };
    const screen = await openView('/admin?view=jobs');
    await expect
      .element(screen.getByText('Ready: 1 · For later: 2 · Running: 3 · Failed: 1'))
      .toBeVisible();
    await expect.element(screen.getByText('No route')).toBeVisible();
    const again = screen.getByRole('button', { name: 'Try notices.mail again' });
    await expect.element(again).toBeVisible();
    responses = {
      ...responses,
      'GET /api/system/jobs': { counts: { ...counts, failed: 0 }, failed: [] },
    };
    await again.click();
    await expect.element(screen.getByText('The job runs again.')).toBeVisible();
    await expect.element(screen.getByText('No job has failed.')).toBeVisible();
  });

  test('checks again what it needs, and says how to mend it', async () => {
    responses = {
      'GET /api/system/checks': { checks: [finding('error', 'It is full.', 'Make room.')] },
    };
    const screen = await openView('/admin?view=checks');
    const row = screen.getByRole('list', { name: 'Doctor' }).getByRole('listitem');
    await expect.element(row).toMatchTextContent(/^Disk Error.*It is full\..*Make room\.$/);
    responses = {
      'GET /api/system/checks': { checks: [finding('healthy', 'It is empty.', null)] },
    };
    await screen.getByRole('button', { name: 'Check again' }).click();
    await expect.element(row).toMatchTextContent(/^Disk OK.*It is empty\.$/);
  });

  test('sends a test mail, says why it was refused, and lists mails by their state', async () => {
    const log = { enabled: true, days: 30, nextCursor: null };
    const rejected = {
      id: 'm1',
      kind: 'test',
      recipient: '…@izgodno.example',
      state: 'undeliverable',
      attempts: 1,
      error: '550 No such user',
      messageId: '<m1@izgodno.example>',
      firstAt: at,
      lastAt: at,
    };
    responses = {
      'GET /api/system/mails': { ...log, mails: [] },
      'POST /api/system/mails/test': { outcome: 'undeliverable', error: '550 Unknown' },
    };
    const screen = await openView('/admin?view=mails');
    await expect.element(screen.getByText('No mails.')).toBeVisible();
    responses = { ...responses, 'GET /api/system/mails': { ...log, mails: [rejected] } };
    await screen.getByRole('button', { name: 'Send a test mail to me' }).click();
    await expect.element(screen.getByText('550 Unknown')).toBeVisible();
    await expect.element(screen.getByText('550 No such user')).toBeVisible();
    responses = { 'GET /api/system/mails': { ...log, mails: [] } };
    const states = screen.getByRole('navigation', { name: 'Mails by state' });
    await states.getByRole('link', { name: 'Failed' }).click();
    await expect.element(screen.getByText('No mails.')).toBeVisible();
    await expect
      .element(states.getByRole('link', { name: 'Failed' }))
      .toHaveAttribute('aria-current', 'page');
    const asked = network.asked.findLast(({ url }) => url.pathname === '/api/system/mails');
    expect(asked?.url.searchParams.get('state')).toBe('failed');
  });

  test('has the sources, also at their former address', async () => {
    responses = { 'GET /api/sources': { sources: [], queue: { waiting: 0, since: null } } };
    const screen = await openView('/operations');
    await expect.element(screen.getByRole('link', { name: 'Sources' })).toBeVisible();
    await expect.element(screen.getByLabelText('Address of the feed')).toBeVisible();
    expect(location.pathname + location.search).toBe('/admin?view=sources');
  });
});

test('each mail of the log says what became of it, in the singular', async () => {
  const at = '2026-11-29T10:00:00Z';
  const mails = (['sent', 'failed', 'undeliverable'] as const).map((state) => ({
    id: state,
    kind: 'test',
    recipient: '…@izgodno.example',
    state,
    attempts: 1,
    error: null,
    messageId: `<${state}@izgodno.example>`,
    firstAt: at,
    lastAt: at,
  }));
  const others = network.response;
  network.response = (request) =>
    request.url.pathname === '/api/system/mails'
      ? Response.json({ success: true, enabled: true, days: 30, mails, nextCursor: null })
      : others(request);
  await chooseLanguage('bg');
  role = 'admin';
  signIn({ ...mila, role });
  const screen = await open('/admin?view=mails');
  const rows = screen.getByRole('list', { name: 'Дневник на писмата' });
  for (const state of ['Изпратено', 'Неуспешно', 'Отказано'])
    await expect.element(rows.getByText(state)).toBeVisible();
});

import { beforeEach, describe, expect, test } from 'vitest';
import { mila } from '#core/session/testing/sessions.ts';
import { network, type FakeResponse } from './testing/network.ts';
import { open, rejection, serving, signIn, startAfresh } from './testing/served-app.tsx';

const day = (number: number, views: number) => ({
  date: `2026-11-${String(number).padStart(2, '0')}`,
  views,
  likes: 0,
  favorites: 1,
});

/** What the server of these tests has counted. */
const held: { numbers: object; activity: readonly object[]; uploads: readonly object[] } = {
  numbers: {},
  activity: [],
  uploads: [],
};

const counting: FakeResponse = (request) => {
  switch (request.url.pathname) {
    case '/api/auth/me':
      return Response.json({ success: true, user: mila });
    case '/api/users/me/dashboard':
      return Response.json({ success: true, ...held.numbers });
    case '/api/channels/activity':
      return Response.json({ success: true, activity: held.activity });
    case '/api/uploads':
      return Response.json({
        success: true,
        uploads: held.uploads,
        nextCursor: null,
        usage: { used: 0, quota: 0 },
      });
    default:
      return serving(30)(request);
  }
};

beforeEach(async () => {
  await startAfresh();
  held.numbers = {
    totals: { activeDeals: 2, views: 31, likes: 4, favorites: 2 },
    days: [day(1, 0), day(2, 5), day(3, 12)],
    unreadNotices: 3,
  };
  held.activity = [];
  held.uploads = [];
  network.response = counting;
  signIn();
});

describe('the dashboard', () => {
  test('shows the user’s numbers by day, with a table behind each chart', async () => {
    const screen = await open('/dashboard');
    await expect.element(screen.getByText('31', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('17 in 3 days')).toBeVisible();
    await screen.getByText('Views as a table').click();
    await expect.element(screen.getByRole('row', { name: 'Nov 3 12' })).toBeVisible();
    await expect.element(screen.getByText('You have not uploaded anything yet.')).toBeVisible();
  });

  test('counts unread messages, and lists the latest uploads', async () => {
    const id = '01939f7e-6c00-7000-8000-000000000007';
    const activity = (number: number, unreadCount: number) => ({
      channelId: `${id.slice(0, -1)}${number}`,
      totalCount: 9,
      latestMessageId: id,
      latestMessageTime: mila.createdAt,
      lastActiveMessageId: id,
      hasActivity: true,
      unseenCount: 0,
      unreadCount,
    });
    const file = {
      id,
      url: `/api/files/${id}`,
      name: 'bicycle.png',
      kind: 'image',
      mediaType: 'image/png',
      size: 2_048,
      status: 'ready',
      variants: {},
    };
    held.activity = [activity(1, 40), activity(2, 2)];
    held.uploads = [
      {
        fileId: id,
        uploadId: null,
        messageId: null,
        channelId: null,
        status: 'ready',
        receivedBytes: 2_048,
        resumeUrl: null,
        expiresAt: null,
        createdAt: mila.createdAt,
        file,
      },
    ];
    const screen = await open('/dashboard');
    const number = (name: string) =>
      screen.getByText(name, { exact: true }).element().nextElementSibling?.textContent;
    await expect.poll(() => number('Unread messages')).toBe('42');
    expect(number('Unread notifications')).toBe('3');
    await expect
      .element(screen.getByRole('link', { name: 'bicycle.png' }))
      .toHaveAttribute('href', file.url);
    await expect.element(screen.getByText(/^2 KB · /)).toBeVisible();
  });

  test('shows first steps if there is no data', async () => {
    held.numbers = {
      totals: { activeDeals: 0, views: 0, likes: 0, favorites: 0 },
      days: [{ date: '2026-11-01', views: 0, likes: 0, favorites: 0 }],
      unreadNotices: 0,
    };
    const screen = await open('/dashboard');
    await expect.element(screen.getByText(/^Nothing to show yet\./)).toBeVisible();
  });

  test('shows what failed', async () => {
    network.response = (request) =>
      request.url.pathname === '/api/users/me/dashboard'
        ? rejection(503, 'overloaded')
        : counting(request);
    const screen = await open('/dashboard');
    await expect.element(screen.getByText('We could not load your numbers')).toBeVisible();
  });
});

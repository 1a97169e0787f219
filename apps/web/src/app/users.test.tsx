import { beforeEach, describe, expect, test } from 'vitest';
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
import { asksBeforeLeaving } from '#shared/ask-before-leaving.ts';

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

  test('that could not be loaded is not said to be unknown, in the title either', async () => {
    const id = '01939f7e-6c00-7000-8000-000000000098';
    responses = { [`GET /api/users/${id}`]: () => rejection(403, 'forbidden') };
    await open(`/users/${id}`);
    await expect.poll(() => document.title).toBe('We could not load the profile - Izgodno');
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
    await expect.poll(asksBeforeLeaving).toBe(true);
    await screen.getByRole('button', { name: 'Save profile' }).click();
    await expect.element(screen.getByText('Profile saved')).toBeVisible();
    await expect.poll(asksBeforeLeaving).toBe(false);
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
    const checkbox = screen.getByRole('checkbox', { name: 'Show my place' });
    await expect.element(checkbox).toBeChecked();
    await checkbox.click();
    await expect.element(checkbox).not.toBeChecked();
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

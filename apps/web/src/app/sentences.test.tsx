import { beforeEach, describe, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
// First, because it replaces the network of the application.
import { network, type FakeResponse } from './testing/network.ts';
import { open, rejection, serving, signIn, startAfresh } from './testing/served-app.tsx';
import { mila } from '#core/session/testing/sessions.ts';
import { ErrorScreen } from './app.tsx';

/** The texts of the specification (sections 2 and 8) that no other test sees on the screen. */

const never = new Promise<Response>(() => undefined);

/** A server with its own response for one path. */
const responding =
  (path: string, response: FakeResponse): FakeResponse =>
  (request) => {
    if (request.url.pathname === path) return response(request);
    if (request.url.pathname === '/api/auth/me')
      return Response.json({ success: true, user: mila });
    if (request.url.pathname === '/api/users/me/deal-marks')
      return Response.json({ success: true, marks: [] });
    return serving(30)(request);
  };

const tokens = {
  accessToken: 'access',
  refreshToken: 'refresh',
  user: JSON.stringify(mila),
} as const;

const store = (tokens: Readonly<Record<string, string>>): void => {
  for (const [key, value] of Object.entries(tokens)) localStorage.setItem(key, value);
};

beforeEach(() => startAfresh());

describe('the session', () => {
  // Runs first: for later tests the session's code is loaded, and it restores only once.
  test('is validated before a page is shown, and ends if the server names no user', async () => {
    const checked = Promise.withResolvers<Response>();
    network.response = responding('/api/auth/me', () => checked.promise);
    store({ ...tokens, accessTokenExpiration: String(Date.now() + 60 * 60_000) });
    const screen = await open('/settings');
    await expect.element(screen.getByText('Checking authentication...')).toBeVisible();
    checked.resolve(Response.json({ success: true, user: {} }));
    await expect.element(screen.getByText('Invalid user data')).toBeVisible();
    expect(location.pathname).toBe('/login');
  });

  test('without a user is none', async () => {
    const screen = await open('/deals');
    await screen.getByRole('button', { name: 'Account' }).click();
    await expect.element(screen.getByText('Not authenticated')).toBeVisible();
  });
});

describe('deals that fail to load', () => {
  test('are a failed search if there was a search', async () => {
    network.response = () => rejection(503, 'database_unavailable');
    const screen = await open('/deals?q=bike');
    await expect.element(screen.getByRole('heading', { name: 'Search failed' })).toBeVisible();
    await expect.element(screen.getByText('Server error. Please try again later.')).toBeVisible();
    expect(screen.getByText('Searching…').query()).toBeNull();
  });

  test('timed out', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    network.response = () => Promise.reject(new DOMException('', 'TimeoutError'));
    const screen = await open('/deals');
    await expect
      .element(screen.getByRole('heading', { name: 'Failed to load deals' }))
      .toBeVisible();
    await expect.element(screen.getByText('Network error occurred')).toBeVisible();
  });

  test('came in an unreadable form', async () => {
    network.response = () => Response.json({ success: true, nonsense: true });
    const screen = await open('/deals');
    await expect.element(screen.getByText('Please try again', { exact: true })).toBeVisible();
  });

  test('is the page of a proxy before a server that is down', async () => {
    network.response = () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 });
    const screen = await open('/deals');
    await expect.element(screen.getByText('Server error. Please try again later.')).toBeVisible();
  });
});

test('every page without a list links to all categories', async () => {
  const screen = await open('/trending');
  await expect
    .element(screen.getByRole('link', { name: 'All Categories' }))
    .toHaveAttribute('href', '/deals');
});

test('a registration that fails shows it, whatever the reason', async () => {
  network.response = responding('/api/auth/register', () => new Response('?', { status: 502 }));
  const screen = await open('/register');
  await screen.getByRole('textbox', { name: 'Name' }).fill('Mila Petrova');
  await screen.getByRole('textbox', { name: 'Email' }).fill('mila@example.com');
  await screen.getByLabelText('Password', { exact: true }).fill('trotting otter lamp 9');
  await screen.getByRole('button', { name: 'Create account' }).click();
  await expect.element(screen.getByText('Registration failed')).toBeVisible();
});

test('a page that fails shows an error and offers a retry', async () => {
  const screen = await render(
    <ErrorScreen error={new Error('broken')} onReset={() => undefined} />,
  );
  await expect.element(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Refresh Page' })).toBeVisible();
});

test('settings that fail to load show an error in their place', async () => {
  signIn();
  network.response = responding('/api/notices/preferences', () => rejection(503, 'overloaded'));
  const screen = await open('/settings');
  await expect
    .element(screen.getByText('Error loading configuration. Server error. Please try again later.'))
    .toBeVisible();
});

test('a session unknown to the server is reported when the user acts', async () => {
  signIn();
  network.response = (request) =>
    request.method === 'PUT'
      ? rejection(401, 'session_expired')
      : responding('/api/auth/refresh', () => never)(request);
  const screen = await open('/deals');
  await screen.getByRole('button', { name: 'Favorite: Deal 3', exact: true }).click();
  await expect
    .element(screen.getByText('Your session has expired. Please sign in again.'))
    .toBeVisible();
});

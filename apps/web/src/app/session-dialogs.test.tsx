import { beforeEach, expect, test } from 'vitest';
import { network, type Answer } from './testing/network.ts';
import { open, serving, signIn, startAfresh } from './testing/served-app.tsx';

const never = new Promise<Response>(() => undefined);

const answeringRefresh =
  (answer: Answer): Answer =>
  (request) =>
    request.url.pathname === '/api/auth/refresh' ? answer(request) : serving(30)(request);

beforeEach(startAfresh);

test('a session that cannot be refreshed says so, and is refreshed when a person asks', async () => {
  network.answer = answeringRefresh(() => Response.error());
  // In its last two minutes it is refreshed, and that fails.
  const screen = await open('/deals');
  signIn();
  localStorage.setItem('accessTokenExpiration', String(Date.now() + 100_000));
  const warning = screen.getByRole('dialog', { name: 'Session Warning' });
  await expect.element(warning).toBeVisible();
  await expect.element(warning.getByRole('button', { name: 'Log Out' })).toBeVisible();
  network.answer = answeringRefresh(() => never);
  await warning.getByRole('button', { name: 'Extend Session' }).click();
  const refreshing = screen.getByRole('dialog', { name: 'Refreshing Session' });
  await expect.element(refreshing.getByText('Refreshing session...')).toBeVisible();
});

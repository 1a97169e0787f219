// First: it replaces what the application asks over.
import { network } from './testing/network.ts';
import { beforeEach, expect, test } from 'vitest';
import { mila } from '#core/session/testing/sessions.ts';
import { held, own, posting, startPosting } from './testing/posting-server.ts';
import { open } from './testing/served-app.tsx';

beforeEach(startPosting);

// In a file of its own: a session is restored only once, when its code is loaded.
test('a page for members is there with what it holds while the session is being checked', async () => {
  held.posts = [own(41, { title: 'Bicycle' })];
  const checked = Promise.withResolvers<Response>();
  network.answer = (request) =>
    request.url.pathname === '/api/auth/me' ? checked.promise : posting(request);
  const screen = await open('/my-posts');
  const row = screen.getByRole('link', { name: 'Bicycle', exact: true });
  await expect.element(row).toBeVisible();
  await expect.element(screen.getByText('Checking authentication...')).toBeVisible();
  const shown = row.element();

  checked.resolve(Response.json({ success: true, user: mila }));
  await expect.element(screen.getByText('Checking authentication...')).not.toBeInTheDocument();
  expect(shown.isConnected).toBe(true);
  const asked = network.asked.filter(({ url }) => url.pathname === '/api/users/me/deals');
  expect(asked).toHaveLength(1);
});

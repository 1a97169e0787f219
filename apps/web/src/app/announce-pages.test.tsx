import { beforeEach, expect, test } from 'vitest';
import { open, serving, signIn, startAfresh } from './testing/served-app.tsx';
import { network } from './testing/network.ts';
import { mila } from '#core/session/testing/sessions.ts';
import { navigate } from '#core/router/location.ts';
import { announcePages } from './announce-pages.ts';

/** What the page has announced, apart from its outputs. */
const announced = (): readonly string[] =>
  [...document.querySelectorAll('body > output p')].map(({ textContent }) => textContent);

beforeEach(async () => {
  document.querySelectorAll('body > output').forEach((region) => region.remove());
  await startAfresh();
});

test('another page announces its title once, and the same page with another number none', async () => {
  await open('/deals');
  await expect.poll(() => document.title).toBe('Oferti - Izgodno');
  announcePages();
  navigate('/help');
  await expect.poll(announced).toEqual(['Help - Izgodno']);
  document.title = `(3) ${document.title}`;
  navigate('/deals');
  await expect.poll(announced).toEqual(['Help - Izgodno', 'Oferti - Izgodno']);
});

test('each view of the administration has a title of its own', async () => {
  const admin = { ...mila, role: 'admin' } as const;
  network.response = (request) =>
    request.url.pathname === '/api/auth/me'
      ? Response.json({ success: true, user: admin })
      : serving(0)(request);
  signIn(admin);
  await open('/admin?view=jobs');
  await expect.poll(() => document.title).toBe('Jobs - Administration - Izgodno');
  navigate('/admin?view=settings');
  await expect.poll(() => document.title).toBe('Settings - Administration - Izgodno');
});

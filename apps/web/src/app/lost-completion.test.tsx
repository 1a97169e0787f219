// Imported first, because it replaces the network of the application.
import { network } from './testing/network.ts';
import { expect, test, vi } from 'vitest';
import { RELOADED_KEY } from '#core/lazy-component.tsx';
import { pendingAction } from '#core/session/browser/pending.ts';
import { toastStore } from '#shared/ui/toast.ts';
import { deal, open, serving, signIn, startAfresh } from './testing/served-app.tsx';

vi.mock('./complete-action.ts', () => {
  throw new TypeError('Failed to fetch');
});

const saysThatItFailed = async (): Promise<void> => {
  await expect
    .poll(() => toastStore.get().map(({ text }) => text), { timeout: 30_000 })
    .toContain('Network error. Please check your connection.');
};

test('what a visitor wanted stays stored while the code that completes it does not load', async () => {
  await startAfresh();
  // No page is reloaded for code.
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  const seller = { id: '01890000-0000-7000-8000-a00000000001', name: 'Boris' };
  network.response = (request) =>
    request.url.pathname === '/api/deals/1'
      ? Response.json({ success: true, deal: deal(1, { seller }) })
      : serving(3)(request);
  const screen = await open('/deals/1');
  await screen.getByRole('link', { name: 'Message the seller' }).click();
  const prompt = screen.getByRole('dialog', { name: 'Please sign in to access this feature' });
  await prompt.getByRole('button', { name: 'Sign in' }).click();
  signIn();
  await saysThatItFailed();
  expect(pendingAction()).toEqual({ kind: 'open-page', path: `/chat?to=${seller.id}&deal=1` });
  toastStore.set([]);
  window.dispatchEvent(new Event('online'));
  await saysThatItFailed();
});

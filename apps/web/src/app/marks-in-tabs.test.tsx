import { expect, onTestFinished, test } from 'vitest';
import { evictMarks } from '#features/engagement/state/marks.ts';
import { network, type FakeResponse } from './testing/network.ts';
import { open, serving, signIn, startAfresh } from './testing/served-app.tsx';

test('what a user does in one tab shows in the others', async () => {
  const otherTab = new BroadcastChannel('deal-marks');
  onTestFinished(() => otherTab.close());
  const received = Promise.withResolvers<unknown>();
  otherTab.addEventListener('message', ({ data }) => received.resolve(data));
  const stored = new Set<string>();
  const server: FakeResponse = (request) => {
    const id = /^\/api\/deals\/(\d+)\/favorite$/.exec(request.url.pathname)?.[1];
    if (request.url.pathname === '/api/users/me/deal-marks')
      return Response.json({ success: true, marks: [] });
    if (id === undefined) return serving(3)(request);
    stored.add(id);
    const counts = { views: 1, likes: 0, favorites: 1, favorite: true, liked: false };
    return Response.json({ success: true, ...counts });
  };
  await startAfresh(server);
  signIn();
  const screen = await open('/deals');
  const third = screen.getByRole('button', { name: 'Favorite: Deal 3', exact: true });
  // From then on the page follows the other tabs.
  await expect
    .poll(() => network.asked.map(({ url }) => url.pathname))
    .toContain('/api/users/me/deal-marks');
  await third.click();
  const change = await received.promise;
  await expect.poll(() => stored).toEqual(new Set(['3']));
  evictMarks();
  await expect.element(third).toHaveAttribute('aria-pressed', 'false');
  const ofAnother: unknown = { ...Object(change), userId: 'another', dealId: '2' };
  for (const message of [{ of: 'another version' }, ofAnother, change]) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only.
    otherTab.postMessage(message);
  }
  await expect.element(third).toHaveAttribute('aria-pressed', 'true');
  await expect
    .element(screen.getByRole('button', { name: 'Favorite: Deal 2', exact: true }))
    .toHaveAttribute('aria-pressed', 'false');
});

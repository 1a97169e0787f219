import { expect, onTestFinished, test } from 'vitest';
import { evictMarks } from '#features/engagement/state/marks.ts';
import { mila } from '#core/session/testing/sessions.ts';
import { network, type FakeResponse } from './testing/network.ts';
import { deal, dealPage, open, serving, signIn, startAfresh } from './testing/served-app.tsx';
import { navigate } from '#core/router/location.ts';
import { session } from '#core/session/browser/session.ts';

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

test('the marks of one user are not those of the next', async () => {
  let marks = [{ id: '3', favorite: true, liked: false, markedExpired: false, vote: 0 }];
  await startAfresh((request) =>
    request.url.pathname === '/api/users/me/deal-marks'
      ? Response.json({ success: true, marks })
      : serving(3)(request),
  );
  signIn();
  const screen = await open('/deals');
  const third = screen.getByRole('button', { name: 'Favorite: Deal 3', exact: true });
  await expect.element(third).toHaveAttribute('aria-pressed', 'true');
  marks = [];
  session.dispatch({ kind: 'logout-asked' });
  await expect.poll(() => session.get().phase.kind).toBe('signed-out');
  navigate('/deals');
  signIn({ ...mila, id: '01890000-0000-7000-8000-0000000000ff' });
  await expect.element(third).toHaveAttribute('aria-pressed', 'false');
});

/** How often the favourites were read. */
const reads = (): number =>
  network.asked.filter(({ url }) => url.pathname === '/api/users/me/favorites').length;

test('the open list of favourites follows the other tabs, once the server has a change', async () => {
  const otherTab = new BroadcastChannel('deal-marks');
  onTestFinished(() => otherTab.close());
  let items = [deal(1)];
  await startAfresh((request) => {
    if (request.url.pathname === '/api/users/me/deal-marks')
      return Response.json({ success: true, marks: [] });
    if (request.url.pathname !== '/api/users/me/favorites') return serving(3)(request);
    const counts = { active: items.length, sold: 0, expired: 0, deleted: 0 };
    return Response.json({ ...dealPage(0), items, total: items.length, counts });
  });
  signIn();
  const publish = (favorite: boolean, isStored: boolean): void =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only.
    otherTab.postMessage({ userId: mila.id, dealId: '3', mark: { favorite }, isStored });
  const screen = await open('/favorites');
  // From then on the page follows the other tabs.
  await expect
    .poll(() => network.asked.map(({ url }) => url.pathname))
    .toContain('/api/users/me/deal-marks');
  const third = screen.getByRole('link', { name: 'Deal 3' });
  items = [deal(3), deal(1)];
  publish(true, true);
  await expect.element(third).toBeVisible();
  const before = reads();
  publish(false, false);
  await expect
    .element(screen.getByRole('button', { name: 'Favorite: Deal 3', exact: true }))
    .toHaveAttribute('aria-pressed', 'false');
  expect(reads()).toBe(before);
  items = [];
  publish(false, true);
  await expect.element(screen.getByText('No favorites here yet')).toBeVisible();
  items = [deal(3)];
  await expect
    .poll(() => {
      // An empty list follows them a moment after it is shown.
      publish(true, true);
      return third.query();
    })
    .not.toBeNull();
});

// Imported first, because it replaces the network of the chat.
import '../testing/channel-server.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { coverPage } from '#core/router/cover-page.ts';
import { COVER, currentLocation, entryState, navigate } from '#core/router/location.ts';
import { endChannel, open, row, startChannel } from '../testing/open-channel.tsx';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));
vi.mock('#core/session/browser/session.ts', () => import('../testing/fake-session.ts'));

/** The window in which the panel covers the messages, and one in which it is beside them. */
const PHONE = [360, 740] as const;
const DESKTOP = [1280, 800] as const;

beforeEach(async () => {
  await startChannel();
  navigate('/chat');
  navigate('/chat/channel');
});
afterEach(endChannel);

const search = page.getByRole('region', { name: 'Search messages' });
const toggle = (name: string) => page.getByRole('button', { name, exact: true });

const cover = (): unknown => entryState()[COVER];

const openSearch = async (window: readonly [number, number]): Promise<void> => {
  await page.viewport(...window);
  await open(3);
  await expect.element(row('Message 3')).toBeVisible();
  await toggle('Search messages').click();
  await expect.element(search).toBeVisible();
  // Its entry follows when it has been painted.
  if (window === PHONE) await expect.poll(cover).toBeDefined();
};

test('Back closes the panel that covers the messages, and stays in the channel', async () => {
  await openSearch(PHONE);
  const { key } = currentLocation();
  history.back();
  await expect.element(search).not.toBeInTheDocument();
  expect(currentLocation()).toMatchObject({ path: '/chat/channel', key });
  history.back();
  await expect.poll(() => currentLocation().path).toBe('/chat');
});

test('the button that closes the panel removes its entry', async () => {
  await openSearch(PHONE);
  await search.getByRole('button', { name: 'Close' }).click();
  await expect.element(search).not.toBeInTheDocument();
  await expect.poll(cover, { timeout: 30_000 }).toBeUndefined();
  history.back();
  await expect.poll(() => currentLocation().path).toBe('/chat');
});

test('beside the messages, a panel has no entry', async () => {
  await openSearch(DESKTOP);
  history.back();
  await expect.poll(() => currentLocation().path).toBe('/chat');
  await expect.element(search).toBeVisible();
});

test('a link to the same channel closes the panel that covers it, and takes the place of its entry', async () => {
  await openSearch(PHONE);
  navigate('/chat/channel?message=1');
  await expect.element(search).not.toBeInTheDocument();
  history.back();
  await expect.poll(() => currentLocation().query).toBe('');
  expect(cover()).toBeUndefined();
  expect(currentLocation().path).toBe('/chat/channel');
});

test('beside the messages, a panel stays open at a link to the same channel', async () => {
  await openSearch(DESKTOP);
  navigate('/chat/channel?message=1');
  await expect.element(search).toBeVisible();
});

test('Back closes an image that covers the panel, and leaves the panel open', async () => {
  await openSearch(PHONE);
  const close = vi.fn<() => void>();
  coverPage(close);
  history.back();
  await expect.poll(() => close.mock.calls).toHaveLength(1);
  await expect.element(search).toBeVisible();
  history.back();
  await expect.element(search).not.toBeInTheDocument();
  expect(currentLocation().path).toBe('/chat/channel');
});

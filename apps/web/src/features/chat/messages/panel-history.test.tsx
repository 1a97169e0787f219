// Imported first, because it replaces the network of the chat.
import '../testing/channel-server.ts';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { coverPage } from '#core/router/cover-page.ts';
import { currentLocation, navigate } from '#core/router/location.ts';
import { endChannel, open, row, startChannel } from '../testing/open-channel.tsx';
import { useBackCloses } from './panel-history.ts';

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

const openSearch = async (window: readonly [number, number]): Promise<void> => {
  await page.viewport(...window);
  await open(3);
  await expect.element(row('Message 3')).toBeVisible();
  await toggle('Search messages').click();
  await expect.element(search).toBeVisible();
  // Its entry follows when it has been painted.
  if (window === PHONE) await expect.poll(() => history.state).toHaveProperty('panel', true);
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
  await expect.poll(() => JSON.stringify(history.state)).not.toContain('panel');
  history.back();
  await expect.poll(() => currentLocation().path).toBe('/chat');
});

test('beside the messages, a panel has no entry', async () => {
  await openSearch(DESKTOP);
  history.back();
  await expect.poll(() => currentLocation().path).toBe('/chat');
  await expect.element(search).toBeVisible();
});

test('Back to a panel that the user has left by a link leads to the channel once', async () => {
  await page.viewport(...PHONE);
  // As the panel leaves it, when a link in it is followed.
  history.pushState({ ...history.state, panel: true }, '');
  await open(3);
  await expect.element(row('Message 3')).toBeVisible();
  await expect.poll(() => JSON.stringify(history.state)).not.toContain('panel');
  expect(currentLocation().path).toBe('/chat/channel');
  history.back();
  await expect.poll(() => currentLocation().path).toBe('/chat');
});

test('a link to what the panel shows has no other entry', async () => {
  await page.viewport(...PHONE);
  const onClose = vi.fn<() => void>();
  const Linked = () => {
    useBackCloses(true, onClose);
    return null;
  };
  await render(<Linked />);
  history.back();
  await expect.poll(() => currentLocation().path).toBe('/chat');
  expect(onClose).toHaveBeenCalledOnce();
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

test('a panel that opens right after an image was closed is no entry of the image, which is left soon', async () => {
  await page.viewport(...PHONE);
  const uncover = coverPage(() => undefined);
  uncover();
  expect(JSON.stringify(history.state)).toContain('cover');
  await openSearch(PHONE);
  expect(history.state).toMatchObject({ panel: true });
  expect(JSON.stringify(history.state)).not.toContain('cover');
});

test('effects that run twice, as in development, leave the panel open', async () => {
  await page.viewport(...PHONE);
  const onClose = vi.fn<() => void>();
  const Covering = () => {
    useBackCloses(false, onClose);
    return null;
  };
  await render(
    <StrictMode>
      <Covering />
    </StrictMode>,
  );
  expect(JSON.stringify(history.state)).toContain('panel');
  history.back();
  await expect.poll(() => currentLocation().by).toBe('traverse');
  expect(onClose).toHaveBeenCalledOnce();
  expect(currentLocation().path).toBe('/chat/channel');
});

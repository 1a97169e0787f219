import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '#core/api/query-client.ts';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import { PullToRefresh } from './pull-to-refresh.tsx';

const read = vi.fn<() => Promise<string>>();

const Page = () => {
  const { data } = useQuery({ queryKey: ['deals'], queryFn: read });
  return (
    <main>
      <p>{data}</p>
      <div data-testid="messages" style={{ height: 100, overflowY: 'auto' }}>
        <p style={{ height: 300 }}>Messages</p>
      </div>
    </main>
  );
};

const touchEvent = (over: Element, type: string, clientY: number, fingers = 1): TouchEvent => {
  const at = Array.from(
    { length: fingers },
    (_, identifier) => new Touch({ identifier, target: over, clientX: 100, clientY }),
  );
  const touches = type === 'touchend' ? [] : at;
  return new TouchEvent(type, { bubbles: true, touches, changedTouches: at });
};

const touch = (over: Element, type: string, clientY: number, fingers?: number): boolean =>
  over.dispatchEvent(touchEvent(over, type, clientY, fingers));

const status = page.getByRole('status');
const rendered = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

beforeEach(async () => {
  await startLanguage();
  await Promise.all([chooseLanguage('en'), loadArea('shell.bar')]);
  read.mockReset().mockResolvedValueOnce('old').mockResolvedValue('new');
  // It is loaded during the first touch.
  const firstTouch = touchEvent(document.body, 'touchstart', 100);
  document.body.dispatchEvent(firstTouch);
  await render(
    <QueryClientProvider client={createQueryClient()}>
      <PullToRefresh firstTouch={firstTouch} />
      <Page />
    </QueryClientProvider>,
  );
});

test('a long pull reads the data again, a short one does not', async () => {
  const text = page.getByText('old');
  await expect.element(text).toBeVisible();
  const over = text.element();
  // A tap trembles.
  touch(over, 'touchstart', 100);
  touch(over, 'touchmove', 110);
  await rendered();
  expect(status.element().textContent).toBe('');
  touch(over, 'touchmove', 140);
  await expect.element(page.getByText('Pull to refresh')).toBeVisible();
  touch(over, 'touchend', 140);
  await expect.element(page.getByRole('status')).toHaveTextContent('');
  expect(read).toHaveBeenCalledTimes(1);

  touch(over, 'touchstart', 100);
  touch(over, 'touchmove', 200);
  await expect.element(page.getByText('Let go to refresh')).toBeVisible();
  touch(over, 'touchend', 200);
  await expect.element(page.getByText('new')).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent('');
});

test('a pull during a refresh waits for it', async () => {
  const over = page.getByText('old');
  await expect.element(over).toBeVisible();
  const slow = Promise.withResolvers<string>();
  read.mockReset().mockReturnValue(slow.promise);
  const pull = async (): Promise<void> => {
    touch(over.element(), 'touchstart', 100);
    touch(over.element(), 'touchmove', 200);
    await rendered();
  };
  await pull();
  touch(over.element(), 'touchend', 200);
  await expect.element(status).toHaveTextContent('Refreshing…');
  await pull();
  expect(status.element().textContent).toBe('Refreshing…');
  touch(over.element(), 'touchend', 200);
  await rendered();
  expect(status.element().textContent).toBe('Refreshing…');
  slow.resolve('new');
  await expect.element(page.getByText('new')).toBeVisible();
  await expect.element(status).toHaveTextContent('');
  expect(read).toHaveBeenCalledOnce();
});

test('a pull that goes back or ends otherwise, of two fingers or of a scrolled page, reads nothing', async () => {
  const text = page.getByText('old');
  await expect.element(text).toBeVisible();
  const over = text.element();
  for (const [type, y] of [
    ['touchmove', 110],
    ['touchcancel', 200],
  ] as const) {
    touch(over, 'touchstart', 100);
    touch(over, 'touchmove', 200);
    await expect.element(page.getByText('Let go to refresh')).toBeVisible();
    touch(over, type, y);
    await expect.element(status).toHaveTextContent('');
    touch(over, 'touchend', y);
  }
  touch(over, 'touchstart', 100, 2);
  touch(over, 'touchmove', 200, 2);
  await rendered();
  expect(status.element().textContent).toBe('');

  document.body.style.minHeight = '300vh';
  window.scrollTo(0, 1);
  touch(over, 'touchstart', 100);
  touch(over, 'touchmove', 200);
  await rendered();
  expect(status.element().textContent).toBe('');
  window.scrollTo(0, 0);
  document.body.style.minHeight = '';
  expect(read).toHaveBeenCalledOnce();
});

test('the touch for which it is loaded can be a pull', async () => {
  const over = page.getByText('old');
  await expect.element(over).toBeVisible();
  touch(over.element(), 'touchmove', 200);
  await expect.element(page.getByText('Let go to refresh')).toBeVisible();
  touch(over.element(), 'touchend', 200);
  await expect.element(page.getByText('new')).toBeVisible();
});

test('a pull inside of what scrolls by itself is left to it', async () => {
  const list = page.getByTestId('messages');
  await expect.element(list).toBeVisible();
  const over = list.element();
  touch(over, 'touchstart', 100);
  touch(over, 'touchmove', 250);
  touch(over, 'touchend', 250);
  await expect.element(page.getByText('old')).toBeVisible();
  expect(read).toHaveBeenCalledTimes(1);
});

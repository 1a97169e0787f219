import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { navigate } from '#core/router/location.ts';
import { findHref, messageHref } from '../paths.ts';
import { DEAL } from '../testing/deal.ts';
import { aMessage } from '../testing/messages.ts';
import { aChannel, CHANNEL_ID, InPage, ME, OTHER } from '../testing/served-chat.tsx';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));
vi.mock('#core/session/browser/session.ts', () => import('../testing/fake-session.ts'));

const asked: URLSearchParams[] = [];
/** As of the server; absent from the response of an older node. */
let matched: readonly string[] | undefined;
const message = aMessage({ seq: 3, text: 'The tent is sold', sender: OTHER });

globalThis.fetch = vi.fn<typeof fetch>(async (input) => {
  const { pathname, searchParams } = new URL(new Request(input).url);
  if (pathname !== '/api/search') return Response.json({ success: false }, { status: 404 });
  asked.push(searchParams);
  const isFound = ['tent', 'тент'].includes(searchParams.get('q') ?? '');
  const deals = isFound ? [DEAL] : [];
  const messages = isFound ? [message] : [];
  return Response.json({ success: true, messages, files: [], deals, matched });
});

const { directory, offline } = await import('../chat.ts');
const { FindPage } = await import('./find-page.tsx');

beforeEach(async () => {
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([loadArea('chat'), loadArea('chat.more'), loadArea('chat.panels')]);
});

test('one field finds messages and deals, marked, and the arrow keys walk all of them', async () => {
  navigate(findHref('tent'));
  await render(
    <InPage>
      <FindPage userId={ME.id} />
    </InPage>,
  );
  const found = page.getByRole('region', { name: 'Messages' }).getByRole('link');
  await expect.element(found).toHaveAttribute('href', messageHref(CHANNEL_ID, 3));
  await expect.element(found.getByText('tent', { exact: true })).toBeVisible();
  await expect.element(page.getByText('2 results')).toBeVisible();

  await userEvent.keyboard('{ArrowDown}');
  await expect.element(found).toHaveFocus();
  // With a modifier, the key opens another channel.
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(found).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  const deal = page.getByRole('region', { name: 'Deals' }).getByRole('link');
  await expect.element(deal).toHaveFocus();
  await expect.element(deal).toHaveAttribute('href', '/deals/7');

  await userEvent.click(page.getByRole('radio', { name: 'Best match first' }));
  await expect.poll(() => asked.at(-1)?.get('order')).toBe('relevance');
  await userEvent.fill(page.getByRole('searchbox'), 'lamp');
  await expect.element(page.getByText('Nothing was found for “lamp”.')).toBeVisible();
  // A reload, or Back from a result, shows the same search.
  await expect.poll(() => location.search).toBe('?q=lamp');
});

test('marks the words that the server found in the other script', async () => {
  matched = ['tent'];
  navigate(findHref('тент'));
  await render(
    <InPage>
      <FindPage userId={ME.id} />
    </InPage>,
  );
  const found = page.getByRole('region', { name: 'Messages' }).getByRole('link');
  await expect.element(found.getByText('tent', { exact: true })).toBeVisible();
  expect(found.element().querySelector('mark')?.textContent).toBe('tent');
});

test('without a connection, the messages on the device are searched', async () => {
  const messages = [aMessage({ seq: 4, text: 'The tent is wet', sender: OTHER })];
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  vi.spyOn(offline, 'isInUse').mockReturnValue(true);
  vi.spyOn(offline, 'all').mockImplementation(async function* all() {
    yield { channelId: CHANNEL_ID, version: 4, lastSeq: 4, messages };
  });
  const { state } = directory;
  vi.spyOn(state, 'get').mockReturnValue({
    ...state.get(),
    channels: new Map([[CHANNEL_ID, aChannel()]]),
  });
  navigate(findHref('tent'));
  await render(
    <InPage>
      <FindPage userId={ME.id} />
    </InPage>,
  );
  await expect.element(page.getByText(/only the messages stored on this device/)).toBeVisible();
  const found = page.getByRole('region', { name: 'Messages' }).getByRole('link');
  await expect.element(found).toHaveAttribute('href', messageHref(CHANNEL_ID, 4));
});

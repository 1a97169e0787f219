import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { navigate } from '#core/router/location.ts';
import { findHref, messageHref } from '../paths.ts';
import { DEAL } from '../testing/deal.ts';
import { aMessage } from '../testing/messages.ts';
import { CHANNEL_ID, InPage, ME, OTHER } from '../testing/served-chat.tsx';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));

const asked: URLSearchParams[] = [];
const message = aMessage({ seq: 3, text: 'The tent is sold', sender: OTHER });

globalThis.fetch = vi.fn<typeof fetch>(async (input) => {
  const { pathname, searchParams } = new URL(new Request(input).url);
  if (pathname !== '/api/search') return Response.json({ success: false }, { status: 404 });
  asked.push(searchParams);
  const isFound = searchParams.get('q') === 'tent';
  const deals = isFound ? [DEAL] : [];
  return Response.json({ success: true, messages: isFound ? [message] : [], files: [], deals });
});

const { FindPage } = await import('./find-page.tsx');

test('one field finds messages and deals, marked, and the arrow keys walk all of them', async () => {
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([
    loadArea('chat'),
    loadArea('chat.panels'),
    loadArea('chat.more'),
    loadArea('chat.panels'),
  ]);
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

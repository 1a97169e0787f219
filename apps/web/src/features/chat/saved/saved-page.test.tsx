import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import type { SavedMessage } from '@izgodno/contract/chat/saved-calls';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { publish } from '../testing/fake-realtime.ts';
import { aMessage } from '../testing/messages.ts';
import { messageHref } from '../paths.ts';
import { CHANNEL_ID, InPage, ME, OTHER } from '../testing/served-chat.tsx';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));

let saved: SavedMessage[] = [];

/** What the server does with saved messages. */
globalThis.fetch = vi.fn<typeof fetch>(async (input, init) => {
  const request = new Request(input, init);
  const { pathname } = new URL(request.url);
  if (pathname === '/api/message/saved') return Response.json({ success: true, saved });
  const id = /^\/api\/message\/([^/]+)\/saved$/.exec(pathname)?.[1];
  if (request.method === 'DELETE') {
    saved = saved.filter(({ message }) => message.id !== id);
    return Response.json({ success: true });
  }
  if (request.method === 'PUT') {
    const { done } = await request.json();
    saved = saved.map((one) =>
      one.message.id === id ? { ...one, doneAt: done ? '2026-11-21T12:00:00Z' : null } : one,
    );
    return Response.json({ success: true, saved: saved.find(({ message }) => message.id === id) });
  }
  return Response.json({ success: false }, { status: 404 });
});

const { SavedPage } = await import('./saved-page.tsx');

const aSaved = (seq: number, text: string): SavedMessage => ({
  message: aMessage({ seq, text, sender: OTHER }),
  savedAt: '2026-11-21T11:00:00Z',
  doneAt: null,
});

const toDo = page.getByRole('region', { name: 'To do' });
const done = page.getByRole('region', { name: 'Done' });

const open = () =>
  render(
    <InPage>
      <SavedPage userId={ME.id} />
    </InPage>,
  );
let screen: Awaited<ReturnType<typeof open>>;

beforeEach(async () => {
  await page.viewport(800, 600);
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([loadArea('chat'), loadArea('chat.panels')]);
  saved = [aSaved(1, 'Pay the invoice'), aSaved(2, 'Call **Petar**')];
  screen = await open();
});

test('a saved message leads to its place, and is done, not done again, and removed', async () => {
  await expect
    .element(toDo.getByRole('link', { name: /Call Petar$/ }))
    .toHaveAttribute('href', messageHref(CHANNEL_ID, 2));
  await toDo.getByRole('button', { name: 'Done with the message of Мария' }).first().click();
  await expect.element(done.getByText('Pay the invoice')).toBeVisible();
  await done.getByRole('button', { name: 'Not done with the message of Мария' }).click();
  await expect.element(toDo.getByText('Pay the invoice')).toBeVisible();
  await toDo
    .getByRole('button', { name: 'Remove the message of Мария from saved' })
    .first()
    .click();
  await expect.poll(() => toDo.getByRole('listitem').elements().length).toBe(1);
});

test('the list follows another device, and says what to do when it is empty', async () => {
  await expect.element(toDo.getByText('Pay the invoice')).toBeVisible();
  saved = [];
  publish({ type: 'saved.changed', data: { messageId: aMessage({ seq: 1 }).id } });
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'You have saved no messages' }))
    .toBeVisible();
});

test('says that the messages could not be read, and reads them again on request', async () => {
  await screen.unmount();
  const failing = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await open();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^Connection/);
  failing.mockRestore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(toDo.getByText('Pay the invoice')).toBeVisible();
});

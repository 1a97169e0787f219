import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import type { OwnChannel } from '@izgodno/contract/chat/channel';
import type { UnreadReasons } from '@izgodno/contract/chat/unread-calls';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { aMessage } from '../testing/messages.ts';
import { aChannel, CHANNEL_ID, InPage, ME, OTHER } from '../testing/served-chat.tsx';
import { chatHref, messageHref } from '../paths.ts';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));

vi.mock('#core/session/browser/session.ts', () => {
  const user = { id: '01890000-0000-7000-8000-b00000000000', name: 'Ann Lee' };
  // One object, because React renders again if a snapshot is another object.
  const snapshot = { phase: { kind: 'signed-in', session: { user } } };
  return { session: { get: () => snapshot, subscribe: () => () => {} } };
});

const QUIET_ID = '01890000-0000-7000-8000-c00000000001';

const channels: readonly OwnChannel[] = [
  aChannel({ name: 'General', lastSeq: 5 }),
  aChannel({ id: QUIET_ID, name: 'Quiet' }),
];

const reasons: UnreadReasons = {
  first: aMessage({ seq: 2, text: 'Who brings **cake**?', sender: OTHER }),
  counted: 5,
  mentions: 2,
  replies: 1,
  threads: 0,
  own: 1,
  deleted: 0,
  isMarked: false,
};
const root = aMessage({ seq: 1, text: 'Where do we meet?' });
const sent: string[] = [];

globalThis.fetch = vi.fn<typeof fetch>(async (input, init) => {
  const { method, url } = new Request(input, init);
  const { pathname } = new URL(url);
  sent.push(`${method} ${pathname}`);
  if (pathname === '/api/channels') return Response.json({ success: true, channels });
  if (pathname === `/api/channels/${CHANNEL_ID}/unread`)
    return Response.json({ success: true, ...reasons });
  if (pathname === '/api/threads') {
    const reply = aMessage({ seq: 4, text: 'At noon', threadId: root.id });
    const threads = [{ root, lastReply: reply, unread: [4] }];
    return Response.json({ success: true, threads });
  }
  return Response.json({ success: false }, { status: 404 });
});

const { directory, startChat } = await import('../chat.ts');
const { SidebarChat } = await import('./sidebar-chat.tsx');
const { UnreadBadge } = await import('./unread-badge.tsx');
const { OpenWhyUnread } = await import('./open-why-unread.tsx');

const channelLink = page.getByRole('region', { name: 'Channels' }).getByRole('link').first();
const popup = (name: string) => page.getByRole('dialog', { name });
const general = popup('Unread in General');

beforeEach(async () => {
  sent.length = 0;
  history.replaceState(null, '', '/chat');
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([loadArea('chat'), loadArea('chat.panels'), loadArea('shell.signed-in')]);
  startChat();
  await render(
    <InPage>
      <div>
        <button type="button">
          Menu <UnreadBadge />
        </button>
        <SidebarChat />
        <OpenWhyUnread />
      </div>
    </InPage>,
  );
  await directory.begin(ME.id);
  await vi.waitFor(() => channelLink.getByTitle(/^Why/).element(), { timeout: 30_000 });
});
afterEach(() => directory.end());

test('a click on a badge says who wrote first and how many are about the user', async () => {
  await channelLink.getByTitle(/^Why/).click();
  await expect.element(general).toMatchTextContent(/Мария/);
  await expect.element(general).toMatchTextContent(/Who brings cake\?/);
  const texts = general
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
  expect(texts).toEqual([
    '2 mention you',
    '1 replies to you',
    '1 is yours, sent before you had read the others',
  ]);
  expect(location.pathname, 'the link is not followed').toBe('/chat');
  await general.getByRole('button', { name: 'Go to the first unread' }).click();
  expect(location.pathname + location.search).toBe(messageHref(CHANNEL_ID, 1));
  await expect.element(general).not.toBeInTheDocument();
});

test('a list is one tab stop, whose links the arrow keys walk and explain', async () => {
  channelLink.element().focus();
  await expect.element(channelLink).toHaveAccessibleDescription(/^Why\?/);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('link', { name: 'Quiet' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await userEvent.keyboard('{Home}{ArrowRight}');
  await expect.element(general.getByRole('button').first()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(channelLink).toHaveFocus();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await expect.element(general).toBeVisible();
  await general.getByRole('button', { name: 'Mark as read' }).click();
  expect(sent).toContain(`PUT /api/channels/${CHANNEL_ID}/read`);
  await expect.element(channelLink).not.toMatchTextContent(/unread/);
  await expect.element(channelLink).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  expect(channelLink.element().closest('ul')?.contains(document.activeElement)).toBe(false);
});

test('a long touch explains a badge and does not follow its link', async () => {
  const link = channelLink.element();
  const touch = (type: string) =>
    link.dispatchEvent(
      new PointerEvent(type, { pointerType: 'touch', bubbles: true, cancelable: true }),
    );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  touch('pointerdown');
  vi.advanceTimersByTime(600);
  touch('pointerup');
  expect(touch('click'), 'a click after it').toBe(false);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.element(general).toBeVisible();
  expect(location.pathname).toBe('/chat');
});

test('a total names its channels, and the threads name theirs', async () => {
  await page.getByRole('button', { name: /^Menu/ }).getByTitle(/^Why/).click();
  const all = popup('Unread in Chat').getByRole('link');
  await expect.element(all).toHaveAttribute('href', chatHref(CHANNEL_ID));
  await userEvent.keyboard('{Escape}');
  await page
    .getByRole('link', { name: /^Threads/ })
    .getByTitle(/^Why/)
    .click();
  const threads = popup('Unread in Threads');
  await expect.element(threads.getByRole('link')).toMatchTextContent(/Where do we meet\?/);
  await threads.getByRole('button', { name: 'Mark all as read' }).click();
  expect(sent).toContain(`PUT /api/message/${root.id}/thread/read`);
});

test('the number of a badge fits in it, also with texts twice as large', async () => {
  const root = document.documentElement;
  root.style.fontSize = '200%';
  onTestFinished(() => void root.style.removeProperty('font-size'));
  for (const badge of page.getByTitle(/^Why/).elements()) {
    const { fontSize } = getComputedStyle(badge);
    const { height, width } = badge.getBoundingClientRect();
    expect(height).toBeGreaterThanOrEqual(1.2 * Number.parseFloat(fontSize));
    expect(width).toBeGreaterThanOrEqual(height);
  }
});

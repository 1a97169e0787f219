import type { Activity, OwnChannel } from '@izgodno/contract/chat/channel';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { navigate } from '#core/router/location.ts';
import { directHref } from './paths.ts';
import { aChannel, InPage, ME, OTHER } from './testing/served-chat.tsx';

vi.mock('#core/realtime/browser/realtime.ts', () => import('./testing/fake-realtime.ts'));

vi.mock('#core/session/browser/session.ts', () => {
  const user = { id: '01890000-0000-7000-8000-b00000000000', name: 'Ann Lee' };
  // One object, because React renders again if a snapshot is another object.
  const snapshot = { phase: { kind: 'signed-in', session: { user } } };
  return { session: { get: () => snapshot, subscribe: () => () => {} } };
});

let channels: readonly OwnChannel[] = [];
let activity: readonly Activity[] = [];
/** The response to a direct conversation. */
let direct: Promise<Response>;
let isDirectAsked = false;
/** The response to a channel that the user is not in. */
let other = { status: 404, code: 'not_found' };

globalThis.fetch = vi.fn<typeof fetch>((input, init) => {
  const { pathname } = new URL(new Request(input, init).url);
  if (pathname === '/api/channels')
    return Promise.resolve(Response.json({ success: true, channels }));
  if (pathname === '/api/channels/activity')
    return Promise.resolve(Response.json({ success: true, activity }));
  if (pathname === '/api/channels/invitations')
    return Promise.resolve(Response.json({ success: true, invitations: [] }));
  if (pathname === '/api/channels/direct') {
    isDirectAsked = true;
    return direct;
  }
  const { status, code } = other;
  const error = { code, message: '' };
  return Promise.resolve(Response.json({ success: false, error }, { status }));
});

const { ChatPage } = await import('./chat-page.tsx');
const { directory, selection } = await import('./chat.ts');

const BUSY = '01890000-0000-7000-8000-c00000000005';
const empty = page.getByRole('heading', { name: 'You are not in any channel yet' });

beforeEach(async () => {
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([loadArea('chat'), loadArea('shell.signed-in')]);
  directory.end();
  selection.dispatch({ kind: 'signed-out' });
  other = { status: 404, code: 'not_found' };
});

const open = async () => {
  const screen = await render(
    <InPage>
      <ChatPage />
    </InPage>,
  );
  void directory.begin(ME.id);
  await expect.poll(() => directory.state.get().status).toBe('ready');
  return screen;
};

// Before all others, because the page waits for the sidebar only once.
test('the first visit opens the channel at the top of the list', async () => {
  const [quiet, busy] = [aChannel({ name: 'Alpha' }), aChannel({ id: BUSY, name: 'Zeta' })];
  channels = [quiet, busy];
  activity = [
    {
      channelId: busy.id,
      totalCount: 5,
      latestMessageId: '01890000-0000-7000-8000-d00000000005',
      latestMessageTime: '2026-11-29T12:00:00.000Z',
      lastActiveMessageId: null,
      hasActivity: true,
      unseenCount: 5,
      unreadCount: 5,
    },
  ];
  await open();
  await expect.poll(() => selection.selection.get().channelId).toBe(busy.id);
});

test('someone without a channel learns where to find one', async () => {
  channels = [];
  await open();
  await expect.element(empty).toBeVisible();
  await expect.element(page.getByText(/create.your.own/)).toBeVisible();
});

test('a page that has yet to select a channel does not say that there is none', async () => {
  channels = [aChannel()];
  await open();
  expect(empty.query()).toBeNull();
});

test('the title of a channel that does not exist is not the name of the former one', async () => {
  const former = aChannel({ name: 'General' });
  channels = [former];
  await open();
  selection.dispatch({ kind: 'chosen', channelId: former.id });
  await expect.poll(() => document.title).toMatch(/^General/);
  selection.dispatch({ kind: 'addressed', channelId: '01890000-0000-7000-8000-c00000000009' });
  await expect
    .element(page.getByText('This channel does not exist or is not open to you'))
    .toBeVisible();
  await expect.poll(() => document.title).toMatch(/^Chat/);
  await expect.element(page.getByRole('link', { name: 'Chat' })).toHaveAttribute('href', '/chat');
});

test.each([
  { status: 500, code: 'internal' },
  { status: 429, code: 'rate_limited' },
])(
  'a channel that the server did not look up ($code) is not said to be missing',
  async (failure) => {
    other = failure;
    channels = [];
    await open();
    selection.dispatch({ kind: 'addressed', channelId: '01890000-0000-7000-8000-c00000000008' });
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect
      .element(page.getByText('This channel does not exist or is not open to you'))
      .not.toBeInTheDocument();
  },
);

test('a conversation that opens slowly does not lead away from another page', async () => {
  channels = [];
  const opening = Promise.withResolvers<Response>();
  direct = opening.promise;
  navigate(directHref(OTHER.id));
  const screen = await open();
  await expect.poll(() => isDirectAsked).toBe(true);
  await screen.unmount();
  navigate('/deals');
  opening.resolve(Response.json({ success: true, channel: aChannel() }));
  await expect.poll(() => directory.state.get().channels.size).toBe(1);
  expect(location.pathname).toBe('/deals');
});

test('what is typed before the dialog of a key has loaded becomes no message', async () => {
  channels = [aChannel({ name: 'General' })];
  await open();
  selection.dispatch({ kind: 'chosen', channelId: channels[0]?.id ?? '' });
  const composer = page.getByRole('textbox', { name: 'Message General' });
  await composer.click();
  window.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, cancelable: true }),
  );
  expect(document.activeElement).toBe(document.body);
  await expect.element(page.getByRole('combobox')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(composer).toHaveFocus();
});

test('the dialogs of the keyboard load with the first key', async () => {
  channels = [aChannel({ name: 'General' }), aChannel({ id: BUSY, name: 'Zeta' })];
  await open();
  await userEvent.keyboard('{Control>}k{/Control}');
  const switcher = page.getByRole('dialog', { name: 'Go to a channel' });
  await switcher.getByRole('combobox').fill('зета');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => selection.selection.get().channelId).toBe(BUSY);
  await expect.element(switcher).not.toBeInTheDocument();
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import type { Message } from '@izgodno/contract/chat/message';
import { MAX_THREADS_SHOWN, type FollowedThread } from '@izgodno/contract/chat/thread-calls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { COVER, entryState } from '#core/router/location.ts';
import { chooseStoresMessages } from '../offline/offline-setting.ts';
import { publish } from '../testing/fake-realtime.ts';
import { aMessage } from '../testing/messages.ts';
import { aChannel, InPage, ME, OTHER, pageOf } from '../testing/served-chat.tsx';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));

vi.mock('#core/session/browser/session.ts', () => {
  const user = { id: '01890000-0000-7000-8000-b00000000000', name: 'Ann Lee' };
  // One object, because React renders again if a snapshot is another object.
  const snapshot = { phase: { kind: 'signed-in', session: { user } } };
  return { session: { get: () => snapshot, subscribe: () => () => {} } };
});

const root = aMessage({ seq: 1, text: 'Where do we meet?', sender: ME });
const replies = [2, 3].map((seq) => aMessage({ seq, sender: OTHER, threadId: root.id }));
const channel = aChannel({ lastSeq: 3, version: 3 });
let followed: FollowedThread[] = [];
/** The newest page of the thread. */
let newest: readonly Message[] = replies;
/** The thread if it is followed, but not among those with the latest replies. */
let beyond: FollowedThread | null = null;
const sent: { method: string; path: string; text: string }[] = [];

globalThis.fetch = vi.fn<typeof fetch>(async (input, init) => {
  const request = new Request(input, init);
  const { pathname: path, searchParams } = new URL(request.url);
  if (request.method !== 'GET')
    sent.push({ method: request.method, path, text: await request.text() });
  const responses: Readonly<Record<string, object>> = {
    '/api/channels': { channels: [channel] },
    [`/api/message/channel/${channel.id}/messages`]: pageOf([root, ...replies], searchParams),
    [`/api/message/${root.id}/thread`]: { root, replies: newest, hasMore: false },
    '/api/threads': { threads: followed },
    [`/api/message/${root.id}/follow`]: { thread: beyond },
  };
  return Response.json({ success: true, ...responses[path] });
});

const { directory, logs } = await import('../chat.ts');
const { ChannelView } = await import('./channel-view.tsx');
chooseStoresMessages(false);

const thread = page.getByRole('region', { name: 'Thread' });
const follow = thread.getByRole('button', { name: 'Follow the thread' });
const sentTo = (end: string) => sent.filter(({ path }) => path.endsWith(end));

const user = { ...ME, email: 'ann@x.bg', role: 'member', createdAt: '2026-11-20' } as const;
const channelAt = (wantedThread: { readonly rootId: string } | null) => (
  <InPage>
    <ChannelView channel={channel} user={user} wanted={null} wantedThread={wantedThread} />
  </InPage>
);

/** Opens the channel by a link to the thread. */
const open = async (threads: FollowedThread[]) => {
  followed = threads;
  sent.length = 0;
  await directory.begin(ME.id);
  const view = await render(channelAt({ rootId: root.id }));
  await expect.element(thread.getByText('Where do we meet?')).toBeVisible();
  return view;
};

beforeEach(async () => {
  newest = replies;
  await page.viewport(1200, 800);
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([loadArea('chat'), loadArea('chat.more'), loadArea('uploads')]);
});
afterEach(() => {
  logs.end();
  directory.end();
});

test('a followed thread marks its replies as read when they are seen', async () => {
  await open([{ root, lastReply: replies[1] ?? null, unread: [2, 3] }]);
  await expect.element(follow).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => sentTo('/thread/read')[0]?.text).toBe('{"seq":3}');
});

test('replies count as seen once their end is visible, on a page that is visible', async () => {
  const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  newest = Array.from({ length: 40 }, (_, index) =>
    aMessage({ seq: index + 2, sender: OTHER, threadId: root.id }),
  );
  await open([{ root, lastReply: newest.at(-1) ?? null, unread: [41] }]);
  await expect.element(thread.getByText('Message 41')).toBeVisible();
  await expect.element(follow).toHaveAttribute('aria-pressed', 'true');
  const body = [...thread.element().querySelectorAll('*')].find(
    ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 500,
  );
  body?.scrollTo(0, 0);
  sight.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  // The time of a request.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(sentTo('/thread/read')).toEqual([]);
  body?.scrollTo(0, body.scrollHeight);
  await expect.poll(() => sentTo('/thread/read')[0]?.text).toBe('{"seq":41}');
});

/** As many threads as the list has. */
const fullList = Array.from({ length: MAX_THREADS_SHOWN }, (_, index) => ({
  root: aMessage({ seq: 100 + index }),
  lastReply: null,
  unread: [],
}));

test('a followed thread beyond the list is shown as followed, and is read', async () => {
  beyond = { root, lastReply: replies[1] ?? null, unread: [2, 3] };
  await open(fullList);
  await expect.element(follow).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => sentTo('/thread/read')[0]?.text).toBe('{"seq":3}');
  beyond = null;
  await follow.click();
  await expect.poll(() => sentTo('/follow')[0]?.method).toBe('DELETE');
  await expect.element(follow).toHaveAttribute('aria-pressed', 'false');
});

test('another thread marks nothing, and a button follows it', async () => {
  await open([]);
  await expect.element(follow).toHaveAttribute('aria-pressed', 'false');
  await follow.click();
  await expect.poll(() => sentTo('/follow')[0]?.method).toBe('PUT');
  expect(sentTo('/thread/read')).toEqual([]);
});

test('closing a thread that a menu opened returns the focus to the message', async () => {
  await open([]);
  await userEvent.click(thread.getByRole('button', { name: 'Close' }));
  const actions = page.getByRole('button', { name: 'Actions for the message of Ann Lee' });
  await userEvent.click(actions);
  await userEvent.click(page.getByRole('menuitem', { name: 'Open thread' }));
  await expect.element(thread).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(thread).not.toBeInTheDocument();
  await expect.element(actions).toHaveFocus();
});

const some = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    aMessage({ seq: from + index, sender: OTHER, threadId: root.id }),
  );

test('a thread that is scrolled up takes only some new replies, and the newest at its end', async () => {
  newest = some(2, 50);
  await open([]);
  const last = thread.getByText('Message 51', { exact: true });
  await expect.element(last).toBeVisible();
  const body = thread.element().querySelector('[aria-busy]');
  body?.scrollTo(0, 0);
  for (const message of some(52, 600)) publish({ type: 'message.created', data: { message } });
  await expect.element(thread.getByText('Message 501', { exact: true })).toBeInTheDocument();
  expect(thread.getByRole('article').elements().length).toBeLessThanOrEqual(501);
  newest = some(602, 50);
  body?.scrollTo(0, body.scrollHeight);
  await expect.element(thread.getByText('Message 651', { exact: true })).toBeVisible();
  await expect.element(thread.getByText('Message 501', { exact: true })).not.toBeInTheDocument();
});

test('a thread on a hidden page stays where it was at its end, and leaves what comes unseen', async () => {
  newest = some(2, 50);
  await open([]);
  await expect.element(thread.getByText('Message 51', { exact: true })).toBeInViewport();
  const body = thread.element().querySelector('[aria-busy]');
  const before = body?.scrollTop;
  expect(before).toBeGreaterThan(500);
  const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  for (const message of some(52, 20)) {
    publish({ type: 'message.created', data: { message } });
    await expect.element(thread.getByText(`Message ${message.seq}`)).toBeInTheDocument();
  }
  sight.mockRestore();
  expect(body?.scrollTop).toBe(before);
});

test('a thread that covers the messages has the entry of its URL, and closes when the URL leaves it', async () => {
  await page.viewport(360, 740);
  const view = await open([]);
  expect(entryState()[COVER]).toBeUndefined();
  await view.rerender(channelAt(null));
  await expect.element(thread).not.toBeInTheDocument();
});

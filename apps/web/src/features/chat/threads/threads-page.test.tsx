import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import { MAX_THREADS_SHOWN, type FollowedThread } from '@izgodno/contract/chat/thread-calls';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { publish } from '../testing/fake-realtime.ts';
import { aMessage } from '../testing/messages.ts';
import { threadHref } from '../paths.ts';
import { CHANNEL_ID, InPage, ME, OTHER } from '../testing/served-chat.tsx';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));

let threads: FollowedThread[] = [];
/** A followed thread beyond the list. */
let beyond: FollowedThread | null = null;
const read: string[] = [];
/** What the response of the list waits for. */
let delivered = Promise.resolve();

/** What the server does with followed threads. */
globalThis.fetch = vi.fn<typeof fetch>(async (input, init) => {
  const request = new Request(input, init);
  const { pathname } = new URL(request.url);
  if (pathname === '/api/threads') {
    const response = Response.json({ success: true, threads });
    await delivered;
    return response;
  }
  if (request.method === 'GET') {
    read.push(pathname);
    return Response.json({ success: true, thread: pathname.includes(root.id) ? beyond : null });
  }
  const id = /^\/api\/message\/([^/]+)\/follow$/.exec(pathname)?.[1];
  if (request.method === 'DELETE') threads = threads.filter(({ root }) => root.id !== id);
  return Response.json({ success: true });
});

const { ThreadsPage } = await import('./threads-page.tsx');
const { useLiveThreads } = await import('./followed-threads.ts');

/** The page with what the sidebar does beside it. */
const WithSidebar = () => {
  useLiveThreads(ME.id);
  return <ThreadsPage userId={ME.id} />;
};

const root = aMessage({ seq: 1, text: 'Where do we meet?', sender: OTHER });
const other = aMessage({ seq: 2, text: 'Who brings **cake**?', sender: OTHER });
const reply = (seq: number, text: string) =>
  aMessage({ seq, text, sender: OTHER, threadId: root.id });

const rows = page.getByRole('listitem');

const open = () =>
  render(
    <InPage>
      <WithSidebar />
    </InPage>,
  );
let opened: Awaited<ReturnType<typeof open>>;

beforeEach(async () => {
  await page.viewport(800, 600);
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([loadArea('chat'), loadArea('chat.panels'), loadArea('shell.signed-in')]);
  threads = [
    { root: other, lastReply: null, unread: [] },
    { root, lastReply: reply(3, 'At the park'), unread: [3] },
  ];
  opened = await open();
});

test.for([
  { type: 'threads.changed', data: {} },
  { type: 'message.created', data: { message: reply(4, 'At noon') } },
  { type: 'message.changed', data: { message: { ...root, version: 9 } } },
] as const)('$type while the list loads for the first time changes it', async (event) => {
  await opened.unmount();
  const delivery = Promise.withResolvers<void>();
  delivered = delivery.promise;
  const calls = vi.mocked(fetch).mock.calls.length;
  opened = await open();
  await expect.poll(() => vi.mocked(fetch).mock.calls.length).toBeGreaterThan(calls);
  threads = [{ root, lastReply: reply(4, 'At noon'), unread: [4] }];
  publish(event);
  delivery.resolve();
  await expect.element(rows.getByText('At noon')).toBeVisible();
  expect(rows.elements()).toHaveLength(1);
});

test('a new reply moves its thread to the top, with the number of unread ones', async () => {
  await expect.element(rows.nth(1).getByText('1 unread reply')).toBeVisible();
  publish({ type: 'message.created', data: { message: reply(4, 'At noon') } });
  await expect.element(rows.nth(0).getByText('At noon')).toBeVisible();
  await expect.element(rows.nth(0).getByText('2 unread replies')).toBeVisible();
  await expect
    .element(rows.nth(0).getByRole('link'))
    .toHaveAttribute('href', threadHref(CHANNEL_ID, root.id));
});

test('a thread is unfollowed, and the list follows another device', async () => {
  await rows.nth(0).getByRole('button', { name: 'Unfollow the thread of Мария' }).click();
  await expect.poll(() => rows.elements().length).toBe(1);
  threads = [];
  publish({ type: 'threads.changed', data: {} });
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'You follow no threads' }))
    .toBeVisible();
});

test('a reply brings a followed thread beyond the list back, and asks about others once', async () => {
  await expect.poll(() => rows.elements().length).toBe(2);
  beyond = { root, lastReply: reply(3, 'At the park'), unread: [3] };
  threads = Array.from({ length: MAX_THREADS_SHOWN }, (_, index) => ({
    root: aMessage({ seq: 100 + index }),
    lastReply: null,
    unread: [],
  }));
  publish({ type: 'threads.changed', data: {} });
  await expect.poll(() => rows.elements().length).toBe(MAX_THREADS_SHOWN);
  for (const seq of [7, 8]) {
    const elsewhere = aMessage({ seq, threadId: other.id });
    publish({ type: 'message.created', data: { message: elsewhere } });
  }
  threads = [beyond, ...threads.slice(1)];
  publish({ type: 'message.created', data: { message: reply(9, 'At noon') } });
  await expect.element(rows.nth(0)).toMatchTextContent(/Where do we meet/);
  expect(read).toEqual([`/api/message/${other.id}/follow`, `/api/message/${root.id}/follow`]);
});

test('says that the threads could not be read, and shows them once they can', async () => {
  await opened.unmount();
  delivered = Promise.reject(new TypeError('Failed to fetch'));
  opened = await open();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^Connection/);
  delivered = Promise.resolve();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(rows.first()).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

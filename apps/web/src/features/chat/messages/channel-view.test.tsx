import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import type { OwnChannel } from '@izgodno/contract/chat/channel';
import type { Message } from '@izgodno/contract/chat/message';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { PageFeatures, type PageFeature } from '#core/page-features.ts';
import { useStore } from '#shared/store.ts';
import { toastStore } from '#shared/ui/toast.ts';
import { chooseStoresMessages } from '../offline/offline-setting.ts';
import { publish } from '../testing/fake-realtime.ts';
import { aMessage, uploadConfig } from '../testing/messages.ts';
import { aChannel, CHANNEL_ID, InPage, ME, OTHER, pageOf, talk } from '../testing/served-chat.tsx';

const world = vi.hoisted(() => {
  const state: {
    messages: Message[];
    sent: { method: string; path: string; body: Record<string, unknown> }[];
    rejection: string | null;
    channel: OwnChannel | null;
  } = { messages: [], sent: [], rejection: null, channel: null };
  return state;
});

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));

vi.mock('#core/session/browser/session.ts', () => {
  const user = { id: '01890000-0000-7000-8000-b00000000000', name: 'Ann Lee' };
  // One object, because React renders again if a snapshot is another object.
  const snapshot = { phase: { kind: 'signed-in', session: { user } } };
  return { session: { get: () => snapshot, subscribe: () => () => {} } };
});

const arrive = (given: Partial<Message>): Message => {
  const seq = world.messages.length + 1;
  const message = aMessage({ sender: OTHER, createdAt: new Date().toISOString(), ...given, seq });
  world.messages.push(message);
  publish({ type: 'message.created', data: { message } });
  return message;
};

/** The server's responses for a conversation. */
const response = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init);
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.text();
  const body: Record<string, unknown> = text.startsWith('{') ? JSON.parse(text) : {};
  if (request.method !== 'GET') world.sent.push({ method: request.method, path: pathname, body });
  if (pathname.endsWith('/messages')) return Response.json(pageOf(world.messages, searchParams));
  if (pathname === '/api/message') {
    if (world.rejection !== null) {
      return Response.json(
        { success: false, error: { code: world.rejection, message: world.rejection } },
        world.rejection === 'slow_mode'
          ? { status: 429, headers: { 'retry-after': '1' } }
          : { status: 403 },
      );
    }
    const message = aMessage({
      seq: world.messages.length + 1,
      sender: ME,
      text: String(body['text']),
      clientId: String(body['clientId']),
      createdAt: new Date().toISOString(),
    });
    world.messages.push(message);
    return Response.json({ success: true, message });
  }
  if (/^\/api\/message\/[^/]+$/.test(pathname) && request.method === 'PUT') {
    const before = world.messages.find(({ id }) => pathname.endsWith(id));
    const message = {
      ...(before ?? aMessage({ seq: 1 })),
      text: String(body['text']),
      version: world.messages.length + 1,
      editedAt: new Date().toISOString(),
    };
    return Response.json({ success: true, fileUrls: [], error: null, message });
  }
  if (pathname.endsWith('/members')) {
    const member = {
      user: OTHER,
      role: 'member',
      mutedUntil: null,
      joinedAt: '2026-11-20T10:00:00Z',
      readSeq: null,
    };
    return Response.json({ success: true, members: [member], nextCursor: null });
  }
  if (pathname === '/api/channels') {
    return Response.json({ success: true, channels: [world.channel ?? aChannel()] });
  }
  if (pathname === '/api/channels/activity') return Response.json({ success: true, activity: [] });
  if (pathname.endsWith('/profile')) {
    return Response.json({ success: true, user: { ...ME, lastActiveMessages: {} } });
  }
  if (pathname === '/api/config/upload') {
    return Response.json({ success: true, config: uploadConfig });
  }
  if (pathname.endsWith('/unread')) {
    const marked = world.messages.find(({ id }) => id === body['messageId']);
    const readSeq = (marked?.seq ?? 1) - 1;
    return Response.json({ success: true, readSeq, unreadMarks: 1, unreadCount: 1 });
  }
  if (pathname.endsWith('/read')) {
    return Response.json({ success: true, readSeq: Number(body['seq']), unreadCount: 0 });
  }
  return Response.json({ success: true });
};
globalThis.fetch = vi.fn<typeof fetch>(response);
// Measured rows change what is observed, and the browser reports a loop if that happens
// synchronously.
const Observer = globalThis.ResizeObserver;
globalThis.ResizeObserver = class extends Observer {
  constructor(callback: ResizeObserverCallback) {
    super((entries, observer) => requestAnimationFrame(() => callback(entries, observer)));
  }
};

const { directory, drafts, logs, outbox, startChat } = await import('../chat.ts');
const { ChannelView } = await import('./channel-view.tsx');

// Each test has messages of its own.
chooseStoresMessages(false);
startChat();

const open = async (
  count: number,
  readSeq = count,
  features: readonly PageFeature[] | null = null,
) => {
  world.messages = [...talk(count)];
  const channel = aChannel({ lastSeq: count, version: count });
  world.channel = { ...channel, membership: { ...channel.membership, readSeq } };
  drafts.begin(ME.id);
  await directory.begin(ME.id);
  const user = { ...ME, email: 'ann@x.bg', role: 'member', createdAt: '2026-11-20' } as const;
  const Opened = () => {
    const state = useStore(directory.state);
    const known = state.channels.get(CHANNEL_ID);
    return known && <ChannelView channel={known} user={user} wanted={null} wantedThread={null} />;
  };
  await render(
    <InPage>
      <PageFeatures value={features}>
        <Opened />
      </PageFeatures>
    </InPage>,
  );
};

const list = () => page.getByRole('region', { name: 'Messages' });
const row = (text: string) => list().getByRole('article').filter({ hasText: text });
const log = () => page.getByRole('log');
const composer = () => page.getByRole('textbox', { name: 'Message General' });

/** The greatest read position that was saved. */
const readUpTo = (): number =>
  world.sent
    .filter(({ path }) => path.endsWith('/read'))
    .reduce((most, { body }) => Math.max(most, Number(body['seq'])), 0);

/** The distance of the list from its end, in pixels. */
const distanceFromEnd = (): number => {
  const element = list().element();
  return element.scrollHeight - element.scrollTop - element.clientHeight;
};

/** Scrolls like the wheel. */
const scrollTo = (top: number): void => {
  const element = list().element();
  element.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
  element.scrollTop = top;
};

beforeEach(async () => {
  localStorage.clear();
  world.sent.length = 0;
  world.rejection = null;
  await page.viewport(1000, 800);
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([loadArea('chat'), loadArea('chat.more'), loadArea('uploads')]);
});
afterEach(() => {
  logs.end();
  directory.end();
  outbox.end({ evict: true });
});

describe('the list', () => {
  test('opens at its end, and renders few of many messages', async () => {
    await open(500);
    await expect.element(row('Message 500')).toBeVisible();
    // The composer's lazy parts may still change its height.
    await expect.poll(distanceFromEnd).toBeLessThan(5);
    expect(list().getByRole('article').elements().length).toBeLessThan(60);
    await expect.element(page.getByText('New messages')).not.toBeInTheDocument();
  });

  test('opens at the first unread message, marks visible ones as read, and jumps to the latest', async () => {
    await open(500, 300);
    await expect
      .element(page.getByRole('heading', { level: 2, name: 'New messages' }))
      .toBeVisible();
    await expect.element(row('Message 302')).toBeVisible();
    expect(distanceFromEnd()).toBeGreaterThan(500);
    await expect.poll(() => world.sent.some(({ path }) => path.endsWith('/read'))).toBe(true);
    await userEvent.click(page.getByRole('button', { name: /Jump to the latest message, \d+/ }));
    await expect.element(row('Message 500')).toBeVisible();
    await expect.poll(() => distanceFromEnd()).toBeLessThan(5);
    await expect
      .poll(() => world.sent.findLast(({ path }) => path.endsWith('/read'))?.body)
      .toEqual({ seq: 500, unreadMarks: 0 });
  });

  test('keeps messages unread that a sender has not seen, until the jump to the latest', async () => {
    await open(500, 300);
    await expect.element(row('Message 302')).toBeVisible();
    await userEvent.click(composer());
    await userEvent.keyboard('Too early{Enter}');
    await expect.element(row('Too early')).toBeVisible();
    await expect.poll(() => distanceFromEnd()).toBeLessThan(5);
    expect(readUpTo()).toBeLessThan(340);
    scrollTo(list().element().scrollHeight - 3_000);
    await userEvent.click(page.getByRole('button', { name: /Jump to the latest message, \d+/ }));
    await expect.poll(readUpTo).toBe(501);
  });

  test('keeps what the user marks as unread, with the line before it, until the jump to the latest', async () => {
    await open(500);
    await userEvent.click(row('Message 495').getByRole('button', { name: /^Actions for/ }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Mark as unread from here' }));
    await expect
      .element(page.getByRole('heading', { level: 2, name: 'New messages' }))
      .toBeVisible();
    arrive({ text: 'And another' });
    await expect.element(row('And another')).toBeVisible();
    expect(readUpTo()).toBe(0);
  });

  test('follows new messages while its end is visible, and announces each once', async () => {
    await open(80);
    await expect.element(row('Message 80')).toBeVisible();
    const first = arrive({ text: 'Something **new**' });
    await expect.element(row('Something new')).toBeVisible();
    await expect.poll(() => distanceFromEnd()).toBeLessThan(5);
    // The same message again: by a change, a repeated event, and after a lost connection.
    publish({ type: 'message.created', data: { message: first } });
    publish({
      type: 'missed',
      data: {
        outcome: 'messages',
        channelId: CHANNEL_ID,
        messages: [first],
        version: 81,
        lastSeq: 81,
      },
    });
    arrive({ text: 'And another' });
    await expect.element(row('And another')).toBeVisible();
    scrollTo(0);
    scrollTo(100_000);
    await expect.element(row('And another')).toBeVisible();
    expect(log().element().querySelectorAll('p').length).toBe(2);
    expect(
      log()
        .element()
        .textContent.match(/Something/g)?.length,
    ).toBe(1);
  });
});

describe('the composer', () => {
  test('sends on Enter, breaks the line on Shift and Enter, and keeps unsent text', async () => {
    await open(3);
    await userEvent.click(composer());
    await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two');
    await expect.element(composer()).toHaveValue('one\ntwo');
    expect(JSON.stringify(localStorage)).toContain('one');
    await userEvent.keyboard('{Enter}');
    await expect.element(row('one')).toBeVisible();
    await expect.element(composer()).toHaveValue('');
    await expect
      .poll(() => world.sent.filter(({ path }) => path === '/api/message'))
      .toMatchObject([{ body: { text: 'one\ntwo' } }]);
    expect(row('one').elements()).toHaveLength(1);
    expect(JSON.stringify(localStorage)).not.toContain('one');
  });

  test('on a phone is above its buttons, as wide as all of them', async () => {
    await page.viewport(320, 640);
    await open(3);
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await composer().fill('What does it cost?');
    const [text, button] = [composer(), send].map((part) => part.element().getBoundingClientRect());
    expect(text?.width).toBeGreaterThan(260);
    expect(button?.top).toBeGreaterThanOrEqual(text?.bottom ?? Infinity);
    expect(button?.right).toBeLessThanOrEqual(320);
  });

  test('has the draft of another device', async () => {
    await open(1);
    const draft = { channelId: CHANNEL_ID, threadId: null, people: [], text: 'Hi', version: 7 };
    publish({ type: 'draft.changed', data: { draft } });
    await expect.element(composer()).toHaveValue('Hi');
  });

  test('shows a rejected message, with buttons to retry and to discard', async () => {
    world.rejection = 'muted';
    await open(3);
    await userEvent.fill(composer(), 'Let me in');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(row('Let me in').getByText('Not sent: You cannot write in this channel for now.'))
      .toBeVisible();
    await userEvent.fill(composer(), 'Behind it');
    await userEvent.keyboard('{Enter}');
    await expect.element(row('Behind it').getByText('Waiting to be sent')).toBeVisible();
    world.rejection = null;
    await userEvent.click(row('Let me in').getByRole('button', { name: 'Try again' }));
    await expect.element(row('Behind it').getByText('Waiting to be sent')).not.toBeInTheDocument();
    expect(world.messages.slice(-2).map(({ text }) => text)).toEqual(['Let me in', 'Behind it']);

    world.rejection = 'muted';
    await userEvent.fill(composer(), 'Too much');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(row('Too much').getByRole('button', { name: 'Discard' }));
    await expect.element(row('Too much')).not.toBeInTheDocument();
  });

  test('shows a hint in slow mode, and sends by itself later', async () => {
    await open(3);
    world.rejection = 'slow_mode';
    await userEvent.fill(composer(), 'At once');
    await userEvent.keyboard('{Enter}');
    await expect.element(row('At once')).toMatchTextContent(/This channel is in slow mode/);
    world.rejection = null;
    await expect.element(row('At once')).not.toMatchTextContent(/Waiting|Sending/);
    expect(world.messages.filter(({ text }) => text === 'At once')).toHaveLength(1);
  });

  test('edits the last own message by the arrow key, and cancels on Escape', async () => {
    await open(4);
    await userEvent.click(composer());
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(composer()).toHaveValue('Message 4');
    await userEvent.keyboard('{Escape}');
    await expect.element(composer()).toHaveValue('');
    await userEvent.keyboard('{ArrowUp}');
    await userEvent.fill(composer(), 'Better words');
    await userEvent.keyboard('{Enter}');
    await expect.element(row('Better words').getByText('(edited)')).toBeVisible();
  });

  test('completes a mention, and stores the user’s id', async () => {
    await open(3);
    await userEvent.click(composer());
    await userEvent.keyboard('hi @Мар');
    await expect
      .element(page.getByRole('option', { name: 'Мария' }))
      .toHaveAttribute('aria-selected', 'true');
    const field = page.getByRole('combobox', { name: 'Message General' });
    await expect.element(field).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.element(composer()).toHaveValue('hi @Мария ');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => world.sent.find(({ path }) => path === '/api/message')?.body)
      .toMatchObject({
        text: `hi <@${OTHER.id}>`,
      });
  });

  test('recognises a full name typed by hand, and Enter sends it', async () => {
    await open(3);
    await userEvent.click(composer());
    await userEvent.keyboard('hi @Мария');
    // Only one user matches, so no list opens.
    await userEvent.keyboard('{Backspace}');
    await expect.element(page.getByRole('option', { name: 'Мария' })).toBeVisible();
    await userEvent.keyboard('я');
    await expect.element(page.getByRole('option')).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => world.sent.find(({ path }) => path === '/api/message')?.body)
      .toMatchObject({
        text: `hi <@${OTHER.id}>`,
      });
  });

  test('does not use the list for fewer letters to pick another user', async () => {
    await open(3);
    await userEvent.click(composer());
    await userEvent.keyboard('hi @Мар');
    await expect.element(page.getByRole('option', { name: 'Мария' })).toBeVisible();
    await userEvent.keyboard('к{Enter}');
    await expect
      .poll(() => world.sent.find(({ path }) => path === '/api/message')?.body)
      .toMatchObject({ text: 'hi @Марк' });
  });

  test('does not send a corrupt picture', async () => {
    await open(3);
    const corrupt = new File(['no image'], 'tent.png', { type: 'image/png' });
    await userEvent.upload(document.querySelector('input[type=file]') ?? document.body, corrupt);
    await userEvent.click(page.getByRole('button', { name: 'Send' }));
    await expect
      .poll(() => toastStore.get()[0]?.text)
      .toContain('(tent.png): The image is damaged');
    expect(world.sent.map(({ path }) => path)).not.toContain('/api/message');
  });

  test('inserts an emoji at the caret', async () => {
    await open(3);
    await userEvent.fill(composer(), 'well done');
    await userEvent.click(page.getByRole('button', { name: 'Emoji' }));
    await userEvent.fill(page.getByRole('searchbox', { name: 'Find emoji' }), 'rocket');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(composer()).toHaveValue('well done🚀');
  });
});

const above = (): number =>
  Number.parseFloat(document.documentElement.style.getPropertyValue('--above-input'));

test('publishes the height of its input, so that the upload manager floats above it', async () => {
  await open(3);
  await expect.element(composer()).toBeVisible();
  await expect.poll(above).toBeGreaterThan(40);
  const oneLine = above();
  await userEvent.fill(composer(), 'one\ntwo\nthree');
  await expect.poll(above).toBeGreaterThan(oneLine);
});

test('offers the page features that the table of pages names', async () => {
  await open(3, 3, ['channelInfo']);
  await expect.element(page.getByRole('button', { name: 'About the channel' })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Record a voice message' }))
    .not.toBeInTheDocument();
});

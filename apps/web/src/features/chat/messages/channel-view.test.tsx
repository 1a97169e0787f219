// Imported first, because it replaces the network of the chat.
import { arrive, readUpTo, server } from '../testing/channel-server.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { RELOADED_KEY } from '#core/lazy-component.tsx';
import { toastStore } from '#shared/ui/toast.ts';
import { logs } from '../chat.ts';
import { VoiceRecorder } from '../slots.ts';
import { MessageOverlay } from './lazy-message-overlay.ts';
import { publish } from '../testing/fake-realtime.ts';
import {
  composer,
  distanceFromEnd,
  endChannel,
  list,
  log,
  lookAround,
  open,
  readSeq,
  rendered,
  row,
  scrollTo,
  startChannel,
  wanted,
} from '../testing/open-channel.tsx';
import { CHANNEL_ID, talk } from '../testing/served-chat.tsx';
import { MOST_HELD } from './message-logs.ts';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));
vi.mock('#core/session/browser/session.ts', () => import('../testing/fake-session.ts'));

beforeEach(startChannel);
// Code that fails to load would reload the page, which it does once a minute.
beforeEach(() => sessionStorage.setItem(RELOADED_KEY, String(Date.now())));
afterEach(endChannel);

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
    await expect.poll(() => server.sent.some(({ path }) => path.endsWith('/read'))).toBe(true);
    await userEvent.click(page.getByRole('button', { name: /Jump to the latest message, \d+/ }));
    await expect.element(row('Message 500')).toBeVisible();
    await expect.poll(() => distanceFromEnd()).toBeLessThan(5);
    await expect
      .poll(() => server.sent.findLast(({ path }) => path.endsWith('/read'))?.body)
      .toEqual({ seq: 500, unreadMarks: 0 });
  });

  test('opens at the first message if none was read, with the line before it', async () => {
    await open(500, 0);
    await expect
      .element(page.getByRole('heading', { level: 2, name: 'New messages' }))
      .toBeVisible();
    await expect.element(row('Message 2')).toBeInViewport();
    await lookAround();
    expect(readSeq()).toBeGreaterThan(0);
    expect(readSeq()).toBeLessThan(40);
  });

  test('follows its end if all unread messages fit on the screen when it opens', async () => {
    await open(3, 1);
    await expect.element(row('Message 3')).toBeInViewport();
    await rendered();
    for (let seq = 4; seq <= 23; seq += 1) {
      arrive({});
      await rendered();
    }
    await expect.poll(readSeq).toBe(23);
    await expect.poll(() => distanceFromEnd()).toBeLessThan(5);
  });

  test('opens at the first unread message also if those before it are stored here', async () => {
    server.messages = [...talk(300)];
    await logs.load(CHANNEL_ID, { kind: 'newest' });
    await open(500, 300);
    await expect.element(row('Message 301')).toBeInViewport();
    await lookAround();
    await expect.element(row('Message 302')).toBeInViewport();
    expect(readSeq()).toBeLessThan(340);
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

  test('says that the menu of a message cannot be loaded, and opens it later', async () => {
    await open(10);
    const menu = row('Message 10').getByRole('button', { name: /^Actions for/ });
    const loading = vi.spyOn(MessageOverlay, 'preload').mockRejectedValue(new Error('Away'));
    await userEvent.click(menu);
    await expect
      .poll(() => toastStore.get().map(({ text }) => text))
      .toContain('Network error. Please check your connection.');
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    loading.mockRestore();
    await userEvent.click(menu);
    await expect.element(page.getByRole('menu')).toBeVisible();
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

const arriveAll = async (count: number): Promise<void> => {
  for (let arrived = 1; arrived <= count; arrived += 1) {
    arrive({});
    // Together they are one change of the list.
    if (arrived % 50 === 0) await rendered();
  }
};

const changeVisibility = (): void => void document.dispatchEvent(new Event('visibilitychange'));
/** Hides the page, as another tab or the lock of the screen does; the returned function shows it. */
const hidePage = (): (() => Promise<void>) => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  changeVisibility();
  return () => {
    visibility.mockRestore();
    changeVisibility();
    return rendered();
  };
};
const newLine = () => page.getByRole('heading', { level: 2, name: 'New messages' });

const openAtEnd = async (): Promise<void> => {
  await open(300);
  await expect.element(row('Message 300')).toBeInViewport();
  await expect.poll(distanceFromEnd).toBeLessThan(5);
  await rendered();
};

const expectFirstNew = async (seq: number): Promise<void> => {
  await expect.element(newLine()).toBeInViewport();
  await expect.element(row(`Message ${seq}`)).toBeInViewport();
  await lookAround();
  await expect.element(row(`Message ${seq + 1}`)).toBeInViewport();
  expect(readSeq()).toBeGreaterThan(seq);
  expect(readSeq()).toBeLessThan(seq + 40);
};

describe('a page that was hidden', () => {
  test('shows what has come from its first message, and the rest stays unread', async () => {
    await openAtEnd();
    const show = hidePage();
    await arriveAll(100);
    expect(readSeq()).toBe(300);
    await show();
    await expectFirstNew(301);
  });

  test('shows what comes with the connection after sleep from its first message', async () => {
    await openAtEnd();
    await hidePage()();
    await arriveAll(50);
    await expect.element(newLine()).toBeInViewport();
    await expectFirstNew(301);
  });

  test('follows its end again if all that has come fits on the screen', async () => {
    await openAtEnd();
    const show = hidePage();
    await arriveAll(2);
    await show();
    await expect.element(newLine()).toBeInViewport();
    await expect.poll(readSeq).toBe(302);
    for (let seq = 303; seq <= 322; seq += 1) {
      arrive({});
      await rendered();
    }
    await expect.poll(readSeq).toBe(322);
    await expect.poll(distanceFromEnd).toBeLessThan(5);
  });

  test('opens behind another one as before it', async () => {
    const show = hidePage();
    await openAtEnd();
    await arriveAll(100);
    expect(readSeq()).toBe(300);
    await show();
    await expectFirstNew(301);
  });

  test('stays where its reader was above the end', async () => {
    await openAtEnd();
    await expect
      .poll(() => {
        scrollTo(list().element().scrollHeight - 2_500);
        return first();
      })
      .toBeLessThan(251);
    await lookAround();
    const before = [...tops()].filter(([, top]) => top > 0 && top < 500);
    expect(before.length).toBeGreaterThan(3);
    const show = hidePage();
    await arriveAll(50);
    await show();
    for (const [seq, top] of before)
      expect(Math.abs((tops().get(seq) ?? Infinity) - top), `message ${seq} moved`).toBeLessThan(5);
    expect(readSeq()).toBe(300);
  });

  test('loads again what was dropped of very many', async () => {
    await import('./trimmed.ts');
    await openAtEnd();
    const show = hidePage();
    await arriveAll(1_150);
    expect(held()).toBeLessThan(MOST_HELD);
    expect(readSeq()).toBe(300);
    await show();
    await expectFirstNew(301);
  });
});

const held = (): number => logs.logOf(CHANNEL_ID).messages.size;
const first = (): number | undefined => logs.logOf(CHANNEL_ID).stretches[0]?.from;
/** Where the messages are on the screen, by their numbers. */
const tops = (): ReadonlyMap<string, number> =>
  new Map(
    [...list().element().querySelectorAll('article')].map((article) => [
      /Message (\d+)/.exec(article.textContent)?.[1] ?? '',
      article.getBoundingClientRect().top,
    ]),
  );

describe('a channel that is open all day', () => {
  // Otherwise it loads at the first need, and nothing is dropped until then.
  beforeEach(() => import('./trimmed.ts'));

  test('follows its end, drops what is far above, and loads that again', async () => {
    await open(300);
    await expect.element(row('Message 300')).toBeInViewport();
    const announced = arrive({});
    await arriveAll(1_150);
    await expect.element(row('Message 1451')).toBeInViewport();
    await expect.poll(() => distanceFromEnd()).toBeLessThan(5);
    expect(held()).toBeLessThan(MOST_HELD);
    const dropped = first() ?? 0;
    expect(dropped).toBeGreaterThan(1_000);
    await expect.poll(readSeq).toBe(1_451);
    // Its number is not remembered any more.
    publish({ type: 'message.created', data: { message: announced } });
    await rendered();
    expect(log().getByText('Message 301').elements()).toEqual([]);
    await expect
      .poll(() => {
        scrollTo(0);
        return first();
      })
      .toBeLessThan(dropped);
  });

  test('leaves readers where they are, who go on reading down or jump to the latest', async () => {
    await open(400);
    await expect.element(row('Message 400')).toBeInViewport();
    await expect.poll(distanceFromEnd).toBeLessThan(5);
    await expect
      .poll(() => {
        scrollTo(list().element().scrollHeight - 2_500);
        return first();
      })
      .toBeLessThan(351);
    await lookAround();
    const before = [...tops()].filter(([, top]) => top > 0 && top < 500);
    expect(before.length).toBeGreaterThan(3);
    await arriveAll(1_100);
    expect(held()).toBeLessThan(MOST_HELD);
    expect(logs.logOf(CHANNEL_ID).stretches.length).toBe(2);
    for (const [seq, top] of before)
      expect(Math.abs((tops().get(seq) ?? Infinity) - top), `message ${seq} moved`).toBeLessThan(5);
    // The next messages are not the newest ones.
    const { to = 0 } = logs.logOf(CHANNEL_ID).stretches[0] ?? {};
    await expect
      .poll(() => {
        scrollTo(100_000);
        return logs.logOf(CHANNEL_ID).stretches[0]?.to;
      })
      .toBeGreaterThan(to);
    await userEvent.click(page.getByRole('button', { name: /Jump to the latest message, \d+/ }));
    await expect.element(row('Message 1500')).toBeInViewport();
    await expect.poll(() => distanceFromEnd()).toBeLessThan(5);
    wanted.set({ seq: 900 });
    await expect.element(row('Message 900')).toBeInViewport();
  });

  test('holds few messages also while its reader pages through all of it', async () => {
    await open(1_300);
    await expect.element(row('Message 1300')).toBeInViewport();
    await expect.poll(distanceFromEnd).toBeLessThan(5);
    let most = 0;
    for (let pages = 0; pages < 60 && first() !== 1; pages += 1) {
      scrollTo(0);
      await rendered();
      most = Math.max(most, held());
    }
    expect(first()).toBe(1);
    expect(most).toBeLessThan(MOST_HELD + 100);
    await expect.poll(held).toBeLessThanOrEqual(MOST_HELD);
    scrollTo(0);
    await expect.element(list().getByText('Message 1', { exact: true })).toBeInViewport();
  });
});

describe('a link to a message', () => {
  test('opens the channel there, and leaves the messages before it unread', async () => {
    wanted.set({ seq: 300 });
    await open(500, 100);
    await expect.element(row('Message 300')).toBeInViewport();
    await lookAround();
    await expect.element(row('Message 300')).toBeInViewport();
    expect(readSeq()).toBe(100);
    await userEvent.click(page.getByRole('button', { name: /Jump to the latest message, \d+/ }));
    await expect.poll(readSeq).toBe(500);
  });

  test('leads there in an open channel, and leaves the messages before it unread', async () => {
    await open(500, 100);
    await expect.element(row('Message 102')).toBeInViewport();
    wanted.set({ seq: 400 });
    await expect.element(row('Message 400')).toBeInViewport();
    await lookAround();
    expect(readSeq()).toBeLessThan(140);
  });

  test('that does not exist opens the channel at its end', async () => {
    wanted.set({ seq: 900 });
    await open(500, 100);
    await expect.element(row('Message 500')).toBeInViewport();
    await lookAround();
    expect(readSeq()).toBe(100);
  });

  test('wins over the one before, which loads longer', async () => {
    await open(500);
    await expect.element(row('Message 500')).toBeInViewport();
    const { promise, resolve } = Promise.withResolvers<null>();
    server.held.set(200, promise);
    wanted.set({ seq: 200 });
    await expect.element(row('Message 500')).toBeInViewport();
    wanted.set({ seq: 350 });
    await expect.element(row('Message 350')).toBeInViewport();
    resolve(null);
    await expect.poll(() => logs.logOf(CHANNEL_ID).messages.has(200)).toBe(true);
    await lookAround();
    await expect.element(row('Message 350')).toBeInViewport();
  });

  test('stays while the recorder cannot be loaded, and says so', async () => {
    vi.spyOn(VoiceRecorder, 'preload').mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await open(1);
    await userEvent.click(page.getByRole('button', { name: 'Record a voice message' }));
    await expect.poll(() => toastStore.get().length).toBe(1);
    await expect.element(composer()).toBeVisible();
  });

  test('leaves the list where it is if the message cannot be loaded', async () => {
    await open(500, 100);
    await expect.element(row('Message 102')).toBeInViewport();
    server.held.set(400, Promise.resolve(Response.json({}, { status: 502 })));
    wanted.set({ seq: 400 });
    await expect
      .poll(() => toastStore.get().map(({ text }) => text))
      .toContain('We could not load the messages');
    await lookAround();
    await expect.element(row('Message 102')).toBeInViewport();
  });
});

test('offers the page features that the table of pages names', async () => {
  await open(3, 3, ['channelInfo']);
  await expect.element(page.getByRole('button', { name: 'About the channel' })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Record a voice message' }))
    .not.toBeInTheDocument();
});

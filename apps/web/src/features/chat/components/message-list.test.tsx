import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import { useEffect, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import type { TimelineItem } from '../model/timeline.ts';
import { aMessage } from '../testing/messages.ts';
import { InPage } from '../testing/served-chat.tsx';
import { MessageList, type ScrollTarget } from './message-list.tsx';

/** Messages a page, and all of them. */
const PAGE = 40;
const ALL = 120;
/** What a page of messages, and a picture, take to come, in milliseconds. */
const PAGE_MS = 60;
const PICTURE_MS = 40;
/** A row of usual height, in pixels. */
const ROW = 90;
/** For longer than a touch counts as one that scrolls, in milliseconds. */
const HELD_MS = 1_100;
/** How far the message that is looked at may move by itself, in pixels. */
const TOLERANCE = 4;

const itemOf = (seq: number): TimelineItem => ({
  kind: 'message',
  key: String(seq),
  message: aMessage({ seq }),
  grouped: false,
});

const range = (from: number, to: number): readonly TimelineItem[] =>
  Array.from({ length: to - from + 1 }, (_, place) => itemOf(from + place));

/** Pictures that the browser has by now. */
const cached = new Set<number>();

/** A message of its own height, every third with a picture whose size is known late. */
const Row = ({ seq }: { seq: number }) => {
  const [loaded, setLoaded] = useState(cached.has(seq));
  useEffect(() => {
    const timer = setTimeout(() => {
      cached.add(seq);
      setLoaded(true);
    }, PICTURE_MS);
    return () => clearTimeout(timer);
  }, [seq]);
  const picture = seq % 3 === 0 && loaded ? 60 + (seq % 7) * 30 : 0;
  return (
    <article style={{ height: 40 + (seq % 5) * 12 + picture }} data-seq={seq}>
      Message {seq}
    </article>
  );
};

const END: ScrollTarget = { key: 'end', align: 'start' };

/** Holds the newest page, or one further up, and fetches the others when the list asks for them. */
const Served = ({ first, last, target }: { first: number; last: number; target: ScrollTarget }) => {
  const [held, setHeld] = useState({ from: first, to: last });
  const [isLoading, setIsLoading] = useState(false);
  const load = (next: { from: number; to: number }): void => {
    if (isLoading || (next.from === held.from && next.to === held.to)) return;
    setIsLoading(true);
    setTimeout(() => {
      setHeld(next);
      setIsLoading(false);
    }, PAGE_MS);
  };
  const [items, setItems] = useState(() => range(first, last));
  if (items.length !== held.to - held.from + 1) setItems(range(held.from, held.to));
  return (
    <MessageList
      items={items}
      atEnd={held.to === ALL}
      target={target}
      unread={0}
      onNearStart={() => load({ ...held, from: Math.max(1, held.from - PAGE) })}
      onNearEnd={() => load({ ...held, to: Math.min(ALL, held.to + PAGE) })}
      onJumpToLatest={() => {}}
      onSeen={() => {}}
      renderItem={(item) => (item.kind === 'message' ? <Row seq={item.message.seq} /> : <hr />)}
    />
  );
};

const open = (first: number, last: number, target: ScrollTarget) =>
  render(
    <InPage>
      <Served first={first} last={last} target={target} />
    </InPage>,
  );

// A list of measured rows changes what is observed: the browser complains of that where it happens at once.
const Observer = globalThis.ResizeObserver;
globalThis.ResizeObserver = class extends Observer {
  constructor(callback: ResizeObserverCallback) {
    super((entries, observer) => requestAnimationFrame(() => callback(entries, observer)));
  }
};

const scroller = (): Element => page.getByRole('region', { name: 'Messages' }).element();
const rows = (): HTMLElement[] => [...scroller().querySelectorAll<HTMLElement>('article')];
const seqOf = (row: HTMLElement): number => Number(row.dataset['seq']);

/** The message in the middle of the screen: that is what is being read. */
const lookedAt = (): HTMLElement => {
  const box = scroller().getBoundingClientRect();
  const middle = box.top + box.height / 2;
  const found = rows().find((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top <= middle && bottom > middle;
  });
  if (found === undefined) throw new Error('Nothing is in the middle of the screen.');
  return found;
};

const topOf = (seq: number): number | null =>
  rows()
    .find((row) => seqOf(row) === seq)
    ?.getBoundingClientRect().top ?? null;

/** Until no row has moved or come for a while: longer than a page and its pictures take. */
const settled = async (): Promise<void> => {
  let before = '';
  let since = performance.now();
  await vi.waitFor(
    () => {
      const now = rows()
        .map((row) => `${seqOf(row)} ${row.getBoundingClientRect().top}`)
        .join();
      if (now !== before) since = performance.now();
      before = now;
      expect(performance.now() - since).toBeGreaterThan(PAGE_MS + 2 * PICTURE_MS);
    },
    { timeout: 30_000, interval: 16 },
  );
};

/** As the wheel does. */
const scrollBy = (by: number): void => {
  scroller().dispatchEvent(new WheelEvent('wheel', { bubbles: true, deltaY: by }));
  scroller().scrollTop += by;
};

const frame = (): Promise<number> => new Promise((resolve) => void requestAnimationFrame(resolve));

beforeEach(async () => {
  cached.clear();
  await page.viewport(1000, 800);
  await startLanguage();
  await chooseLanguage('en');
  await loadArea('chat');
});

/** Moves the list, after which what is then looked at stays. Tells the oldest message that is in the page. */
const expectKept = async (move: () => void): Promise<number> => {
  move();
  await frame();
  await frame();
  const seq = seqOf(lookedAt());
  const top = topOf(seq) ?? 0;
  await settled();
  expect(Math.abs((topOf(seq) ?? Infinity) - top), `message ${seq} moved`).toBeLessThanOrEqual(
    TOLERANCE,
  );
  return Math.min(...rows().map(seqOf));
};

const distanceFromEnd = (): number => {
  const { scrollHeight, scrollTop, clientHeight } = scroller();
  return scrollHeight - scrollTop - clientHeight;
};

test(
  'what is looked at stays while older messages and their pictures come, up to the first of all',
  { timeout: 300_000 },
  async () => {
    await open(ALL - PAGE + 1, ALL, END);
    await settled();
    // As far as a turn of the wheel: what comes into sight was near it, and its picture is there.
    let lowest = ALL;
    while (lowest > 1) lowest = await expectKept(() => scrollBy(-350));
    expect(lowest).toBe(1);
  },
);

test('so it does where the scroll bar rested in the hand before it moved', async () => {
  await open(ALL - PAGE + 1, ALL, END);
  await settled();
  const held = performance.now();
  scroller().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, buttons: 1 }));
  await expect.poll(() => performance.now() - held).toBeGreaterThan(HELD_MS);
  let lowest = ALL;
  while (lowest > ALL - PAGE) {
    lowest = await expectKept(() => {
      scroller().scrollTop -= 350;
    });
  }
  window.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  scrollBy(100_000);
  await settled();
  expect(distanceFromEnd()).toBeLessThanOrEqual(TOLERANCE);
});

test('who is led to the end just after a touch stays there, whatever moves the list then', async () => {
  const { rerender } = await open(ALL - PAGE + 1, ALL, END);
  await settled();
  scrollBy(-200);
  const target = { ...END };
  const drawn = () => (
    <InPage>
      <Served first={ALL - PAGE + 1} last={ALL} target={target} />
    </InPage>
  );
  await rerender(drawn());
  await settled();
  // As rows do that turn out to be of another height: nobody touched it since.
  scroller().scrollTop -= ROW;
  await frame();
  await frame();
  await rerender(drawn());
  await settled();
  expect(distanceFromEnd()).toBeLessThanOrEqual(TOLERANCE);
});

test('at the end of what is held, the last messages are come upon and not jumped to', async () => {
  const to = ALL - PAGE;
  await open(1, to, { key: '1', align: 'start' });
  await settled();
  scrollBy(100_000);
  await settled();
  expect(distanceFromEnd()).toBeGreaterThan(scroller().clientHeight);
  expect(seqOf(lookedAt())).toBeLessThanOrEqual(to);
});

test('a list at its end stays there when pictures come, and where it was left when it is drawn anew', async () => {
  const { rerender } = await open(ALL - PAGE + 1, ALL, END);
  await settled();
  expect(distanceFromEnd()).toBeLessThanOrEqual(TOLERANCE);
  scrollBy(-200);
  await settled();
  const seq = seqOf(lookedAt());
  const top = topOf(seq) ?? 0;
  await rerender(
    <InPage>
      <Served first={ALL - PAGE + 1} last={ALL} target={END} />
    </InPage>,
  );
  await settled();
  expect(Math.abs((topOf(seq) ?? Infinity) - top)).toBeLessThanOrEqual(TOLERANCE);
});

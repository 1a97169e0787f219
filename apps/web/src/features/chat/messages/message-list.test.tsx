import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import { useEffect, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import type { TimelineItem } from './timeline.ts';
import { aMessage } from '../testing/messages.ts';
import { InPage } from '../testing/served-chat.tsx';
import { MessageList, type ScrollTarget } from './message-list.tsx';

/** Messages per page, and in all. */
const PAGE = 40;
const ALL = 120;
/** How long a page of messages or an image takes to load, in milliseconds. */
const PAGE_MS = 60;
const IMAGE_MS = 40;
/** A row of usual height, in pixels. */
const ROW = 90;
/** Longer than a touch counts as a scroll, in milliseconds. */
const HELD_MS = 1_100;
/** How far the message being read may move, in pixels. */
const TOLERANCE = 4;

const itemOf = (seq: number): TimelineItem => ({
  kind: 'message',
  key: String(seq),
  message: aMessage({ seq }),
  grouped: false,
});

const range = (from: number, to: number): readonly TimelineItem[] =>
  Array.from({ length: to - from + 1 }, (_, index) => itemOf(from + index));

/** Images that the browser has loaded. */
const cached = new Set<number>();

/** A message of individual height; every third has an image whose size is known late. */
const Row = ({ seq }: { seq: number }) => {
  const [loaded, setLoaded] = useState(cached.has(seq));
  useEffect(() => {
    const timer = setTimeout(() => {
      cached.add(seq);
      setLoaded(true);
    }, IMAGE_MS);
    return () => clearTimeout(timer);
  }, [seq]);
  const image = seq % 3 === 0 && loaded ? 60 + (seq % 7) * 30 : 0;
  return (
    <article style={{ height: 40 + (seq % 5) * 12 + image }} data-seq={seq}>
      Message {seq}
    </article>
  );
};

const END: ScrollTarget = { key: 'end', align: 'start' };

/** Starts with the newest page or an earlier one, and loads others when the list requests them. */
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
      onReturn={() => {}}
      onMove={() => {}}
      onSeen={() => {}}
      renderItem={(item) => (item.kind === 'message' ? <Row seq={item.message.seq} /> : <hr />)}
    />
  );
};

/** A list that loads nothing. */
const Held = ({
  items,
  onMove,
}: {
  items: readonly TimelineItem[];
  onMove: (seq: number | null) => void;
}) => (
  <InPage>
    <MessageList
      items={items}
      atEnd={items.at(-1)?.key === String(ALL)}
      target={END}
      unread={0}
      onNearStart={() => {}}
      onNearEnd={() => {}}
      onJumpToLatest={() => {}}
      onReturn={() => {}}
      onMove={onMove}
      onSeen={() => {}}
      renderItem={(item) => (item.kind === 'message' ? <Row seq={item.message.seq} /> : <hr />)}
    />
  </InPage>
);

const open = (first: number, last: number, target: ScrollTarget) =>
  render(
    <InPage>
      <Served first={first} last={last} target={target} />
    </InPage>,
  );

// Measured rows change what is observed, and the browser reports a loop if that happens
// synchronously.
const Observer = globalThis.ResizeObserver;
globalThis.ResizeObserver = class extends Observer {
  constructor(callback: ResizeObserverCallback) {
    super((entries, observer) => requestAnimationFrame(() => callback(entries, observer)));
  }
};

const scroller = (): Element => page.getByRole('region', { name: 'Messages' }).element();
const rows = (): HTMLElement[] => [...scroller().querySelectorAll<HTMLElement>('article')];
const seqOf = (row: HTMLElement): number => Number(row.dataset['seq']);

/** The message in the middle of the screen, which counts as the one being read. */
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

/** The time between two looks at the rows, in milliseconds. */
const LOOK_MS = 16;

const frame = (): Promise<number> => new Promise((resolve) => void requestAnimationFrame(resolve));

/**
 * Waits until no row has moved or appeared for longer than a page and its images take. Looks are
 * counted, because the clock goes on while a busy machine runs no timers, and each follows a frame,
 * because rows are measured in frames, which a busy machine delays longer than timers.
 */
const settled = async (): Promise<void> => {
  let before = '';
  let unmoved = 0;
  while (unmoved * LOOK_MS <= PAGE_MS + 2 * IMAGE_MS) {
    await Promise.all([frame(), new Promise((resolve) => void setTimeout(resolve, LOOK_MS))]);
    const now = rows()
      .map((row) => `${seqOf(row)} ${row.getBoundingClientRect().top}`)
      .join();
    unmoved = now === before ? unmoved + 1 : 0;
    before = now;
  }
};

/** Scrolls like the wheel. */
const scrollBy = (by: number): void => {
  scroller().dispatchEvent(new WheelEvent('wheel', { bubbles: true, deltaY: by }));
  scroller().scrollTop += by;
};

beforeEach(async () => {
  cached.clear();
  await page.viewport(1000, 800);
  await startLanguage();
  await chooseLanguage('en');
  await loadArea('chat');
});

/**
 * Moves the list, and expects that the message then being read stays in place. Returns the oldest
 * message in the page.
 */
const expectStored = async (move: () => void): Promise<number> => {
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
  'the message being read stays in place while older messages and their images load, up to the first',
  { timeout: 300_000 },
  async () => {
    await open(ALL - PAGE + 1, ALL, END);
    await settled();
    // As far as one turn of the wheel: the rows that appear were near, so their images are loaded.
    let lowest = ALL;
    while (lowest > 1) lowest = await expectStored(() => scrollBy(-350));
    expect(lowest).toBe(1);
  },
);

test('it also stays if the scroll bar was held still before it moved', async () => {
  await open(ALL - PAGE + 1, ALL, END);
  await settled();
  const held = performance.now();
  scroller().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, buttons: 1 }));
  await expect.poll(() => performance.now() - held).toBeGreaterThan(HELD_MS);
  let lowest = ALL;
  while (lowest > ALL - PAGE) {
    lowest = await expectStored(() => {
      scroller().scrollTop -= 350;
    });
  }
  window.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  scrollBy(100_000);
  await settled();
  expect(distanceFromEnd()).toBeLessThanOrEqual(TOLERANCE);
});

test('a jump to the end just after a touch stays at the end, whatever moves the list then', async () => {
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
  // As when rows turn out to have another height, without a touch.
  scroller().scrollTop -= ROW;
  await frame();
  await frame();
  await rerender(drawn());
  await settled();
  expect(distanceFromEnd()).toBeLessThanOrEqual(TOLERANCE);
});

test('a turn of the wheel leaves the end, also if the list renders before it knows of the scroll', async () => {
  const { rerender } = await open(ALL - PAGE + 1, ALL, END);
  await settled();
  // On a busy machine, the list may render later than a touch counts.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  scrollBy(-2_000);
  // The event of the scroll comes with the next frame.
  await rerender(
    <InPage>
      <Served first={ALL - PAGE + 1} last={ALL} target={END} />
    </InPage>,
  );
  clock.mockRestore();
  await settled();
  expect(distanceFromEnd()).toBeGreaterThan(1_000);
});

test('a turn of the wheel just after a jump to the end leaves it, while rows are being measured', async () => {
  const { rerender } = await open(ALL - PAGE + 1, ALL, END);
  await settled();
  await rerender(
    <InPage>
      <Served first={ALL - PAGE + 1} last={ALL} target={{ ...END }} />
    </InPage>,
  );
  scrollBy(-2_000);
  await settled();
  expect(distanceFromEnd()).toBeGreaterThan(1_000);
});

test('at the end of the loaded messages, the next ones are reached by scrolling without a jump', async () => {
  const to = ALL - PAGE;
  await open(1, to, { key: '1', align: 'start' });
  await settled();
  scrollBy(100_000);
  await settled();
  expect(distanceFromEnd()).toBeGreaterThan(scroller().clientHeight);
  expect(seqOf(lookedAt())).toBeLessThanOrEqual(to);
});

test('a list at its end stays there when images load, and keeps its position when it renders again', async () => {
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

test('messages that load when the list is open are rendered where it opens only', async () => {
  const rendered = new Set<number>();
  const list = (items: readonly TimelineItem[]) => (
    <InPage>
      <MessageList
        items={items}
        atEnd
        target={END}
        unread={0}
        onNearStart={() => {}}
        onNearEnd={() => {}}
        onJumpToLatest={() => {}}
        onReturn={() => {}}
        onMove={() => {}}
        onSeen={() => {}}
        renderItem={(item) => {
          if (item.kind !== 'message') return <hr />;
          rendered.add(item.message.seq);
          return <Row seq={item.message.seq} />;
        }}
      />
    </InPage>
  );
  const { rerender } = await render(list([]));
  await settled();
  await rerender(list(range(1, ALL)));
  await settled();
  expect(distanceFromEnd()).toBeLessThanOrEqual(TOLERANCE);
  expect(rendered).toContain(ALL);
  expect(Math.min(...rendered)).toBeGreaterThan(ALL / 2);
});

test.for([
  ['at the end, when the first ones are dropped', 0, range(61, ALL)],
  ['above the end, when the first ones are dropped', 8, range(61, ALL)],
  ['above the end, when the last ones are dropped', 8, range(1, 105)],
] as const)('the message being read stays in place %s', async ([_where, scrolls, left]) => {
  const moves: (number | null)[] = [];
  const noteMove = (seq: number | null): void => void moves.push(seq);
  const { rerender } = await render(<Held items={range(1, ALL)} onMove={noteMove} />);
  await settled();
  for (let count = 0; count < scrolls; count += 1) {
    scrollBy(-400);
    await settled();
  }
  const seq = seqOf(lookedAt());
  const top = topOf(seq) ?? 0;
  const distance = distanceFromEnd();
  expect(moves.at(-1) === null).toBe(scrolls === 0);
  await rerender(<Held items={left} onMove={noteMove} />);
  await settled();
  expect(Math.abs((topOf(seq) ?? Infinity) - top)).toBeLessThanOrEqual(TOLERANCE);
  // At the end it is followed.
  expect(distanceFromEnd()).toBeLessThanOrEqual(distance + TOLERANCE);
});

test('a few messages appear in their place, without a layout shift', async () => {
  const seqs = [116, 117, 118, 119, 120];
  for (const seq of seqs) cached.add(seq);
  const shifts: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => void shifts.push(...list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  await render(<Held items={seqs.map(itemOf)} onMove={() => {}} />);
  await settled();
  observer.disconnect();
  expect(rows().map(seqOf)).toEqual(seqs);
  expect(shifts).toEqual([]);
});

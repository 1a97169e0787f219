import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type RefObject,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useLanguage } from '#core/language/language.ts';
import { numberText } from '#core/format/number-format.ts';
import { listen } from '#shared/browser-events.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { onListEnd, onListKey } from './list-keys.ts';
import type { TimelineItem } from './timeline.ts';
import styles from './message-list.module.css';

/** Distance from an end at which more is loaded, in pixels. */
const FETCH_DISTANCE = 600;
/** Distance from the end within which the list follows new messages, in pixels. */
const END_DISTANCE = 60;

/** The height of most rows, in pixels: the list expects it of those that it has not measured. */
const ROW_HEIGHT = 64;
/** About how many rows fit on the screen of a phone. */
const FIRST_ROWS = 8;
/** How far beyond the screen rows are rendered, in pixels. */
const BUFFER = 400;

/** How long after a touch a scroll counts as the user's, in milliseconds. */
const HELD_MS = 1_000;

/** Where the list scrolls to. A new object scrolls again, also to the same place. */
export interface ScrollTarget {
  /** Key of an item, or `end`. */
  readonly key: string;
  readonly align: 'start' | 'center';
}

interface MessageListProps {
  readonly items: readonly TimelineItem[];
  /** Whether the newest message is among the items. */
  readonly atEnd: boolean;
  readonly target: ScrollTarget;
  /** The number of unread messages. */
  readonly unread: number;
  readonly onNearStart: () => void;
  readonly onNearEnd: () => void;
  readonly onJumpToLatest: () => void;
  /** Called with the first visible message; with null at the end, which the list follows. */
  readonly onMove: (seq: number | null) => void;
  /** Called if messages may have come at the followed end since the page was hidden. */
  readonly onReturn: () => void;
  /** Called with the first and the last visible message. */
  readonly onSeen: (from: number, to: number) => void;
  readonly renderItem: (item: TimelineItem) => ReactElement;
}

const firstMessage = (items: readonly TimelineItem[]): string | undefined =>
  items.find(({ kind }) => kind === 'message')?.key;

/**
 * Whether items were added or removed at the top only; the scroll position then counts from the
 * bottom.
 */
const changesAtTop = (before: readonly TimelineItem[], after: readonly TimelineItem[]): boolean =>
  before.length > 0 &&
  before.at(-1)?.key === after.at(-1)?.key &&
  (after.length > before.length || firstMessage(before) !== firstMessage(after));

/** Whether the user, rather than the code, scrolls the list. */
const useHold = () => {
  /** When the user last touched the list, in milliseconds of the page. */
  const heldAt = useRef(-Infinity);

  const hold = (): void => {
    heldAt.current = performance.now();
  };

  /** Holds a touch or the scroll bar until its release, because no events occur while it rests. */
  const grip = (): void => {
    heldAt.current = Infinity;
    const released = new AbortController();
    const { signal } = released;
    const release = (): void => {
      hold();
      released.abort();
    };
    window.addEventListener('pointerup', release, { signal });
    window.addEventListener('pointercancel', release, { signal });
    // Some browsers report no release of a scroll bar; the next pointer move shows it.
    window.addEventListener('pointermove', ({ buttons }) => buttons === 0 && release(), { signal });
  };

  return {
    isHeld: (): boolean => performance.now() - heldAt.current < HELD_MS,
    end: (): void => {
      heldAt.current = -Infinity;
    },
    handlers: { onWheel: hold, onTouchMove: hold, onPointerDown: grip, onKeyDown: hold },
  };
};

const isHidden = (): boolean => document.visibilityState !== 'visible';

/** Looks around after each change of the items, and when the page is visible again. */
const useLook = (
  items: readonly TimelineItem[],
  wasHidden: RefObject<boolean>,
  lookAround: () => void,
) => {
  const look = useRef(lookAround);
  // Before a frame can look at new items by the earlier place.
  useLayoutEffect(() => {
    look.current = lookAround;
  });

  useEffect(() => {
    if (items.length === 0) return;
    const frame = requestAnimationFrame(() => look.current());
    return () => cancelAnimationFrame(frame);
  }, [items]);

  useEffect(
    () =>
      listen(document, 'visibilitychange', () => {
        if (isHidden()) wasHidden.current = true;
        else look.current();
      }),
    [wasHidden],
  );
  return look;
};

/** Leads to the newest message. */
const LatestButton = ({ unread, onClick }: { unread: number; onClick: () => void }) => {
  const { t, code } = useLanguage();
  return (
    <div className={styles['latest']}>
      <IconButton
        label={t('chat.jumpToLatest', { count: unread })}
        className={styles['latestButton'] ?? ''}
        onClick={onClick}
      >
        <MediaIcon name="arrowDown" />
      </IconButton>
      {unread > 0 && (
        <span className={styles['count']} aria-hidden="true">
          {unread > 99 ? '99+' : numberText(unread, code)}
        </span>
      )}
    </div>
  );
};

/** Whether the list was scrolled up since the last event of a scroll, which comes a frame after it. */
const isLeft = (scroller: HTMLElement | null, list: VirtualizerHandle | null): boolean =>
  (scroller?.scrollTop ?? 0) < (list?.scrollOffset ?? 0) - END_DISTANCE;

/** The numbers of the visible messages. */
const visibleIn = (list: VirtualizerHandle, items: readonly TimelineItem[]): readonly number[] => {
  const from = list.findItemIndex(list.scrollOffset);
  const to = list.findItemIndex(list.scrollOffset + list.viewportSize - 1);
  return items
    .slice(from, to + 1)
    .flatMap((item) => (item.kind === 'message' ? [item.message.seq] : []));
};

/** Unlike `scrollToIndex`, it leaves a user alone who scrolls away while rows are measured. */
const scrollToEnd = (scroller: HTMLElement | null): void =>
  scroller?.scrollTo({ top: scroller.scrollHeight, behavior: 'instant' });

/** The indexes of the rows around the place where the list opens. */
const firstRows = (
  items: readonly TimelineItem[],
  { key, align }: ScrollTarget,
): readonly number[] => {
  const last = items.length - FIRST_ROWS;
  const found = items.findIndex((item) => item.key === key);
  const from = found === -1 ? last : found - (align === 'center' ? FIRST_ROWS / 2 : 0);
  const start = Math.max(Math.min(from, last), 0);
  return [...items.keys()].slice(start, start + FIRST_ROWS);
};

interface RowsProps extends Pick<
  ComponentProps<typeof Virtualizer>,
  'ref' | 'scrollRef' | 'onScroll' | 'onResize'
> {
  readonly items: readonly TimelineItem[];
  readonly target: ScrollTarget;
  readonly renderItem: (item: TimelineItem) => ReactElement;
}

/** The rows near the screen. */
const Rows = ({ items, target, renderItem, onResize, ...given }: RowsProps) => {
  // Those on the screen come first, because all that are rendered first block the page together.
  const [hasBuffer, setHasBuffer] = useState(false);
  const [known, setKnown] = useState(items);
  const [shift, setShift] = useState(false);
  if (known !== items) {
    setKnown(items);
    setShift(changesAtTop(known, items));
  }
  return (
    <Virtualizer
      data={items}
      shift={shift}
      itemSize={ROW_HEIGHT}
      // The list renders its other rows in one task, when it has measured the screen.
      {...(hasBuffer
        ? { bufferSize: BUFFER }
        : { bufferSize: 0, keepMounted: firstRows(items, target) })}
      onResize={() => {
        onResize?.();
        if (!hasBuffer) startTransition(() => setHasBuffer(true));
      }}
      {...given}
    >
      {(item) => <div key={item.key}>{renderItem(item)}</div>}
    </Virtualizer>
  );
};

/** The list of messages, which renders only those near the screen. */
export const MessageList = (props: MessageListProps) => {
  const { items, atEnd, target, unread, onNearStart, onNearEnd, onMove, onSeen } = props;
  const { t } = useLanguage();
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLElement>(null);
  const followsEnd = useRef(false);
  const user = useHold();
  const reached = useRef<ScrollTarget | null>(null);
  /** Whether the page was hidden, so that the user has not watched what came at the end. */
  const wasHidden = useRef(false);
  /** The last items that the user saw, if their end was on the screen. */
  const endSeenOf = useRef<readonly TimelineItem[] | null>(null);
  const mayHaveMissed = (): boolean => wasHidden.current && endSeenOf.current !== items;
  const [farFromEnd, setFarFromEnd] = useState(false);

  const lookAround = (): void => {
    const handle = list.current;
    if (handle === null || items.length === 0 || handle.viewportSize === 0 || isHidden()) return;
    if (followsEnd.current && mayHaveMissed()) return props.onReturn();
    const { scrollOffset, scrollSize, viewportSize } = handle;
    wasHidden.current &&= followsEnd.current;
    // On its way to the end, the list is at its start for a moment.
    const isPassing = followsEnd.current && scrollSize > viewportSize + FETCH_DISTANCE;
    if (scrollOffset < FETCH_DISTANCE && !isPassing) onNearStart();
    const below = scrollSize - scrollOffset - viewportSize;
    if (below < FETCH_DISTANCE && !atEnd) onNearEnd();
    setFarFromEnd(!atEnd || below > viewportSize / 2);
    endSeenOf.current = atEnd && below < END_DISTANCE ? items : null;
    const [first, ...others] = visibleIn(handle, items);
    if (first === undefined) return;
    onMove(followsEnd.current && atEnd ? null : first);
    onSeen(first, others.at(-1) ?? first);
  };
  const look = useLook(items, wasHidden, lookAround);

  const followEnd = (): void => {
    if (user.isHeld() && isLeft(scroller.current, list.current)) followsEnd.current = false;
    if (followsEnd.current && atEnd && !mayHaveMissed()) scrollToEnd(scroller.current);
  };

  useLayoutEffect(() => {
    if (items.length === 0) return;
    if (reached.current === target) {
      // A list that fits on the screen has no scroll that would begin to follow the end.
      if (endSeenOf.current !== null && endSeenOf.current !== items) followsEnd.current = true;
      followEnd();
      return;
    }
    const index = items.findIndex(({ key }) => key === target.key);
    reached.current = target;
    wasHidden.current = isHidden();
    // From here on the code scrolls the list, not the user.
    user.end();
    followsEnd.current = index === -1;
    // An item that no longer exists, such as the line of new messages, leads to the end.
    if (index === -1) scrollToEnd(scroller.current);
    else list.current?.scrollToIndex(index, { align: target.align });
  });

  const onScroll = (offset: number): void => {
    const handle = list.current;
    if (handle === null) return;
    const below = handle.scrollSize - offset - handle.viewportSize;
    // The end of the loaded messages is not the channel's end, so the list does not follow it.
    if (below < END_DISTANCE) followsEnd.current = atEnd;
    // Measured rows scroll the list too, so only a user's scroll leaves the end.
    else if (user.isHeld()) followsEnd.current = false;
    lookAround();
  };

  // Scrolling synchronously would change what is being observed.
  const onResize = (): number =>
    requestAnimationFrame(() => {
      followEnd();
      look.current();
    });

  return (
    <div className={styles['frame']}>
      {/* The handlers only record how the list is scrolled. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={scroller}
        data-keeps-focus
        className={styles['scroller']}
        {...user.handlers}
        onKeyDown={(event) => {
          user.handlers.onKeyDown();
          onListKey(event);
        }}
        aria-label={t('chat.messages')}
        // The keyboard can scroll the list.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <div className={styles['filler']} />
        {/* Mounted with items only, because it measures the screen when it is mounted, and renders the
            rows of the place where it is scrolled to by then. */}
        {items.length > 0 && (
          <Rows
            ref={list}
            scrollRef={scroller}
            items={items}
            target={target}
            onScroll={onScroll}
            onResize={onResize}
            renderItem={props.renderItem}
          />
        )}
      </section>
      {/* The focus passes it on its way out of the list, so that the list is one tab stop. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div data-list-end tabIndex={0} onFocus={onListEnd} />
      {farFromEnd && <LatestButton unread={unread} onClick={props.onJumpToLatest} />}
    </div>
  );
};

import type { OwnChannel } from '@izgodno/contract/chat/channel';
import { useEffect, useRef, useState } from 'react';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { useLatest } from '#shared/hooks/use-latest.ts';
import { useStore } from '#shared/store.ts';
import { logs } from '../chat.ts';
import { reachesEnd, stretchAround, type ChannelLog } from './channel-log.ts';
import { unreadOf } from '../channels/channel-directory.ts';
import { MOST_HELD, nextPage, type PageWish } from './message-logs.ts';

/** Minimum delay before a failed page is requested again, in milliseconds. */
const RETRY_PAUSE_MS = 2_000;

const holds = ({ stretches }: ChannelLog, seq: number): boolean =>
  stretches.some(({ from, to }) => from <= seq && seq <= to);

const isHeld = (log: ChannelLog, around: number | null): boolean =>
  log.loaded && (around === null ? reachesEnd(log) : holds(log, around));

/** What became of a request to show messages; a later request overtakes an earlier one. */
export type Shown = 'shown' | 'failed' | 'overtaken';

export interface OpenedMessages {
  readonly log: ChannelLog;
  /** The read position when the channel was opened, reopened, or when messages were marked as unread. */
  readonly readSeq: number;
  /** A message in the visible range; null for the newest. */
  readonly around: number | null;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly loadMore: (direction: 'older' | 'newer') => void;
  /** Shows the messages around one, or the newest. Resolves once they are loaded. */
  readonly show: (around: number | null) => Promise<Shown>;
  /** Shows the end at once, with what is known of it, and loads the newest messages. */
  readonly showEnd: () => Promise<Shown>;
  /** Shows where the channel would open now, with the line of new messages there. */
  readonly reopen: () => Promise<Shown>;
  readonly retry: () => void;
  /** The reader has moved to a message; null is the end, which the list follows. */
  readonly onMove: (seq: number | null) => void;
}

/** Returns where a channel opens: at the first unread message, else at the newest. */
const positionToOpen = (channel: OwnChannel) => {
  const { readSeq, unreadMarks } = channel.membership;
  // The last read one may be stored here without those that follow it.
  return { readSeq, unreadMarks, around: unreadOf(channel) > 0 ? readSeq + 1 : null };
};

const useOpening = (channel: OwnChannel) => {
  const opening = useState(() => positionToOpen(channel));
  const [opened, setOpened] = opening;
  // The line of new messages moves to what the user marks as unread, here or on another device.
  if (opened.unreadMarks !== channel.membership.unreadMarks) setOpened(positionToOpen(channel));
  return opening;
};

/** Loads pages of a channel, each once at a time. */
const usePageLoads = (channelId: string) => {
  const [hasFailed, setHasFailed] = useState(false);
  const loading = useRef(new Map<string, Promise<void>>());
  const failedAt = useRef(-RETRY_PAUSE_MS);

  const request = async (wish: PageWish, key: string): Promise<void> => {
    try {
      await logs.load(channelId, wish);
      setHasFailed(false);
    } catch {
      failedAt.current = performance.now();
      setHasFailed(true);
    } finally {
      loading.current.delete(key);
    }
  };

  /** Resolves when the request has ended, also if an earlier call started it. */
  const load = (wish: PageWish): Promise<void> => {
    const key = JSON.stringify(wish);
    const running = loading.current.get(key) ?? request(wish, key);
    loading.current.set(key, running);
    return running;
  };

  return {
    load,
    /** Whether the last page could not be loaded. */
    hasFailed,
    /** Resolves once nothing loads. */
    untilLoaded: async (): Promise<void> => {
      while (loading.current.size > 0) await Promise.all(loading.current.values());
    },
    /** Whether a page failed just now. */
    isPausing: (): boolean => performance.now() - failedAt.current < RETRY_PAUSE_MS,
  };
};

/**
 * Where the reader is, and a message in the visible range for that. While the channel is open for
 * long, messages far from there are dropped.
 */
const useReader = (log: ChannelLog, opening: number | null, untilLoaded: () => Promise<void>) => {
  const { channelId } = log;
  const [around, setAround] = useState(opening);
  const reader = useRef(around);
  useEffect(() => logs.show(channelId), [channelId]);
  useEffect(() => {
    if (log.messages.size <= MOST_HELD) return undefined;
    let isOver = false;
    const trim = async (): Promise<void> => {
      // What loads may be far from the reader, who is about to go there.
      await untilLoaded();
      if (isOver) return;
      const { current } = reader;
      // The range is that of the reader first, because it may be cut.
      if (current === around) logs.trim(channelId, around);
      else if (stretchAround(log, current) === stretchAround(log, around)) setAround(current);
    };
    void trim();
    return () => {
      isOver = true;
    };
  }, [log, channelId, around, untilLoaded]);
  const onMove = (seq: number | null): void => {
    reader.current = seq;
  };
  return {
    around,
    onMove,
    goTo: (seq: number | null): void => {
      onMove(seq);
      setAround(seq);
    },
  };
};

/**
 * The messages of an open channel, loaded where it opens and towards both ends. It opens at the
 * message of `wantedSeq`, if that is not null.
 */
export const useMessages = (channel: OwnChannel, wantedSeq: number | null): OpenedMessages => {
  const { id: channelId } = channel;
  const log = useStore(logs.state).logs.get(channelId) ?? logs.logOf(channelId);
  const [opened, setOpened] = useOpening(channel);
  const { load, hasFailed, untilLoaded, isPausing } = usePageLoads(channelId);
  const { around, goTo, onMove } = useReader(log, wantedSeq ?? opened.around, untilLoaded);
  const [hasOpened, setHasOpened] = useState(() => isHeld(log, around));
  // Stored messages are shown while newer ones load.
  if (!hasOpened && isHeld(log, around)) setHasOpened(true);
  const lastRequest = useRef(0);
  const show = async (wanted: number | null): Promise<Shown> => {
    lastRequest.current += 1;
    const request = lastRequest.current;
    if (!isHeld(logs.logOf(channelId), wanted)) {
      await load(wanted === null ? { kind: 'newest' } : { kind: 'around', seq: wanted });
    }
    if (request !== lastRequest.current) return 'overtaken';
    const loaded = logs.logOf(channelId);
    const isShown = isHeld(loaded, wanted);
    // Without a connection, or without that message, a channel opens with what is known of it.
    const isStored = !hasOpened && loaded.loaded && reachesEnd(loaded);
    if (!isShown && !isStored) return 'failed';
    const other = isHeld(loaded, opened.around) ? opened.around : null;
    setHasOpened(true);
    goTo(isShown ? wanted : other);
    return isShown ? 'shown' : 'failed';
  };

  const reopen = (): Promise<Shown> => {
    const position = positionToOpen(channel);
    setOpened(position);
    return show(position.around);
  };

  const showEnd = (): Promise<Shown> => {
    goTo(null);
    return show(null);
  };

  const retry = (): void => void show(around);
  const again = useLatest(retry);

  useEffect(() => {
    again.current();
    return realtime.connected.subscribe(() => {
      // Loads what failed without a connection.
      if (realtime.connected.get() && !logs.logOf(channelId).loaded) again.current();
    });
  }, [channelId, again]);

  const loadMore = (direction: 'older' | 'newer'): void => {
    if (!log.loaded || isPausing()) return;
    const wish = nextPage(log, direction, around);
    if (wish !== null) void load(wish);
  };

  return {
    log,
    readSeq: opened.readSeq,
    around,
    status: hasOpened && log.loaded ? 'ready' : hasFailed ? 'failed' : 'loading',
    loadMore,
    show,
    showEnd,
    reopen,
    retry,
    onMove,
  };
};

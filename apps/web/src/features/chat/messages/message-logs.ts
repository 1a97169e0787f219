import type { Message } from '@izgodno/contract/chat/message';
import type { ClientFrame } from '@izgodno/contract/realtime/frames';
import type { RealtimeMessage, SeenVersion } from '#core/realtime/realtime.ts';
import { createStore, type Unsubscribe, type Readable } from '#shared/store.ts';
import {
  emptyLog,
  hasGap,
  reachesEnd,
  stretchAround,
  takeChange,
  takeMissed,
  takePage,
  type ChannelLog,
  type Page,
} from './channel-log.ts';

/**
 * How long an early change waits for the missing ones before they are requested, in milliseconds.
 */
const GAP_PATIENCE_MS = 300;

/** A page of the server with the user's own reactions. */
export interface FetchedPage extends Page {
  readonly ownReactions: Readonly<Record<string, readonly string[]>>;
}

export type PageWish =
  | { readonly kind: 'newest' }
  | { readonly kind: 'before'; readonly seq: number }
  | { readonly kind: 'after'; readonly seq: number }
  | { readonly kind: 'around'; readonly seq: number };

export interface LogPorts {
  /** Throws if the server is unreachable. */
  readonly fetchPage: (channelId: string, wish: PageWish) => Promise<FetchedPage>;
  /** Returns false if there is no connection. */
  readonly send: (frame: ClientFrame) => boolean;
  readonly after: (ms: number, run: () => void) => Unsubscribe;
  readonly log: (message: string, cause: unknown) => void;
}

interface LogsState {
  readonly logs: ReadonlyMap<string, ChannelLog>;
  /** The user's own reactions, by message id. */
  readonly ownReactions: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface MessageLogs {
  readonly state: Readable<LogsState>;
  readonly logOf: (channelId: string) => ChannelLog;
  /** Loads a page and adds it. Throws if the server is unreachable. */
  readonly load: (channelId: string, wish: PageWish) => Promise<void>;
  readonly receive: (received: RealtimeMessage) => void;
  /** Adds a message from a call's response. */
  readonly take: (message: Message) => void;
  readonly setOwnReaction: (messageId: string, emoji: string, given: boolean) => void;
  /** The versions seen, for the server to send later changes. */
  readonly seen: () => readonly SeenVersion[];
  readonly evict: (channelId: string) => void;
  readonly end: () => void;
}

const initial: LogsState = { logs: new Map(), ownReactions: new Map() };

/**
 * The messages of all opened channels, kept complete by live events and requests for missing
 * changes.
 */
export const createMessageLogs = (ports: LogPorts): MessageLogs => {
  const store = createStore<LogsState>(initial);
  const repairs = new Map<string, Unsubscribe>();

  const logOf = (channelId: string): ChannelLog =>
    store.get().logs.get(channelId) ?? emptyLog(channelId);

  const put = (log: ChannelLog): void => {
    const { logs } = store.get();
    if (logs.get(log.channelId) === log) return;
    store.set({ ...store.get(), logs: new Map(logs).set(log.channelId, log) });
    watchGap(log);
  };

  const askForMissed = (channelId: string): void => {
    repairs.delete(channelId);
    const log = logOf(channelId);
    if (!hasGap(log)) return;
    // Without a connection, the next one starts with this request.
    ports.send({ type: 'resume', channels: [{ channelId, version: log.version }] });
    watchGap(log);
  };

  const watchGap = (log: ChannelLog): void => {
    const { channelId } = log;
    if (!hasGap(log)) {
      repairs.get(channelId)?.();
      repairs.delete(channelId);
    } else if (!repairs.has(channelId)) {
      repairs.set(
        channelId,
        ports.after(GAP_PATIENCE_MS, () => askForMissed(channelId)),
      );
    }
  };

  const erase = (channelId: string): void => {
    repairs.get(channelId)?.();
    repairs.delete(channelId);
    const logs = new Map(store.get().logs);
    if (logs.delete(channelId)) store.set({ ...store.get(), logs });
  };

  const load = async (channelId: string, wish: PageWish): Promise<void> => {
    // From here on, live events are kept until the page arrives.
    if (!store.get().logs.has(channelId)) put(emptyLog(channelId));
    const page = await ports.fetchPage(channelId, wish);
    // The channel was left during the request.
    if (!store.get().logs.has(channelId)) return;
    const ownReactions = new Map(store.get().ownReactions);
    for (const { id } of page.messages) {
      ownReactions.set(id, new Set(page.ownReactions[id]));
    }
    store.set({ ...store.get(), ownReactions });
    put(takePage(logOf(channelId), page));
  };

  /** Replaces a log that missed too much by the newest page; older pages load when needed. */
  const startOver = (channelId: string): void => {
    const held = store.get().logs.has(channelId);
    erase(channelId);
    if (!held) return;
    load(channelId, { kind: 'newest' }).catch((cause: unknown) =>
      ports.log('The messages of a channel could not be read again', cause),
    );
  };

  const receive = (received: RealtimeMessage): void => {
    switch (received.type) {
      case 'message.created':
      case 'message.changed': {
        const { message } = received.data;
        if (store.get().logs.has(message.channelId)) {
          put(takeChange(logOf(message.channelId), message));
        }
        return;
      }
      case 'missed': {
        const { data } = received;
        if (data.outcome === 'gone') erase(data.channelId);
        else if (data.outcome === 'refetch') startOver(data.channelId);
        else if (store.get().logs.has(data.channelId)) {
          put(takeMissed(logOf(data.channelId), data));
        }
        return;
      }
      case 'channel.left':
        erase(received.data.channelId);
        return;
      default:
        return;
    }
  };

  return {
    state: store,
    logOf,
    load,
    receive,
    take: (message) => {
      if (store.get().logs.has(message.channelId)) {
        put(takeChange(logOf(message.channelId), message));
      }
    },
    setOwnReaction: (messageId, emoji, given) => {
      const ownReactions = new Map(store.get().ownReactions);
      const own = new Set(ownReactions.get(messageId));
      if (given) own.add(emoji);
      else own.delete(emoji);
      store.set({ ...store.get(), ownReactions: ownReactions.set(messageId, own) });
    },
    seen: () =>
      [...store.get().logs.values()]
        .filter(({ loaded }) => loaded)
        .map(({ channelId, version }) => ({ channelId, version })),
    evict: erase,
    end: () => {
      for (const stop of repairs.values()) stop();
      repairs.clear();
      store.set(initial);
    },
  };
};

/** Returns the request for more messages in a direction; null if the end is loaded. */
export const nextPage = (
  log: ChannelLog,
  direction: 'older' | 'newer',
  around: number | null,
): PageWish | null => {
  const stretch = stretchAround(log, around);
  if (stretch === null) return log.loaded && log.lastSeq === 0 ? null : { kind: 'newest' };
  if (direction === 'older')
    return stretch.from <= 1 ? null : { kind: 'before', seq: stretch.from };
  return stretch.to >= log.lastSeq && reachesEnd(log) ? null : { kind: 'after', seq: stretch.to };
};

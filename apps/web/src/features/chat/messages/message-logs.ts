import type { Message } from '@izgodno/contract/chat/message';
import type { ClientFrame, SeenVersion } from '@izgodno/contract/realtime/frames';
import type { RealtimeMessage } from '#core/realtime/realtime.ts';
import { createStore, type Unsubscribe, type Readable } from '#shared/store.ts';
import { newestEntries } from '../newest-entries.ts';
import { Retry, type RetryPorts } from '../retry.ts';
import {
  emptyLog,
  hasGap,
  MOST_NEAR,
  reachesEnd,
  stretchAround,
  takeChange,
  takeMissed,
  takePage,
  type ChannelLog,
  type Page,
} from './channel-log.ts';
import type { trimmed } from './trimmed.ts';

/**
 * How long an early change waits for the missing ones before they are requested, in milliseconds.
 */
const GAP_PATIENCE_MS = 300;
/** How long a channel waits for what the device stores before it asks the server, in milliseconds. */
const STORED_PATIENCE_MS = 1_000;

/** The maximum number of messages of a shown channel; of more, some are dropped. */
export const MOST_HELD = 1_000;

/** A page of the server with the user's own reactions. */
export interface FetchedPage extends Page {
  readonly ownReactions: Readonly<Record<string, readonly string[]>>;
}

export type PageWish =
  | { readonly kind: 'newest' }
  | { readonly kind: 'before'; readonly seq: number }
  | { readonly kind: 'after'; readonly seq: number }
  | { readonly kind: 'around'; readonly seq: number };

export interface LogPorts extends RetryPorts {
  /** Throws if the server is unreachable. */
  readonly fetchPage: (channelId: string, wish: PageWish) => Promise<FetchedPage>;
  /** The messages of a channel that this device stores, if any. */
  readonly readStored: (channelId: string) => Promise<FetchedPage | null>;
  /** Returns false if there is no connection. */
  readonly send: (frame: ClientFrame) => boolean;
}

/** The log that will replace one that missed too much; until its page is there, it collects changes. */
interface Successor {
  log: ChannelLog;
  readonly reading: Retry;
}

interface LogsState {
  readonly logs: ReadonlyMap<string, ChannelLog>;
  /** The user's own reactions, by message id. */
  readonly ownReactions: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The most messages whose own reactions are remembered. */
export const MOST_REACTED = 5_000;

const initial: LogsState = { logs: new Map(), ownReactions: new Map() };

/**
 * The messages of all opened channels, kept complete by live events and requests for missing
 * changes.
 */
export class MessageLogs {
  readonly #ports: LogPorts;
  readonly #store = createStore(initial);
  readonly state: Readable<LogsState> = this.#store;
  readonly #repairs = new Map<string, Unsubscribe>();
  readonly #successors = new Map<string, Successor>();
  /** Channels that a list shows, which says where its reader is before messages are dropped. */
  readonly #shown = new Set<string>();
  /** Its code loads when it is first needed; until then nothing is dropped. */
  #trimmed: typeof trimmed | null = null;

  constructor(ports: LogPorts) {
    this.#ports = ports;
  }

  logOf(channelId: string): ChannelLog {
    return this.state.get().logs.get(channelId) ?? emptyLog(channelId);
  }

  /** A list shows the channel, and trims it, until the returned function is called. */
  show(channelId: string): Unsubscribe {
    this.#shown.add(channelId);
    return () => {
      this.#shown.delete(channelId);
      this.trim(channelId, null);
    };
  }

  /** Drops messages far from the reader and from the end if there are too many. */
  trim(channelId: string, around: number | null): void {
    const log = this.state.get().logs.get(channelId);
    const most = this.#shown.has(channelId) ? MOST_HELD : MOST_NEAR;
    if (log === undefined || log.messages.size <= most) return;
    if (this.#trimmed === null) void this.#loadTrimmed();
    else this.#put(this.#trimmed(log, around, most));
  }

  async #loadTrimmed(): Promise<void> {
    try {
      this.#trimmed = (await import('./trimmed.ts')).trimmed;
    } catch (cause) {
      this.#ports.log('Messages could not be dropped', cause);
    }
  }

  /**
   * Loads a page and adds it; a channel opens with its stored messages meanwhile. Throws if the
   * server is unreachable.
   */
  async load(channelId: string, wish: PageWish): Promise<void> {
    if (!this.#has(channelId)) {
      // From here on, live events are kept until the page arrives.
      this.#put(emptyLog(channelId));
      await this.#loadStoredInTime(channelId);
    }
    this.#takePage(channelId, await this.#ports.fetchPage(channelId, wish));
  }

  /** What is stored is shown also if it comes late, until the server's page is there. */
  #loadStoredInTime(channelId: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stop = this.#ports.after(STORED_PATIENCE_MS, resolve);
    this.#loadStored(channelId).finally(stop).then(resolve, reject);
    return promise;
  }

  async #loadStored(channelId: string): Promise<void> {
    const stored = await this.#ports.readStored(channelId);
    if (stored === null || this.logOf(channelId).loaded) return;
    this.#takePage(channelId, stored);
    // Without a connection, the next one starts with this request.
    this.#ports.send({ type: 'resume', channels: [{ channelId, version: stored.version }] });
  }

  #takePage(channelId: string, page: FetchedPage, log = this.logOf(channelId)): void {
    // The channel was left during the request.
    if (!this.#has(channelId)) return;
    const ownReactions = new Map(this.state.get().ownReactions);
    for (const { id } of page.messages) {
      const own = page.ownReactions[id] ?? [];
      ownReactions.delete(id);
      if (own.length > 0) ownReactions.set(id, new Set(own));
    }
    this.#setOwnReactions(ownReactions);
    this.#put(takePage(log, page));
  }

  receive(received: RealtimeMessage): void {
    switch (received.type) {
      case 'message.created':
      case 'message.changed':
        this.take(received.data.message);
        return;
      case 'missed': {
        const { data } = received;
        if (data.outcome === 'gone') this.#evict(data.channelId);
        else if (data.outcome === 'refetch') this.#startOver(data.channelId);
        else if (this.#has(data.channelId)) {
          this.#endSuccessor(data.channelId);
          this.#put(takeMissed(this.logOf(data.channelId), data));
        }
        return;
      }
      case 'channel.left':
        this.#evict(received.data.channelId);
        return;
      default:
        return;
    }
  }

  /** Adds a message from an event or a call's response. */
  take(message: Message): void {
    const { channelId } = message;
    const successor = this.#successors.get(channelId);
    if (successor !== undefined) successor.log = takeChange(successor.log, message);
    if (this.#has(channelId)) this.#put(takeChange(this.logOf(channelId), message));
  }

  setOwnReaction(messageId: string, emoji: string, given: boolean): void {
    const ownReactions = new Map(this.state.get().ownReactions);
    const own = new Set(ownReactions.get(messageId));
    if (given) own.add(emoji);
    else own.delete(emoji);
    ownReactions.delete(messageId);
    this.#setOwnReactions(ownReactions.set(messageId, own));
  }

  #setOwnReactions(all: LogsState['ownReactions']): void {
    this.#store.set({ ...this.state.get(), ownReactions: newestEntries(all, MOST_REACTED) });
  }

  /** The versions seen, for the server to send later changes. */
  seen(): readonly SeenVersion[] {
    return [...this.state.get().logs.values()]
      .filter(({ loaded }) => loaded)
      .map(({ channelId, version }) => ({ channelId, version }));
  }

  end(): void {
    for (const stop of this.#repairs.values()) stop();
    this.#repairs.clear();
    for (const channelId of this.#successors.keys()) this.#endSuccessor(channelId);
    this.#store.set(initial);
  }

  #has(channelId: string): boolean {
    return this.state.get().logs.has(channelId);
  }

  #put(log: ChannelLog): void {
    const { channelId } = log;
    const { logs } = this.state.get();
    if (logs.get(channelId) !== log) {
      this.#store.set({ ...this.state.get(), logs: new Map(logs).set(channelId, log) });
      if (!this.#shown.has(channelId)) this.trim(channelId, null);
    }
    this.#watchGap(log);
  }

  #endRepair(channelId: string): void {
    this.#repairs.get(channelId)?.();
    this.#repairs.delete(channelId);
  }

  #endSuccessor(channelId: string): void {
    this.#successors.get(channelId)?.reading.end();
    this.#successors.delete(channelId);
  }

  #evict(channelId: string): void {
    this.#endSuccessor(channelId);
    this.#endRepair(channelId);
    const logs = new Map(this.state.get().logs);
    if (logs.delete(channelId)) this.#store.set({ ...this.state.get(), logs });
  }

  #askForMissed(channelId: string): void {
    this.#repairs.delete(channelId);
    const log = this.logOf(channelId);
    if (!hasGap(log)) return;
    // Without a connection, the next one starts with this request.
    this.#ports.send({ type: 'resume', channels: [{ channelId, version: log.version }] });
    this.#watchGap(log);
  }

  #watchGap(log: ChannelLog): void {
    const { channelId } = log;
    if (!hasGap(log) || this.isBehind(channelId)) this.#endRepair(channelId);
    else if (!this.#repairs.has(channelId)) {
      const stop = this.#ports.after(GAP_PATIENCE_MS, () => this.#askForMissed(channelId));
      this.#repairs.set(channelId, stop);
    }
  }

  /** Replaces a log that missed too much by the newest page; older pages load when needed. */
  #startOver(channelId: string): void {
    if (!this.#has(channelId)) return;
    this.#endSuccessor(channelId);
    this.#endRepair(channelId);
    const reading = new Retry(this.#ports, 'The messages of a channel could not be read again');
    const successor: Successor = { log: emptyLog(channelId), reading };
    this.#successors.set(channelId, successor);
    void reading.run(async () => {
      const page = await this.#ports.fetchPage(channelId, { kind: 'newest' });
      if (this.#successors.get(channelId) !== successor) return;
      this.#successors.delete(channelId);
      this.#takePage(channelId, page, successor.log);
    });
  }

  /** Whether the log of a channel missed too much, and waits for the one that replaces it. */
  isBehind(channelId: string): boolean {
    return this.#successors.has(channelId);
  }
}

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

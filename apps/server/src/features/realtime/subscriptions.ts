import type { FastifyBaseLogger } from 'fastify';
import { realtimeLimits } from '@izgodno/contract/realtime/frames';
import type { Bus } from '#platform/bus.ts';
import { ChannelTail, type TailEntry } from './channel-tail.ts';
import type { Connection } from './connection.ts';
import type { LocalConnections } from './local-connections.ts';
import type { ChannelSource, MissedFrame } from './realtime-context.ts';
import { encodeTextFrame } from './text-frame.ts';
import { channelScope } from './topics.ts';

/** Frames within this time after the last ones are joined, in milliseconds. */
export const COALESCE_MS = 2;

/** The part of a connection that the fan-out needs. */
export type Receiver = Pick<Connection, 'write' | 'cork' | 'uncork'>;

/**
 * Connections that get the same bytes, such as the subscribers of a channel, and their pending
 * frames.
 */
export interface Subscribers {
  readonly subscribers: ReadonlySet<Receiver>;
  waiting: Buffer[];
}

const join = (frames: readonly Buffer[]): Buffer => {
  const [first] = frames;
  return frames.length === 1 && first !== undefined ? first : Buffer.concat(frames);
};

const send = (group: Subscribers, bytes: Buffer): void => {
  for (const connection of group.subscribers) connection.write(bytes);
};

/**
 * Under load the frames of a group are joined once, and each socket gets them in one write,
 * which makes a channel of thousands possible.
 */
export class FanOut {
  readonly #dirty = new Set<Subscribers>();
  #lastSent = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;

  /** Sends at once after a pause; under load joins frames within `COALESCE_MS`. */
  deliver(group: Subscribers, frames: readonly Buffer[]): void {
    if (group.subscribers.size === 0) return;
    if (this.#timer === null && performance.now() - this.#lastSent >= COALESCE_MS) {
      send(group, join(frames));
      this.#lastSent = performance.now();
      return;
    }
    group.waiting.push(...frames);
    this.#dirty.add(group);
    this.#timer ??= setTimeout(() => this.#flush(), COALESCE_MS);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #flush(): void {
    this.#timer = null;
    const groups = [...this.#dirty];
    this.#dirty.clear();
    // A socket in several groups gets all in one packet.
    const corked = groups.length === 1 ? null : new Set<Receiver>();
    for (const group of groups) {
      const bytes = join(group.waiting);
      group.waiting = [];
      if (corked !== null) {
        for (const connection of group.subscribers) {
          if (corked.has(connection)) continue;
          corked.add(connection);
          connection.cork();
        }
      }
      send(group, bytes);
    }
    for (const connection of corked ?? []) connection.uncork();
    this.#lastSent = performance.now();
  }
}

interface LocalChannel {
  readonly group: Subscribers & { readonly subscribers: Set<Connection> };
  readonly tail: ChannelTail<Buffer>;
}

export interface SubscriptionsOptions {
  readonly bus: Pick<Bus, 'follow' | 'unfollow'>;
  readonly source: ChannelSource;
  readonly logger: FastifyBaseLogger;
  readonly connections: Pick<LocalConnections, 'all'>;
}

/** The channel subscriptions of this node's connections. It follows these channels' scopes. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #fanOut = new FanOut();
  readonly #channels = new Map<string, LocalChannel>();
  readonly #subscribed = new Map<Connection, Set<string>>();
  /** Channels of deals, which anyone may follow while their comments are shown. */
  readonly #followed = new Map<Connection, readonly string[]>();

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /** Subscribes a connection to channels of deals, instead of those it followed before. */
  async follow(connection: Connection, channelIds: readonly string[]): Promise<void> {
    this.#followed.set(connection, channelIds);
    await this.renew(connection);
    if (!this.#options.connections.all.has(connection)) this.#followed.delete(connection);
  }

  /** Subscribes a connection to exactly the present channels of its owner and those it follows. */
  async renew(connection: Connection): Promise<void> {
    if (connection.owner === null) return;
    const { source, connections } = this.#options;
    const followed = this.#followed.get(connection) ?? [];
    const [own, shown] = await Promise.all([
      source.channelsOf(connection.owner.userId),
      followed.length === 0 ? [] : source.shownAmong(followed),
    ]);
    const now = new Set([...own, ...shown]);
    // A closed connection must not be added again, because it would not be removed.
    if (!connections.all.has(connection)) return;
    const before = this.#subscribed.get(connection) ?? new Set();
    this.#drop(connection, [...before.difference(now)]);
    const added = [...now.difference(before)];
    const opened = added.filter((channelId) => !this.#channels.has(channelId));
    const received = this.#options.bus.follow(opened.map(channelScope));
    for (const channelId of opened) this.#open(channelId, received);
    for (const channelId of added) this.#channels.get(channelId)?.group.subscribers.add(connection);
    this.#subscribed.set(connection, now);
    // What the client reads from now on and what arrives then leave no gap.
    await received;
  }

  has(connection: Connection, channelId: string): boolean {
    return this.#subscribed.get(connection)?.has(channelId) ?? false;
  }

  /** Unsubscribes a connection from one channel at once. */
  leave(connection: Connection, channelId: string): void {
    if (this.#subscribed.get(connection)?.delete(channelId) === true)
      this.#drop(connection, [channelId]);
  }

  remove(connection: Connection): void {
    this.#drop(connection, [...(this.#subscribed.get(connection) ?? [])]);
    this.#subscribed.delete(connection);
    this.#followed.delete(connection);
  }

  /** Changes of a channel's messages: delivered in order. */
  push(channelId: string, entries: readonly TailEntry<string>[]): void {
    this.#channels
      .get(channelId)
      ?.tail.push(entries.map(({ version, item }) => ({ version, item: encodeTextFrame(item) })));
  }

  /** Other events: delivered as they come. */
  publish(channelId: string, texts: readonly string[]): void {
    const channel = this.#channels.get(channelId);
    if (channel !== undefined) this.#fanOut.deliver(channel.group, texts.map(encodeTextFrame));
  }

  /** Finds changes that the bus has lost. */
  async sweep(): Promise<void> {
    if (this.#channels.size === 0) return;
    const versions = await this.#options.source.versionsOf([...this.#channels.keys()]);
    for (const [channelId, version] of versions) this.#channels.get(channelId)?.tail.reach(version);
  }

  close(): void {
    this.#fanOut.close();
  }

  #drop(connection: Connection, channelIds: readonly string[]): void {
    const closed = channelIds.filter((channelId) => {
      const subscribers = this.#channels.get(channelId)?.group.subscribers;
      return subscribers?.delete(connection) === true && subscribers.size === 0;
    });
    for (const channelId of closed) this.#channels.delete(channelId);
    this.#options.bus.unfollow(closed.map(channelScope));
  }

  /** `received` resolves once the channel's messages arrive: only then its version is read. */
  #open(channelId: string, received: Promise<void>): void {
    const { source, logger } = this.#options;
    const group = { subscribers: new Set<Connection>(), waiting: [] };
    const deliver = (frames: readonly Buffer[]): void => this.#fanOut.deliver(group, frames);
    const tail = new ChannelTail<Buffer>({
      deliver,
      lost: () => {
        const frame: MissedFrame = {
          type: 'missed',
          data: { outcome: 'refetch', channelId, unrequested: true },
        };
        deliver([encodeTextFrame(JSON.stringify(frame))]);
      },
      readVersion: async () => {
        await received;
        return (await source.versionsOf([channelId])).get(channelId) ?? 0;
      },
      readSince: async (since) => {
        const limit = realtimeLimits.maxMissedMessages;
        const changes = await source.changesSince(channelId, since, limit);
        const entries = changes?.map(({ version, event }) => ({
          version,
          item: encodeTextFrame(JSON.stringify(event)),
        }));
        return { entries: entries ?? null };
      },
      onError: (error) =>
        logger.warn({ err: error, channelId }, 'changes of a channel could not be read'),
    });
    this.#channels.set(channelId, { group, tail });
  }
}

import type { FastifyBaseLogger } from 'fastify';
import { realtimeLimits } from '@izgodno/contract/realtime/frames';
import { ChannelTail, type TailEntry } from './channel-tail.ts';
import type { Connection } from './connection.ts';
import { createSubscribers, type Subscribers, type FanOut } from './fan-out.ts';
import type { LocalConnections } from './local-connections.ts';
import type { ChannelSource } from './realtime-context.ts';
import { encodeTextFrame } from './text-frame.ts';

interface LocalChannel {
  readonly audience: Subscribers & { readonly subscribers: Set<Connection> };
  readonly tail: ChannelTail<Buffer>;
}

export interface SubscriptionsOptions {
  readonly source: ChannelSource;
  readonly fanOut: FanOut;
  readonly logger: FastifyBaseLogger;
  readonly connections: Pick<LocalConnections, 'all'>;
}

/** The channel subscriptions of this node's connections. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #channels = new Map<string, LocalChannel>();
  readonly #subscribed = new Map<Connection, Set<string>>();

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /** Subscribes a connection to exactly the present channels of its owner. */
  async renew(connection: Connection): Promise<void> {
    if (connection.owner === null) return;
    const { source, connections } = this.#options;
    const now = new Set(await source.channelsOf(connection.owner.userId));
    // A closed connection must not be added again, because it would not be removed.
    if (!connections.all.has(connection)) return;
    const before = this.#subscribed.get(connection) ?? new Set();
    for (const channelId of before.difference(now)) this.#drop(connection, channelId);
    for (const channelId of now.difference(before)) {
      const channel = this.#channels.get(channelId) ?? this.#open(channelId);
      channel.audience.subscribers.add(connection);
    }
    this.#subscribed.set(connection, now);
  }

  has(connection: Connection, channelId: string): boolean {
    return this.#subscribed.get(connection)?.has(channelId) ?? false;
  }

  /** Unsubscribes a connection from one channel at once. */
  leave(connection: Connection, channelId: string): void {
    if (this.#subscribed.get(connection)?.delete(channelId) === true)
      this.#drop(connection, channelId);
  }

  remove(connection: Connection): void {
    for (const channelId of this.#subscribed.get(connection) ?? [])
      this.#drop(connection, channelId);
    this.#subscribed.delete(connection);
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
    if (channel !== undefined)
      this.#options.fanOut.deliver(channel.audience, texts.map(encodeTextFrame));
  }

  /** Finds changes that the bus has lost. */
  async sweep(): Promise<void> {
    if (this.#channels.size === 0) return;
    const versions = await this.#options.source.versionsOf([...this.#channels.keys()]);
    for (const [channelId, version] of versions) this.#channels.get(channelId)?.tail.reach(version);
  }

  #drop(connection: Connection, channelId: string): void {
    const channel = this.#channels.get(channelId);
    channel?.audience.subscribers.delete(connection);
    if (channel?.audience.subscribers.size === 0) this.#channels.delete(channelId);
  }

  #open(channelId: string): LocalChannel {
    const { source, fanOut, logger } = this.#options;
    const audience = createSubscribers(new Set());
    const deliver = (frames: readonly Buffer[]): void => fanOut.deliver(audience, frames);
    const tail = new ChannelTail<Buffer>({
      deliver,
      lost: () => {
        const frame = { type: 'missed', data: { outcome: 'refetch', channelId } };
        deliver([encodeTextFrame(JSON.stringify(frame))]);
      },
      readVersion: async () => (await source.versionsOf([channelId])).get(channelId) ?? 0,
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
    const channel = { audience, tail };
    this.#channels.set(channelId, channel);
    return channel;
  }
}

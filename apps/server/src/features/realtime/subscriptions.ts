import type { FastifyBaseLogger } from 'fastify';
import { realtimeLimits } from '@izgodno/contract/realtime/frames';
import type { RealtimeEvent } from '@izgodno/contract/realtime/events';
import { createChannelTail, type ChannelTail, type TailEntry } from './channel-tail.ts';
import type { Connection } from './connection.ts';
import { createAudience, type Audience, type FanOut } from './fan-out.ts';
import type { LocalConnections } from './local-connections.ts';
import type { ChannelSource } from './realtime.ts';
import { encodeTextFrame } from './text-frame.ts';

interface LocalChannel {
  readonly audience: Audience & { readonly subscribers: Set<Connection> };
  readonly tail: ChannelTail<Buffer>;
}

export interface Subscriptions {
  /** Subscribes a connection to exactly the present channels of its owner. */
  renew(connection: Connection): Promise<void>;
  has(connection: Connection, channelId: string): boolean;
  /** Unsubscribes a connection from one channel at once. */
  leave(connection: Connection, channelId: string): void;
  remove(connection: Connection): void;
  /** Changes of a channel's messages: delivered in order. */
  push(channelId: string, entries: readonly TailEntry<string>[]): void;
  /** Other events: delivered as they come. */
  tell(channelId: string, texts: readonly string[]): void;
  /** Finds changes that the bus has lost. */
  sweep(): Promise<void>;
}

const encodeEvent = (event: RealtimeEvent): Buffer => encodeTextFrame(JSON.stringify(event));

export interface SubscriptionsOptions {
  readonly source: ChannelSource;
  readonly fanOut: FanOut;
  readonly logger: FastifyBaseLogger;
  readonly connections: Pick<LocalConnections, 'all'>;
}

/** The channel subscriptions of this node's connections. */
export const createSubscriptions = ({
  source,
  fanOut,
  logger,
  connections,
}: SubscriptionsOptions): Subscriptions => {
  const channels = new Map<string, LocalChannel>();
  const heard = new Map<Connection, Set<string>>();

  const open = (channelId: string): LocalChannel => {
    const audience = createAudience(new Set());
    const deliver = (frames: readonly Buffer[]): void => fanOut.deliver(audience, frames);
    const tail = createChannelTail<Buffer>({
      deliver,
      lost: () => {
        const frame = { type: 'missed', data: { outcome: 'refetch', channelId } };
        deliver([encodeTextFrame(JSON.stringify(frame))]);
      },
      readVersion: async () => (await source.versionsOf([channelId])).get(channelId) ?? 0,
      readSince: async (version) => {
        const changes = await source.changesSince(
          channelId,
          version,
          realtimeLimits.maxMissedMessages,
        );
        return {
          entries:
            changes?.map((change) => ({
              version: change.version,
              item: encodeEvent(change.event),
            })) ?? null,
        };
      },
      onError: (error) =>
        logger.warn({ err: error, channelId }, 'changes of a channel could not be read'),
    });
    const channel = { audience, tail };
    channels.set(channelId, channel);
    return channel;
  };

  const leave = (connection: Connection, channelId: string): void => {
    const channel = channels.get(channelId);
    channel?.audience.subscribers.delete(connection);
    if (channel?.audience.subscribers.size === 0) channels.delete(channelId);
  };

  return {
    async renew(connection) {
      if (connection.owner === null) return;
      const now = new Set(await source.channelsOf(connection.owner.userId));
      // A closed connection must not be added again, because it would not be removed.
      if (!connections.all.has(connection)) return;
      const before = heard.get(connection) ?? new Set();
      for (const channelId of before.difference(now)) leave(connection, channelId);
      for (const channelId of now.difference(before)) {
        (channels.get(channelId) ?? open(channelId)).audience.subscribers.add(connection);
      }
      heard.set(connection, now);
    },
    has: (connection, channelId) => heard.get(connection)?.has(channelId) ?? false,
    leave(connection, channelId) {
      if (heard.get(connection)?.delete(channelId) === true) leave(connection, channelId);
    },
    remove(connection) {
      for (const channelId of heard.get(connection) ?? []) leave(connection, channelId);
      heard.delete(connection);
    },
    push(channelId, entries) {
      channels
        .get(channelId)
        ?.tail.push(entries.map(({ version, item }) => ({ version, item: encodeTextFrame(item) })));
    },
    tell(channelId, texts) {
      const channel = channels.get(channelId);
      if (channel !== undefined) fanOut.deliver(channel.audience, texts.map(encodeTextFrame));
    },
    async sweep() {
      if (channels.size === 0) return;
      for (const [channelId, version] of await source.versionsOf([...channels.keys()])) {
        channels.get(channelId)?.tail.reach(version);
      }
    },
  };
};

import type { PresenceState } from '@izgodno/contract/chat/presence';
import type { RealtimeEvent } from '@izgodno/contract/realtime/events';
import type { Bus, Topic } from '#platform/bus.ts';
import { sessionRevoked } from '#features/accounts/api.ts';
import type { HubContext } from './hub-context.ts';
import type { RealtimeContext } from './realtime-context.ts';
import { startConnectionChecks } from './connection-checks.ts';
import type { Connection } from './connection.ts';
import { FrameHandler, parseClientFrame } from './frame-handler.ts';
import { LocalConnections } from './local-connections.ts';
import { PresenceBoard } from './presence.ts';
import { Subscriptions } from './subscriptions.ts';
import { encodeTextFrame } from './text-frame.ts';
import {
  channelScope,
  channelTopic,
  membershipTopic,
  userScope,
  statusTopic,
  usersTopic,
} from './topics.ts';

/** Changes of messages have versions, and so can be ordered and missed; other events have none. */
const versionOf = (event: RealtimeEvent): number | null =>
  event.type === 'message.created' || event.type === 'message.changed'
    ? event.data.message.version
    : null;

/** A message to more people goes to every node once, instead of to each person's nodes. */
const MAX_SCOPES = 32;

/** Publishes events to connected users, on any node, through the bus. */
export class Publisher {
  readonly #bus: Bus;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /**
   * To every page of these users. Users who are not connected do not receive it, so store in the
   * database what must be known.
   */
  toUsers(userIds: readonly string[], event: RealtimeEvent): void {
    this.#publishTo(usersTopic, { userIds: [...userIds], event: JSON.stringify(event) });
  }

  /** To every page of the members of a channel. */
  toChannel(channelId: string, ...events: readonly RealtimeEvent[]): void {
    const changes: { version: number; item: string }[] = [];
    const others: string[] = [];
    for (const event of events) {
      const version = versionOf(event);
      if (version === null) others.push(JSON.stringify(event));
      else changes.push({ version, item: JSON.stringify(event) });
    }
    this.#bus.publish(channelTopic, { channelId, changes, others }, channelScope(channelId));
  }

  /**
   * These users' channels have changed, and their sockets follow. From `left`, a channel they have
   * left, they get nothing from now on.
   */
  membershipChanged(userIds: readonly string[], left?: string): void {
    this.#publishTo(membershipTopic, {
      userIds: [...userIds],
      ...(left === undefined ? {} : { left }),
    });
  }

  /** A user has changed their status; watchers are notified. */
  statusChanged(userId: string): void {
    this.#bus.publish(statusTopic, { userId });
  }

  #publishTo<Message extends { userIds: string[] }>(topic: Topic<Message>, message: Message): void {
    if (message.userIds.length > MAX_SCOPES) return this.#bus.publish(topic, message);
    for (const userId of message.userIds)
      this.#bus.publish(topic, { ...message, userIds: [userId] }, userScope(userId));
  }
}

/** Publishes events to connected users, on any node, and knows who is connected. */
export type Realtime = Pick<Hub, keyof Publisher | 'connectionStates' | 'connections'>;

/** This node's connections, and the messages they get. */
export class Hub extends Publisher {
  readonly #context: HubContext;
  readonly #frames: FrameHandler;
  readonly #ends: readonly (() => void)[];

  constructor(options: RealtimeContext) {
    super(options.bus);
    const { bus, source, logger } = options;
    const connections = new LocalConnections(bus);
    this.#context = {
      ...options,
      connections,
      toChannel: (channelId, event) => this.toChannel(channelId, event),
      subscriptions: new Subscriptions({ bus, source, logger, connections }),
      presence: new PresenceBoard(options),
      warnOfDatabase: (error) =>
        logger.warn({ err: error }, 'realtime: the database is unavailable'),
    };
    this.#frames = new FrameHandler(this.#context);
    this.#ends = [startConnectionChecks(this.#context), ...this.#subscribe()];
  }

  get connections(): ReadonlySet<Connection> {
    return this.#context.connections.all;
  }

  /** By connections only; users without any are `offline`. */
  connectionStates(userIds: readonly string[]): ReadonlyMap<string, PresenceState> {
    return this.#context.presence.statesOf(userIds);
  }

  add(connection: Connection): void {
    this.#context.connections.add(connection);
  }

  remove(connection: Connection): void {
    const { connections, subscriptions, presence } = this.#context;
    connections.remove(connection);
    subscriptions.remove(connection);
    presence.unwatch(connection);
    if (connection.owner === null) return;
    const { userId } = connection.owner;
    presence.update(userId, connections.ofUser(userId));
  }

  receive(connection: Connection, data: Buffer, isBinary: boolean): void {
    if (connection.closing) return;
    const { clock, logger } = this.#context;
    if (!connection.countFrame(clock.now())) return connection.close('too_many_frames');
    const frame = parseClientFrame(data, isBinary);
    if (typeof frame === 'string') return connection.close(frame);
    // Before it waits, so that what waits is bounded by the budget, too.
    const isPaid = connection.owner !== null;
    if (isPaid && !this.#frames.pay(connection, frame)) return;
    connection.handle(() =>
      this.#frames.handle(connection, frame, isPaid).catch((error: unknown) => {
        logger.warn({ err: error }, 'realtime: a frame could not be handled');
        connection.close('internal');
      }),
    );
  }

  close(): void {
    for (const end of this.#ends) end();
    this.#context.presence.close();
    this.#context.subscriptions.close();
  }

  #subscribe(): (() => void)[] {
    const { bus, connections, subscriptions, warnOfDatabase } = this.#context;
    return [
      bus.subscribe(channelTopic, ({ channelId, changes, others }) => {
        if (changes.length > 0) subscriptions.push(channelId, changes);
        if (others.length > 0) subscriptions.publish(channelId, others);
      }),
      bus.subscribe(usersTopic, ({ userIds, event }) => {
        const frame = encodeTextFrame(event);
        for (const connection of connections.ofUsers(userIds)) connection.write(frame);
      }),
      bus.subscribe(membershipTopic, ({ userIds, left }) => {
        if (left !== undefined) {
          for (const connection of connections.ofUsers(userIds))
            subscriptions.leave(connection, left);
        }
        // In order with the client's frames: a frame sent after the change is handled with the new
        // channels.
        for (const connection of connections.ofUsers(userIds))
          connection.handle(() => subscriptions.renew(connection).catch(warnOfDatabase));
      }),
      bus.subscribe(sessionRevoked, ({ sessionId, userId }) => {
        for (const connection of connections.ofUser(userId)) {
          if (connection.owner?.sessionId === sessionId) connection.close('session_revoked');
        }
      }),
    ];
  }
}

import type { PresenceState } from '@izgodno/contract/chat/presence';
import { sessionRevoked } from '#features/accounts/api.ts';
import type { HubContext } from './hub-context.ts';
import type { RealtimeContext } from './realtime-context.ts';
import { startConnectionChecks } from './connection-checks.ts';
import type { Connection } from './connection.ts';
import { FanOut } from './fan-out.ts';
import { FrameHandler, parseClientFrame } from './frame-handler.ts';
import { LocalConnections } from './local-connections.ts';
import { PresenceBoard } from './presence.ts';
import { Publisher } from './publisher.ts';
import { Subscriptions } from './subscriptions.ts';
import { encodeTextFrame } from './text-frame.ts';
import { channelTopic, membershipTopic, usersTopic } from './topics.ts';

/** Publishes events to connected users, on any node, and knows who is connected. */
export type Realtime = Pick<Hub, keyof Publisher | 'connectionStates'>;

/** This node's connections, and the messages they get. */
export class Hub extends Publisher {
  readonly #context: HubContext;
  readonly #fanOut = new FanOut();
  readonly #frames: FrameHandler;
  readonly #ends: readonly (() => void)[];

  constructor(options: RealtimeContext) {
    super(options.bus);
    const { source, logger } = options;
    const connections = new LocalConnections();
    this.#context = {
      ...options,
      connections,
      publisher: this,
      subscriptions: new Subscriptions({ source, logger, connections, fanOut: this.#fanOut }),
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
    connection.answer(() =>
      this.#frames.handle(connection, frame).catch((error: unknown) => {
        logger.warn({ err: error }, 'realtime: a frame could not be handled');
        connection.close('internal');
      }),
    );
  }

  close(): void {
    for (const end of this.#ends) end();
    this.#context.presence.close();
    this.#fanOut.close();
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
          connection.answer(() => subscriptions.renew(connection).catch(warnOfDatabase));
      }),
      bus.subscribe(sessionRevoked, ({ sessionId, userId }) => {
        for (const connection of connections.ofUser(userId)) {
          if (connection.owner?.sessionId === sessionId) connection.close('session_revoked');
        }
      }),
    ];
  }
}

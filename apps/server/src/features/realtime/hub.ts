import type { FastifyBaseLogger } from 'fastify';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Authenticator } from '#platform/http/authentication.ts';
import { sessionRevoked } from '#features/accounts/api.ts';
import { createAnswerFrame } from './answer-frames.ts';
import { startConnectionChecks } from './connection-checks.ts';
import type { Connection } from './connection.ts';
import { createFanOut } from './fan-out.ts';
import { createLocalConnections } from './local-connections.ts';
import { createPresenceBoard } from './presence.ts';
import { readClientFrame } from './protocol.ts';
import type { ChannelSource, Realtime } from './realtime.ts';
import { createSubscriptions } from './subscriptions.ts';
import { createTakeToken } from './take-token.ts';
import { createTeller } from './teller.ts';
import { encodeTextFrame } from './text-frame.ts';
import { channelTopic, usersTopic, membershipTopic } from './topics.ts';

export interface HubOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  readonly source: ChannelSource;
  readonly authenticator: Authenticator;
}

export interface Hub extends Realtime {
  readonly connections: ReadonlySet<Connection>;
  add(connection: Connection): void;
  receive(connection: Connection, data: Buffer, isBinary: boolean): void;
  remove(connection: Connection): void;
  close(): void;
}

/** This node's connections, and the messages they get. */
export const createHub = ({ bus, clock, logger, source, authenticator }: HubOptions): Hub => {
  const connections = createLocalConnections();
  const fanOut = createFanOut();
  const subscriptions = createSubscriptions({ source, fanOut, logger, connections });
  const presence = createPresenceBoard({ bus, clock, logger, source });
  const teller = createTeller(bus);
  const takeToken = createTakeToken(authenticator, clock);
  const answer = createAnswerFrame({
    clock,
    source,
    connections,
    subscriptions,
    presence,
    teller,
    takeToken,
  });

  const warnOfDatabase = (error: unknown): void =>
    logger.warn({ err: error }, 'realtime: the database is unavailable');

  const stopChecks = startConnectionChecks({
    clock,
    authenticator,
    connections,
    subscriptions,
    takeToken,
    warnOfDatabase,
    onError: (error) => logger.error({ err: error }, 'realtime: connections could not be checked'),
  });

  const unsubscribers = [
    bus.subscribe(channelTopic, ({ channelId, changes, others }) => {
      if (changes.length > 0) subscriptions.push(channelId, changes);
      if (others.length > 0) subscriptions.tell(channelId, others);
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

  return {
    ...teller,
    connectionStates: (userIds) => presence.statesOf(userIds),
    connections: connections.all,
    add: (connection) => connections.add(connection),
    remove(connection) {
      connections.remove(connection);
      subscriptions.remove(connection);
      presence.forget(connection);
      if (connection.owner === null) return;
      const { userId } = connection.owner;
      presence.update(userId, connections.ofUser(userId));
    },
    receive(connection, data, isBinary) {
      if (connection.closing) return;
      const now = clock.now();
      connection.lastHeard = now;
      if (!connection.rate.take(now)) return connection.close('too_many_frames');
      const read = readClientFrame(data, isBinary);
      if ('refused' in read) return connection.close(read.refused);
      connection.answer(() =>
        answer(connection, read.frame).catch((error: unknown) => {
          logger.warn({ err: error }, 'realtime: a frame could not be handled');
          connection.close('internal');
        }),
      );
    },
    close() {
      stopChecks();
      for (const unsubscribe of unsubscribers) unsubscribe();
      presence.close();
      fanOut.close();
    },
  };
};

import type { FastifyBaseLogger } from 'fastify';
import { realtimeLimits, type ClientFrame } from '@izgodno/contract/realtime/frames';
import type { RealtimeEvent } from '@izgodno/contract/realtime/events';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Authenticator } from '#platform/http/authentication.ts';
import type { Connection } from './connection.ts';
import { createFanOut } from './fan-out.ts';
import { createGate } from '../gate.ts';
import { createPresenceBoard } from './presence.ts';
import { readClientFrame } from './protocol.ts';
import type { ChannelSource, MissedFrame, Realtime, SeenChannel } from './realtime.ts';
import { createSubscriptions } from './subscriptions.ts';
import { encodeTextFrame } from './text-frame.ts';
import { createUserTeller } from './user-teller.ts';

/** How often connections are looked through for those that fell silent or whose token ran out. */
const LOOK_MS = 1_000;
/** How often channels and sessions are compared with the database, lest the bus lost the last word. */
const SWEEP_MS = 1_000;
/** How often a connection's channels are read again, lest the bus lost that they changed. */
const RECHECK_MS = 120_000;
/** How many are let in at once: thousands who come back together must not starve calls of the database. */
const ARRIVALS_AT_ONCE = 64;

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

/** The changes of messages are numbered, and so can be put in order and missed; nothing else is. */
const versionOf = (event: RealtimeEvent): number | null =>
  event.type === 'message.created' || event.type === 'message.changed'
    ? event.data.message.version
    : null;

/** The connected people of this node, and what reaches them. */
export const createHub = ({ bus, clock, logger, source, authenticator }: HubOptions): Hub => {
  const connections = new Set<Connection>();
  const byUser = new Map<string, Set<Connection>>();
  const fanOut = createFanOut();
  const subscriptions = createSubscriptions(source, fanOut, logger);
  const presence = createPresenceBoard({ bus, clock, logger, source });
  const arrivals = createGate(ARRIVALS_AT_ONCE);
  const nextRecheck = new WeakMap<Connection, number>();

  const ofUsers = (userIds: readonly string[]): Connection[] =>
    userIds.flatMap((userId) => [...(byUser.get(userId) ?? [])]);

  const resubscribe = async (connection: Connection): Promise<void> => {
    if (connection.owner === null) return;
    const channelIds = await source.channelsOf(connection.owner.userId);
    if (connections.has(connection)) subscriptions.set(connection, channelIds);
  };

  // Thousands who come back at once have missed the same.
  const encoded = new WeakMap<MissedFrame, Buffer>();

  const sendMissed = async (
    connection: Connection,
    seen: readonly SeenChannel[],
  ): Promise<void> => {
    const isOwn = ({ channelId }: SeenChannel): boolean => subscriptions.has(connection, channelId);
    for (const { channelId } of seen.filter((channel) => !isOwn(channel)))
      connection.send({ type: 'missed', data: { outcome: 'gone', channelId } });
    for (const frame of await source.missedSince(seen.filter(isOwn))) {
      const bytes = encoded.get(frame) ?? encodeTextFrame(JSON.stringify(frame));
      encoded.set(frame, bytes);
      connection.write(bytes);
    }
  };

  /** Makes the connection its owner's; false where the token is nobody's, or somebody else's than before. */
  const take = async (connection: Connection, token: string): Promise<boolean> => {
    const principal = await authenticator.authenticate(token);
    if (principal === null) return false;
    if (connection.owner !== null && connection.owner.userId !== principal.id) return false;
    const { id: userId, sessionId, expiresAt } = principal;
    connection.owner = { userId, sessionId, token, expiresAt };
    nextRecheck.set(connection, clock.now() + RECHECK_MS * (0.5 + Math.random() / 2));
    return true;
  };

  const admit = (connection: Connection, userId: string): void => {
    const others = byUser.get(userId) ?? new Set();
    byUser.set(userId, others);
    others.add(connection);
    const [oldest] = others;
    if (others.size > realtimeLimits.maxSocketsAPerson) oldest?.close('too_many_sockets');
    presence.update(userId, others);
  };

  const greet = async (
    connection: Connection,
    frame: Extract<ClientFrame, { type: 'hello' }>,
  ): Promise<void> => {
    if (!(await take(connection, frame.token))) return connection.close('unauthenticated');
    const { owner } = connection;
    if (owner === null || !connections.has(connection)) return;
    admit(connection, owner.userId);
    await resubscribe(connection);
    connection.send({
      type: 'welcome',
      data: { userId: owner.userId, serverTime: clock.now() },
    });
    await sendMissed(connection, frame.resume);
  };

  const answer = async (connection: Connection, frame: ClientFrame): Promise<void> => {
    const { owner } = connection;
    if (frame.type === 'hello') {
      if (owner !== null) return connection.close('bad_frame');
      return arrivals.pass(() => greet(connection, frame));
    }
    if (owner === null) return connection.close('unauthenticated');
    switch (frame.type) {
      case 'token':
        if (await take(connection, frame.token)) connection.send({ type: 'renewed', data: {} });
        else connection.close('unauthenticated');
        return;
      case 'resume':
        return sendMissed(connection, frame.channels);
      case 'typing':
        if (!subscriptions.has(connection, frame.channelId)) return;
        return realtime.toChannel(frame.channelId, {
          type: 'typing',
          data: {
            channelId: frame.channelId,
            user: { id: owner.userId, name: await source.nameOf(owner.userId) },
          },
        });
      case 'watch':
        return presence.watch(connection, frame.userIds);
      case 'idle':
        connection.idle = frame.idle;
        return presence.update(owner.userId, byUser.get(owner.userId) ?? []);
      case 'ping':
        return connection.send({ type: 'pong', data: {} });
    }
  };

  const recheck = async (connection: Connection): Promise<void> => {
    const { owner } = connection;
    if (owner === null) return;
    if (await take(connection, owner.token)) await resubscribe(connection);
    else connection.close('session_revoked');
  };

  /** Closes the sockets of sessions that have ended. */
  const sweepSessions = async (): Promise<void> => {
    const sessions = Map.groupBy(connections, ({ owner }) => owner?.sessionId ?? null);
    sessions.delete(null);
    const ids = [...sessions.keys()].filter((id) => id !== null);
    for (const id of await authenticator.endedAmong(ids)) {
      for (const connection of sessions.get(id) ?? []) connection.close('session_revoked');
    }
  };

  const inBackground = (work: Promise<void>): void => {
    work.catch((error: unknown) => logger.warn({ err: error }, 'realtime: the database is away'));
  };

  const look = (): void => {
    const now = clock.now();
    for (const connection of connections) {
      const { owner } = connection;
      if (owner !== null && owner.expiresAt <= now) {
        connection.close('token_expired');
      } else if (owner === null && now - connection.openedAt > realtimeLimits.helloTimeoutMs) {
        connection.close('hello_timeout');
      } else if (now - connection.lastHeard > 2 * realtimeLimits.heartbeatMs) {
        connection.close('silent');
      } else if (owner !== null && (nextRecheck.get(connection) ?? 0) <= now) {
        nextRecheck.set(connection, now + RECHECK_MS);
        inBackground(recheck(connection));
      }
    }
  };

  const looking = setInterval(look, LOOK_MS).unref();
  const sweeping = setInterval(() => {
    inBackground(subscriptions.sweep());
    inBackground(sweepSessions());
  }, SWEEP_MS).unref();

  const unsubscribers = [
    bus.subscribe('realtime.channel', ({ channelId, changes, others }) => {
      if (changes.length > 0) subscriptions.push(channelId, changes);
      if (others.length > 0) subscriptions.tell(channelId, others);
    }),
    bus.subscribe('realtime.users', ({ userIds, event }) => {
      const frame = encodeTextFrame(event);
      for (const connection of ofUsers(userIds)) connection.write(frame);
    }),
    bus.subscribe('realtime.membership', ({ userIds }) => {
      for (const connection of ofUsers(userIds)) inBackground(resubscribe(connection));
    }),
    bus.subscribe('realtime.banned', ({ userId }) => {
      for (const connection of ofUsers([userId])) connection.close('banned');
    }),
    bus.subscribe('session.revoked', ({ sessionId, userId }) => {
      for (const connection of ofUsers([userId])) {
        if (connection.owner?.sessionId === sessionId) connection.close('session_revoked');
      }
    }),
  ];

  const remove = (connection: Connection): void => {
    connections.delete(connection);
    subscriptions.remove(connection);
    presence.forget(connection);
    const userId = connection.owner?.userId;
    if (userId === undefined) return;
    const others = byUser.get(userId);
    others?.delete(connection);
    if (others?.size === 0) byUser.delete(userId);
    presence.update(userId, others ?? []);
  };

  const realtime: Realtime = {
    ...createUserTeller(bus),
    toChannel(channelId, ...events) {
      const changes: { version: number; item: string }[] = [];
      const others: string[] = [];
      for (const event of events) {
        const version = versionOf(event);
        if (version === null) others.push(JSON.stringify(event));
        else changes.push({ version, item: JSON.stringify(event) });
      }
      bus.publish('realtime.channel', { channelId, changes, others });
    },
    membershipChanged(userIds) {
      bus.publish('realtime.membership', { userIds: [...userIds] });
    },
    disconnectBanned(userId) {
      bus.publish('realtime.banned', { userId });
    },
    connectionStates: (userIds) => presence.statesOf(userIds),
    statusChanged(userId) {
      bus.publish('presence.status', { userId });
    },
  };

  return {
    ...realtime,
    connections,
    add: (connection) => void connections.add(connection),
    remove,
    receive(connection, data, isBinary) {
      if (connection.closing) return;
      const now = clock.now();
      connection.lastHeard = now;
      if (!connection.rate.take(now)) return connection.close('too_many_frames');
      const read = readClientFrame(data, isBinary);
      if ('refused' in read) return connection.close(read.refused);
      connection.answer(() =>
        answer(connection, read.frame).catch((error: unknown) => {
          logger.warn({ err: error }, 'realtime: a frame could not be answered');
          connection.close('internal');
        }),
      );
    },
    close() {
      clearInterval(looking);
      clearInterval(sweeping);
      for (const unsubscribe of unsubscribers) unsubscribe();
      presence.close();
      fanOut.close();
    },
  };
};

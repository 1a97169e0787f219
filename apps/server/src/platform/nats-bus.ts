import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { BusReaders, type Bus } from './bus.ts';
import type { PartHealth } from './health.ts';
import { FollowedScopes, nameOfTopic, subjectOf } from './nats-scopes.ts';

export interface NatsBus extends Bus {
  close(): Promise<void>;
}

/** Milliseconds between attempts to reconnect. */
const RECONNECT_MS = 500;

const connectionOptions = {
  name: 'izgodno',
  // A node receives its own messages directly, at once and also while no server can be reached.
  noEcho: true,
  maxReconnectAttempts: -1,
  reconnectTimeWait: RECONNECT_MS,
  timeout: 5_000,
  // A server that does not respond to two pings has gone without closing the connection.
  pingInterval: 2_000,
  maxPingOut: 2,
} as const;

const unconnected: PartHealth = {
  status: 'degraded',
  detail: 'Nodes do not receive messages of each other.',
};

type Receive = (topic: string, message: Msg) => void;

const createReceive =
  (readers: BusReaders, logger: FastifyBaseLogger): Receive =>
  (topic, message) => {
    try {
      readers.receive(topic, message.string());
    } catch (error) {
      // A newer node may send messages that this one cannot parse.
      logger.warn({ err: error, topic }, 'bus: a message could not be parsed');
    }
  };

/** Receives what is for every node. */
const read = async (connection: NatsConnection, receive: Receive): Promise<void> => {
  for await (const message of connection.subscribe(subjectOf('>')))
    receive(nameOfTopic(message.subject), message);
};

/**
 * The bus of several nodes, over core NATS: at most once, so it only notifies. Messages published
 * while no server can be reached are lost; this node still receives its own. Returns at once and
 * connects in the background, because a node serves without the others.
 */
export const openNatsBus = (servers: readonly string[], logger: FastifyBaseLogger): NatsBus => {
  const readers = new BusReaders(logger);
  const receive = createReceive(readers, logger);
  const followed = new FollowedScopes((message) => receive(nameOfTopic(message.subject), message));
  const closing = new AbortController();
  let connection: NatsConnection | undefined;
  let connected = false;

  const setConnected = (next: boolean): void => {
    if (next === connected) return;
    connected = next;
    logger.warn({ connected }, connected ? 'bus: connected' : 'bus: disconnected');
  };
  /** Null if the bus is closed first. */
  const reach = async (): Promise<NatsConnection | null> => {
    for (let isFirst = true; !closing.signal.aborted; isFirst = false) {
      try {
        return await connect({ ...connectionOptions, servers: [...servers] });
      } catch (error) {
        if (isFirst) logger.warn({ err: error }, 'bus: unavailable, to be retried');
        await sleep(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
    return null;
  };
  const watch = async (reached: NatsConnection): Promise<void> => {
    for await (const { type } of reached.status()) {
      if (type === 'disconnect' || type === 'reconnect') setConnected(type === 'reconnect');
    }
  };
  const run = async (): Promise<void> => {
    const reached = await reach();
    if (reached === null) return;
    connection = reached;
    followed.attach(reached);
    setConnected(true);
    await Promise.all([watch(reached), read(reached, receive)]);
  };
  const running = run().catch((error: unknown) =>
    logger.error({ err: error }, 'bus: stopped reading'),
  );

  return {
    health: () => (connected ? { status: 'healthy' } : unconnected),
    publish(topic, message, scope) {
      readers.notify(topic, message);
      if (connected) connection?.publish(subjectOf(topic.name, scope), JSON.stringify(message));
    },
    follow: (scopes) => followed.add(scopes, connected),
    unfollow: (scopes) => followed.remove(scopes),
    subscribe: (topic, reader) => readers.add(topic, reader),
    async close() {
      closing.abort();
      followed.detach();
      // Without a server nothing can be sent, and the library would wait for one.
      if (connected) await connection?.drain().catch(() => {});
      await connection?.close();
      await running;
    },
  };
};

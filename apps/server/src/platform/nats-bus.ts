import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { BusReaders, type Bus } from './bus.ts';

export interface NatsBus extends Bus {
  close(): Promise<void>;
}

const SUBJECT_PREFIX = 'izgodno.';
/** Milliseconds between attempts to reconnect. */
const RECONNECT_MS = 500;

const read = async (
  connection: NatsConnection,
  readers: BusReaders,
  logger: FastifyBaseLogger,
): Promise<void> => {
  for await (const message of connection.subscribe(`${SUBJECT_PREFIX}>`)) {
    const topic = message.subject.slice(SUBJECT_PREFIX.length);
    try {
      readers.receive(topic, message.string());
    } catch (error) {
      // A newer node may send messages that this one cannot parse.
      logger.warn({ err: error, topic }, 'bus: a message could not be parsed');
    }
  }
};

/**
 * The bus of several nodes, over core NATS: at most once, so it only notifies. Messages published
 * while no server can be reached are lost; this node still receives its own.
 */
export const connectNatsBus = async (
  servers: readonly string[],
  logger: FastifyBaseLogger,
): Promise<NatsBus> => {
  const readers = new BusReaders(logger);
  const connection = await connect({
    servers: [...servers],
    name: 'izgodno',
    // A node receives its own messages directly, at once and also while no server can be reached.
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    waitOnFirstConnect: false,
  });
  let connected = true;
  const watch = async (): Promise<void> => {
    for await (const { type } of connection.status()) {
      if (type !== 'disconnect' && type !== 'reconnect') continue;
      connected = type === 'reconnect';
      logger.warn({ connected }, `bus: ${type}`);
    }
  };
  const inBackground = (work: Promise<void>): void => {
    work.catch((error: unknown) => logger.error({ err: error }, 'bus: stopped reading'));
  };
  inBackground(watch());
  inBackground(read(connection, readers, logger));

  return {
    health: () =>
      connected
        ? { status: 'healthy' }
        : { status: 'degraded', detail: 'Nodes do not hear each other.' },
    publish(topic, message) {
      readers.notify(topic, message);
      if (connected) connection.publish(SUBJECT_PREFIX + topic.name, JSON.stringify(message));
    },
    subscribe: (topic, reader) => readers.add(topic, reader),
    async close() {
      await connection.drain();
    },
  };
};

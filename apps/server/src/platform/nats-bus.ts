import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { BusReaders, type Bus } from './bus.ts';
import type { PartHealth } from './health.ts';
import { messageOf } from './message-of.ts';
import { natsOptions, trySubjects, whenRejected } from './nats-connection.ts';
import { FollowedScopes, nameOfTopic, subjectOf } from './nats-scopes.ts';

export interface NatsBus extends Bus {
  close(): Promise<void>;
}

/** Milliseconds between attempts to reconnect. */
const RECONNECT_MS = 500;
/** Milliseconds until the next attempt after a server rejected a subject. */
const REJECTED_MS = 5_000;

const connectionOptions = {
  name: 'izgodno',
  // A node receives its own messages directly, at once and also while no server can be reached.
  noEcho: true,
  maxReconnectAttempts: -1,
  // The configuration of the servers may be wrong for a while.
  ignoreAuthErrorAbort: true,
  reconnectTimeWait: RECONNECT_MS,
  timeout: 5_000,
  // A server that does not respond to two pings has gone without closing the connection.
  pingInterval: 2_000,
  maxPingOut: 2,
} as const;

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

/** Whether the node is connected; logs changes of that until the bus closes. */
class BusState {
  readonly #logger: FastifyBaseLogger;
  readonly #closing: AbortSignal;
  #connected = false;
  /** Why it is not connected. */
  #reason = 'not connected yet';

  constructor(logger: FastifyBaseLogger, closing: AbortSignal) {
    this.#logger = logger;
    this.#closing = closing;
  }

  get connected(): boolean {
    return this.#connected;
  }

  health(): PartHealth {
    if (this.#connected) return { status: 'healthy' };
    const detail = `Nodes do not receive messages of each other: ${this.#reason}.`;
    return { status: 'degraded', detail };
  }

  setConnected(connected: boolean): void {
    if (connected === this.#connected) return;
    this.#connected = connected;
    this.#reason = 'the connection was lost';
    if (!this.#closing.aborted)
      this.#logger.warn({ connected }, connected ? 'bus: connected' : 'bus: disconnected');
  }

  fail(error: unknown): void {
    this.setConnected(false);
    const message = messageOf(error);
    // Most attempts fail for the same reason as the one before.
    if (message !== this.#reason && !this.#closing.aborted)
      this.#logger.warn({ err: error }, 'bus: unavailable, to be retried');
    this.#reason = message;
  }
}

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
  const state = new BusState(logger, closing.signal);

  const pause = (milliseconds: number): Promise<void> =>
    sleep(milliseconds, undefined, { signal: closing.signal }).catch(() => {});
  const watch = async (reached: NatsConnection): Promise<void> => {
    for await (const status of reached.status()) {
      if (status.type === 'disconnect') state.setConnected(false);
      if (status.type === 'reconnect') state.setConnected(true);
      if (status.type === 'error' && !state.connected) state.fail(status.error);
    }
  };
  /** Uses a connection until it is closed. Throws if the servers reject a subject. */
  const use = async (reached: NatsConnection): Promise<void> => {
    const ended = Promise.all([watch(reached), whenRejected(reached), read(reached, receive)]);
    followed.attach(reached);
    await Promise.race([ended, trySubjects(reached)]);
    state.setConnected(true);
    await ended;
  };
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        connection = await connect({ ...connectionOptions, ...natsOptions(servers) });
        if (!closing.signal.aborted) await use(connection);
      } catch (error) {
        state.fail(error);
      }
      followed.detach();
      const pauseMs = connection === undefined ? RECONNECT_MS : REJECTED_MS;
      await connection?.close();
      connection = undefined;
      await pause(pauseMs);
    }
  };
  const running = run();

  return {
    health: () => state.health(),
    publish(topic, message, scope) {
      readers.notify(topic, message);
      if (state.connected)
        connection?.publish(subjectOf(topic.name, scope), JSON.stringify(message));
    },
    follow: (scopes) => followed.add(scopes, state.connected),
    unfollow: (scopes) => followed.remove(scopes),
    subscribe: (topic, reader) => readers.add(topic, reader),
    async close() {
      closing.abort();
      followed.detach();
      // Without a server nothing can be sent, and the library would wait for one.
      if (state.connected) await connection?.drain().catch(() => {});
      await connection?.close();
      await running;
    },
  };
};

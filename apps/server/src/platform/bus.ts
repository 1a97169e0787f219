import type * as z from 'zod/mini';
import type { FastifyBaseLogger } from 'fastify';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { guarded } from './guarded.ts';
import type { PartHealth } from './health.ts';
import { createLogger } from './logger.ts';

/** Where on any node the same listeners are: a name of letters, digits and hyphens. */
export type Scope = `${string}-${string}`;

type Reader<Message> = (message: Message) => void;

/** A kind of message, by its name between nodes. There its messages are JSON. */
export interface Topic<Message> {
  readonly name: string;
  readonly schema: z.ZodMiniType<Message>;
  /** The readers on this node, of each bus; here, because only the topic knows their type. */
  readonly readers: WeakMap<BusReaders, Set<Reader<Message>>>;
}

export const defineTopic = <Message>(
  name: string,
  schema: z.ZodMiniType<Message>,
): Topic<Message> => ({ name, schema, readers: new WeakMap() });

/**
 * Carries messages between nodes. A message only notifies its readers and may be lost, because the
 * state is in the database.
 */
export interface Bus {
  health(): PartHealth;
  /** To every node, or only to those that follow a scope. */
  publish<Message>(topic: Topic<Message>, message: NoInfer<Message>, scope?: Scope): void;
  /**
   * Follows scopes, each as often as it is unfollowed. Resolves once other nodes' messages to
   * all that are followed arrive here, so what is read afterwards misses none of them. Without other
   * nodes in reach it resolves all the same.
   */
  follow(scopes: readonly Scope[]): Promise<void>;
  unfollow(scopes: readonly Scope[]): void;
  /** Returns a function that ends the subscription. */
  subscribe<Message>(topic: Topic<Message>, reader: Reader<Message>): () => void;
}

/** The part of a log that readers need. */
type ReaderLog = Pick<FastifyBaseLogger, 'error'>;

/** This node's readers. An error of a reader is logged and does not affect the others. */
export class BusReaders {
  readonly #log: ReaderLog;
  /** By the topic's name. */
  readonly #receivers = new Map<string, (json: string) => void>();

  constructor(log: ReaderLog) {
    this.#log = log;
  }

  add<Message>(topic: Topic<Message>, reader: Reader<Message>): () => void {
    const readers = topic.readers.get(this) ?? new Set();
    topic.readers.set(this, readers.add(reader));
    this.#receivers.set(topic.name, (json) =>
      this.notify(topic, expectShape(topic.schema, JSON.parse(json))),
    );
    return () => readers.delete(reader);
  }

  notify<Message>(topic: Topic<Message>, message: Message): void {
    for (const reader of topic.readers.get(this) ?? [])
      guarded(reader, (err) => this.#log.error({ err, topic: topic.name }, 'bus: a reader failed'))(
        message,
      );
  }

  /** Parses a message of another node. Throws if it does not have the topic's schema. */
  receive(name: string, json: string): void {
    this.#receivers.get(name)?.(json);
  }
}

/** The bus of a product with a single process. */
export const createInProcessBus = (log: ReaderLog = createLogger('fatal')): Bus => {
  const readers = new BusReaders(log);
  return {
    health: () => ({ status: 'healthy' }),
    publish: (topic, message) => readers.notify(topic, message),
    follow: () => Promise.resolve(),
    unfollow: () => {},
    subscribe: (topic, reader) => readers.add(topic, reader),
  };
};

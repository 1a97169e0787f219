import type { FastifyBaseLogger } from 'fastify';
import type { BusTopic, BusTopics } from './bus.ts';
import { guarded } from './guarded.ts';

type Readers = { [Topic in BusTopic]: Set<(message: BusTopics[Topic]) => void> };

/** This node's readers, by topic. */
export interface BusReaders {
  add<Topic extends BusTopic>(
    topic: Topic,
    reader: (message: BusTopics[Topic]) => void,
  ): () => void;
  tell<Topic extends BusTopic>(topic: Topic, message: BusTopics[Topic]): void;
}

/** The part of a log that readers need. */
export type ReaderLog = Pick<FastifyBaseLogger, 'error'>;

/** An error of a reader is logged and does not affect the others. */
export const createBusReaders = (log: ReaderLog): BusReaders => {
  const readers: Readers = {
    'deals.changed': new Set(),
    'session.revoked': new Set(),
    'realtime.channel': new Set(),
    'realtime.users': new Set(),
    'realtime.membership': new Set(),
    'presence.lease': new Set(),
    'uploads.wanted': new Set(),
    'limits.spent': new Set(),
    'presence.status': new Set(),
  };
  return {
    add(topic, reader) {
      readers[topic].add(reader);
      return () => readers[topic].delete(reader);
    },
    tell(topic, message) {
      for (const reader of readers[topic])
        guarded(reader, (err) => log.error({ err, topic }, 'bus: a reader failed'))(message);
    },
  };
};

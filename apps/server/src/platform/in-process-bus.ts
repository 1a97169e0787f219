import type { Bus, BusTopic, BusTopics } from './bus.ts';

type Readers = { [Topic in BusTopic]: Set<(message: BusTopics[Topic]) => void> };

/** The bus of a product that runs as one process. */
export const createInProcessBus = (): Bus => {
  const readers: Readers = { 'deals.changed': new Set(), 'session.revoked': new Set() };

  return {
    health: () => ({ status: 'healthy' }),
    publish(topic, message) {
      for (const reader of readers[topic]) reader(message);
    },
    subscribe(topic, reader) {
      readers[topic].add(reader);
      return () => readers[topic].delete(reader);
    },
  };
};

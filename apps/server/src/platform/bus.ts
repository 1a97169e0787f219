import type { PartHealth } from './health.ts';

/** What nodes tell each other. A message only wakes its readers: the truth is in the database. */
export interface BusTopics {
  'deals.changed': Record<string, never>;
  /** A session has ended before its time: whatever a node holds on its behalf ends with it. */
  'session.revoked': { readonly sessionId: string; readonly userId: string };
}

export type BusTopic = keyof BusTopics;

export interface Bus {
  health(): PartHealth;
  publish<Topic extends BusTopic>(topic: Topic, message: BusTopics[Topic]): void;
  /** Returns a function that ends the subscription. */
  subscribe<Topic extends BusTopic>(
    topic: Topic,
    reader: (message: BusTopics[Topic]) => void,
  ): () => void;
}

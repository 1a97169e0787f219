import * as z from 'zod/mini';
import type { PartHealth } from './health.ts';

/** The topics of the bus, and what a message of each holds. Between nodes messages travel as JSON. */
export const busTopics = {
  'deals.changed': z.object({}),
  /** A session has ended before its time: whatever a node holds on its behalf ends with it. */
  'session.revoked': z.object({ sessionId: z.string(), userId: z.string() }),
  /** For the connected members of a channel: changes of its messages, and other events; each in JSON. */
  'realtime.channel': z.object({
    channelId: z.string(),
    changes: z.array(z.object({ version: z.int(), item: z.string() })),
    others: z.array(z.string()),
  }),
  /** One event in JSON. */
  'realtime.users': z.object({ userIds: z.array(z.string()), event: z.string() }),
  /** What channels these people are in has changed; `left` is one that they are in no more. */
  'realtime.membership': z.object({
    userIds: z.array(z.string()),
    left: z.optional(z.string()),
  }),
  /** The people connected to a node; null for one who is no longer. `complete` where these are all of them. */
  'presence.lease': z.object({
    node: z.string(),
    people: z.array(
      z.object({ userId: z.string(), state: z.nullable(z.enum(['online', 'away'])) }),
    ),
    complete: z.boolean(),
  }),
  /** Another request wants to work on an upload: the one that does so now is to end. */
  'uploads.wanted': z.object({ id: z.string() }),
  /** What callers have spent on a node lately, by allowance and by account or network. */
  'limits.spent': z.object({
    node: z.string(),
    spent: z.array(
      z.object({ name: z.string(), key: z.string(), units: z.number().check(z.positive()) }),
    ),
  }),
  /** What a person says of themselves has changed. */
  'presence.status': z.object({ userId: z.string() }),
} as const;

export type BusTopic = keyof typeof busTopics;
export type BusTopics = { [Topic in BusTopic]: z.output<(typeof busTopics)[Topic]> };

/** Carries messages between nodes. A message only wakes its readers, and may be lost: the truth is in the database. */
export interface Bus {
  health(): PartHealth;
  publish<Topic extends BusTopic>(topic: Topic, message: BusTopics[Topic]): void;
  /** Returns a function that ends the subscription. */
  subscribe<Topic extends BusTopic>(
    topic: Topic,
    reader: (message: BusTopics[Topic]) => void,
  ): () => void;
}

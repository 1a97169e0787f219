import * as z from 'zod/mini';
import type { PartHealth } from './health.ts';

/** The topics of the bus with the schemas of their messages. Between nodes messages are JSON. */
export const busTopics = {
  'deals.changed': z.object({}),
  /** A session was revoked; nodes close what belongs to it. */
  'session.revoked': z.object({ sessionId: z.string(), userId: z.string() }),
  /**
   * For the connected members of a channel: changes of its messages, and other events; each in
   * JSON.
   */
  'realtime.channel': z.object({
    channelId: z.string(),
    changes: z.array(z.object({ version: z.int(), item: z.string() })),
    others: z.array(z.string()),
  }),
  /** One event in JSON. */
  'realtime.users': z.object({ userIds: z.array(z.string()), event: z.string() }),
  /** These users' channels have changed; `left` is one that they have left. */
  'realtime.membership': z.object({
    userIds: z.array(z.string()),
    left: z.optional(z.string()),
  }),
  /**
   * The users connected to a node; null for one who has disconnected. `complete` if these are all
   * of them.
   */
  'presence.lease': z.object({
    node: z.string(),
    people: z.array(
      z.object({ userId: z.string(), state: z.nullable(z.enum(['online', 'away'])) }),
    ),
    complete: z.boolean(),
  }),
  /** Another request wants the upload, so the one that has it must end. */
  'uploads.wanted': z.object({ id: z.string() }),
  /** Recent spending on a node, by allowance and by account or network. */
  'limits.spent': z.object({
    node: z.string(),
    spent: z.array(
      z.object({ name: z.string(), key: z.string(), units: z.number().check(z.positive()) }),
    ),
  }),
  /** A user has changed their status. */
  'presence.status': z.object({ userId: z.string() }),
} as const;

export type BusTopic = keyof typeof busTopics;
export type BusTopics = { [Topic in BusTopic]: z.output<(typeof busTopics)[Topic]> };

/**
 * Carries messages between nodes. A message only notifies its readers and may be lost, because the
 * state is in the database.
 */
export interface Bus {
  health(): PartHealth;
  publish<Topic extends BusTopic>(topic: Topic, message: BusTopics[Topic]): void;
  /** Returns a function that ends the subscription. */
  subscribe<Topic extends BusTopic>(
    topic: Topic,
    reader: (message: BusTopics[Topic]) => void,
  ): () => void;
}

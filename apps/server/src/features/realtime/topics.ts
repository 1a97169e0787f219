import * as z from 'zod/mini';
import { defineTopic, type Scope } from '#platform/bus.ts';

/** Followed by the nodes on which somebody listens to the channel. */
export const channelScope = (channelId: string): Scope => `channel-${channelId}`;

/** Followed by the nodes to which the user is connected. */
export const userScope = (userId: string): Scope => `user-${userId}`;

/**
 * For the connected members of a channel: changes of its messages, and other events; each in JSON.
 */
export const channelTopic = defineTopic(
  'realtime.channel',
  z.object({
    channelId: z.string(),
    changes: z.array(z.object({ version: z.int(), item: z.string() })),
    others: z.array(z.string()),
  }),
);

/** One event in JSON. */
export const usersTopic = defineTopic(
  'realtime.users',
  z.object({ userIds: z.array(z.string()), event: z.string() }),
);

/** These users' channels have changed; `left` is one that they have left. */
export const membershipTopic = defineTopic(
  'realtime.membership',
  z.object({ userIds: z.array(z.string()), left: z.optional(z.string()) }),
);

/**
 * The users connected to a node; null for one who has disconnected. `complete` if these are all of
 * them.
 */
export const presenceLease = defineTopic(
  'presence.lease',
  z.object({
    node: z.string(),
    people: z.array(
      z.object({ userId: z.string(), state: z.nullable(z.enum(['online', 'away'])) }),
    ),
    complete: z.boolean(),
  }),
);

/** A user has changed their status. */
export const statusTopic = defineTopic('presence.status', z.object({ userId: z.string() }));

import type { RealtimeEvent } from '@izgodno/contract/realtime/events';
import type { Bus } from '#platform/bus.ts';
import type { Realtime } from './realtime.ts';
import { channelTopic, usersTopic, membershipTopic, statusTopic } from './topics.ts';

/** Publishes events to connected users through the bus alone. */
export type Teller = Omit<Realtime, 'connectionStates'>;

export type UserTeller = Pick<Teller, 'toUsers'>;

/** Changes of messages have versions, and so can be ordered and missed; other events have none. */
const versionOf = (event: RealtimeEvent): number | null =>
  event.type === 'message.created' || event.type === 'message.changed'
    ? event.data.message.version
    : null;

export const createTeller = (bus: Bus): Teller => ({
  toUsers(userIds, event) {
    bus.publish(usersTopic, { userIds: [...userIds], event: JSON.stringify(event) });
  },
  toChannel(channelId, ...events) {
    const changes: { version: number; item: string }[] = [];
    const others: string[] = [];
    for (const event of events) {
      const version = versionOf(event);
      if (version === null) others.push(JSON.stringify(event));
      else changes.push({ version, item: JSON.stringify(event) });
    }
    bus.publish(channelTopic, { channelId, changes, others });
  },
  membershipChanged(userIds, left) {
    bus.publish(membershipTopic, {
      userIds: [...userIds],
      ...(left === undefined ? {} : { left }),
    });
  },
  statusChanged(userId) {
    bus.publish(statusTopic, { userId });
  },
});

import type { RealtimeEvent } from '@izgodno/contract/realtime/events';
import type { Bus } from '#platform/bus.ts';
import { channelTopic, membershipTopic, statusTopic, usersTopic } from './topics.ts';

/** Changes of messages have versions, and so can be ordered and missed; other events have none. */
const versionOf = (event: RealtimeEvent): number | null =>
  event.type === 'message.created' || event.type === 'message.changed'
    ? event.data.message.version
    : null;

/** Publishes events to connected users, on any node, through the bus. */
export class Publisher {
  readonly #bus: Bus;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /**
   * To every page of these users. Users who are not connected do not receive it, so store in the
   * database what must be known.
   */
  toUsers(userIds: readonly string[], event: RealtimeEvent): void {
    this.#bus.publish(usersTopic, { userIds: [...userIds], event: JSON.stringify(event) });
  }

  /** To every page of the members of a channel. */
  toChannel(channelId: string, ...events: readonly RealtimeEvent[]): void {
    const changes: { version: number; item: string }[] = [];
    const others: string[] = [];
    for (const event of events) {
      const version = versionOf(event);
      if (version === null) others.push(JSON.stringify(event));
      else changes.push({ version, item: JSON.stringify(event) });
    }
    this.#bus.publish(channelTopic, { channelId, changes, others });
  }

  /**
   * These users' channels have changed, and their sockets follow. From `left`, a channel they have
   * left, they get nothing from now on.
   */
  membershipChanged(userIds: readonly string[], left?: string): void {
    this.#bus.publish(membershipTopic, {
      userIds: [...userIds],
      ...(left === undefined ? {} : { left }),
    });
  }

  /** A user has changed their status; watchers are notified. */
  statusChanged(userId: string): void {
    this.#bus.publish(statusTopic, { userId });
  }
}

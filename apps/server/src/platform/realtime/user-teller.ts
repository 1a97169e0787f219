import type { Bus } from '../bus.ts';
import type { Realtime } from './realtime.ts';

/** What it takes to tell connected people of things: the bus alone. */
export type UserTeller = Pick<Realtime, 'toUsers'>;

export const createUserTeller = (bus: Bus): UserTeller => ({
  toUsers(userIds, event) {
    bus.publish('realtime.users', { userIds: [...userIds], event: JSON.stringify(event) });
  },
});

import type { LocalConnections } from './local-connections.ts';
import type { PresenceBoard } from './presence.ts';
import type { Publisher } from './publisher.ts';
import type { RealtimeContext } from './realtime-context.ts';
import type { Subscriptions } from './subscriptions.ts';

/** The parts of a hub. */
export interface HubContext extends RealtimeContext {
  readonly connections: LocalConnections;
  readonly subscriptions: Subscriptions;
  readonly presence: PresenceBoard;
  readonly publisher: Publisher;
  readonly warnOfDatabase: (error: unknown) => void;
}

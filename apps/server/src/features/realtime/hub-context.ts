import type { RealtimeEvent } from '@izgodno/contract/realtime/events';
import type { LocalConnections } from './local-connections.ts';
import type { PresenceBoard } from './presence.ts';
import type { RealtimeContext } from './realtime-context.ts';
import type { Subscriptions } from './subscriptions.ts';

/** The parts of a hub. */
export interface HubContext extends RealtimeContext {
  readonly connections: LocalConnections;
  readonly subscriptions: Subscriptions;
  readonly presence: PresenceBoard;
  /** Publishes an event to every page of the members of a channel. */
  readonly toChannel: (channelId: string, event: RealtimeEvent) => void;
  readonly warnOfDatabase: (error: unknown) => void;
}

import type { FastifyBaseLogger } from 'fastify';
import type { ChatUser } from '@izgodno/contract/chat/channel';
import type { PresenceState } from '@izgodno/contract/chat/presence';
import type { RealtimeEvent } from '@izgodno/contract/realtime/events';
import type { ControlFrame, SeenVersion } from '@izgodno/contract/realtime/frames';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Authenticator } from '#platform/http/authentication.ts';

/** The version of a message's change, and the event for it. */
interface ChannelChange {
  readonly version: number;
  readonly event: RealtimeEvent;
}

export type MissedFrame = Extract<ControlFrame, { type: 'missed' }>;

/** What the hub needs from chat: read from the database, never cached. */
export interface ChannelSource {
  /** The channels of a user. */
  channelsOf(userId: string): Promise<readonly string[]>;
  /** The present version of each channel. */
  versionsOf(channelIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Everything after `version`, by version; null if it is more than `limit`. */
  changesSince(
    channelId: string,
    version: number,
    limit: number,
  ): Promise<readonly ChannelChange[] | null>;
  /** Returns the given channels of deals whose comments are shown. */
  shownAmong(channelIds: readonly string[]): Promise<readonly string[]>;
  /**
   * What was missed in each of these channels, up to their versions when the reading begins; the
   * same frame object for equal requests. Reads a channel when its frame is asked for.
   */
  missedSince(seen: readonly SeenVersion[]): AsyncIterable<MissedFrame>;
  /** A typing user as others in the channel see them; null if they may not write there now. */
  typist(userId: string, channelId: string): Promise<ChatUser | null>;
  /** For each viewer, which of these users block them and therefore appear offline. */
  hiddenFrom(
    viewerIds: readonly string[],
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** The presence of these users as others see it, given the state of their connections. */
  presenceOf(
    states: ReadonlyMap<string, PresenceState>,
  ): Promise<Extract<RealtimeEvent, { type: 'presence' }>['data']['people']>;
}

/** What the parts of realtime work with. */
export interface RealtimeContext {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  readonly source: ChannelSource;
  readonly authenticator: Authenticator;
  /** Subtracts a cost from an account's budget; false if it has too little left. */
  readonly pay: (userId: string, cost: number) => boolean;
}

import type { ChatUser } from '@izgodno/contract/chat/channel';
import type { PresenceState } from '@izgodno/contract/chat/presence';
import type { RealtimeEvent } from '@izgodno/contract/realtime/events';
import type { ControlFrame } from '@izgodno/contract/realtime/frames';

/** Publishes events to connected users, on any node. */
export interface Realtime {
  /**
   * To every page of these users. Users who are not connected do not receive it, so store in the
   * database what must be known.
   */
  toUsers(userIds: readonly string[], event: RealtimeEvent): void;
  /** To every page of the members of a channel. */
  toChannel(channelId: string, ...events: readonly RealtimeEvent[]): void;
  /**
   * These users' channels have changed, and their sockets follow. From `left`, a channel they have
   * left, they get nothing from now on.
   */
  membershipChanged(userIds: readonly string[], left?: string): void;
  /** By connections only; users without any are `offline`. */
  connectionStates(userIds: readonly string[]): ReadonlyMap<string, PresenceState>;
  /** A user has changed their status; watchers are notified. */
  statusChanged(userId: string): void;
}

/** The version of a message's change, and the event for it. */
export interface ChannelChange {
  readonly version: number;
  readonly event: RealtimeEvent;
}

export type MissedFrame = Extract<ControlFrame, { type: 'missed' }>;

export interface SeenChannel {
  readonly channelId: string;
  readonly version: number;
}

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
  /** What was missed in each of these channels; the same frame object for equal requests. */
  missedSince(seen: readonly SeenChannel[]): Promise<readonly MissedFrame[]>;
  /** A typing user as others in the channel see them; null if they may not be shown. */
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

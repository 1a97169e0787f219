import type { ChatPerson } from '@izgodno/contract/chat/channel';
import type { PresenceState } from '@izgodno/contract/chat/presence';
import type { RealtimeEvent } from '@izgodno/contract/realtime/events';
import type { ControlFrame } from '@izgodno/contract/realtime/frames';

/** Tells connected people of things, on whatever node they are connected. */
export interface Realtime {
  /** To every page of these people. Whoever is not connected never hears of it: keep in the database what must be known. */
  toUsers(userIds: readonly string[], event: RealtimeEvent): void;
  /** To every page of the people in a channel. */
  toChannel(channelId: string, ...events: readonly RealtimeEvent[]): void;
  /**
   * What channels these people are in has changed: their sockets follow. From `left`, a channel they
   * are in no more, they get nothing from this moment on.
   */
  membershipChanged(userIds: readonly string[], left?: string): void;
  /** By their connections alone; people without any are `offline`. */
  connectionStates(userIds: readonly string[]): ReadonlyMap<string, PresenceState>;
  /** What a person says of themselves has changed: whoever watches them is told. */
  statusChanged(userId: string): void;
}

/** A message's place among the changes of its channel, and the event that tells of it. */
export interface ChannelChange {
  readonly version: number;
  readonly event: RealtimeEvent;
}

export type MissedFrame = Extract<ControlFrame, { type: 'missed' }>;

export interface SeenChannel {
  readonly channelId: string;
  readonly version: number;
}

/** What the hub must know of channels and people: as the database has it now, never remembered from before. */
export interface ChannelSource {
  /** The channels a person is in. */
  channelsOf(userId: string): Promise<readonly string[]>;
  /** The present version of each channel. */
  versionsOf(channelIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Everything after `version`, by version; null where it is more than `limit`. */
  changesSince(
    channelId: string,
    version: number,
    limit: number,
  ): Promise<readonly ChannelChange[] | null>;
  /** What was missed in each of these channels; the same frame where many missed the same. */
  missedSince(seen: readonly SeenChannel[]): Promise<readonly MissedFrame[]>;
  /** A person as others see them who type in a channel; null where none may see it. */
  typist(userId: string, channelId: string): Promise<ChatPerson | null>;
  /** Which of these people each viewer sees as offline, because those block them. */
  hiddenFrom(
    viewerIds: readonly string[],
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** As others see these people, given the state of their connections. */
  presenceOf(
    states: ReadonlyMap<string, PresenceState>,
  ): Promise<Extract<RealtimeEvent, { type: 'presence' }>['data']['people']>;
}

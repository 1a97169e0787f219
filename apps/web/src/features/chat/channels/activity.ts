import type { Activity } from '@izgodno/contract/chat/channel';
import type { Message } from '@izgodno/contract/chat/message';

/**
 * The result of probing a channel: the number of messages, and the newest (specification, section
 * 7).
 */
export interface Probe {
  readonly total: number;
  readonly newest: Pick<Message, 'id' | 'createdAt'> | null;
}

export interface ActivityPorts {
  /** All channels at once. */
  readonly fetchAll: () => Promise<readonly Activity[]>;
  /** One channel, by its newest message. */
  readonly probe: (channelId: string) => Promise<Probe>;
  /** Whether the call had no response, so that a probe would have none either. */
  readonly isUnanswered: (error: unknown) => boolean;
  readonly log: (message: string, cause: unknown) => void;
}

/** The activity of a channel whose probe failed. */
const nothing = (channelId: string, lastActiveMessageId: string | null): Activity => ({
  channelId,
  totalCount: 0,
  latestMessageId: null,
  latestMessageTime: null,
  lastActiveMessageId,
  hasActivity: false,
  unseenCount: 0,
  unreadCount: 0,
});

/**
 * The activity of a channel from its probe. Without a stored last active message all its messages
 * count as unseen; once one is stored, none does (specification, section 4).
 */
export const activityOfProbe = (
  channelId: string,
  { total, newest }: Probe,
  lastActiveMessageId: string | null,
): Activity => {
  const unseenCount = lastActiveMessageId === null ? total : 0;
  return {
    channelId,
    totalCount: total,
    latestMessageId: newest?.id ?? null,
    latestMessageTime: newest?.createdAt ?? null,
    lastActiveMessageId,
    hasActivity: total > 0,
    unseenCount,
    // A probe does not know the read position, so the rule above is the best estimate.
    unreadCount: unseenCount,
  };
};

/**
 * Reads the activity of the channels by one call, or if that fails by a probe for each. Failures
 * are only logged: a channel whose probe fails has zero counts (specification, section 8). Null without
 * a connection, on which as many probes as channels would be a burden.
 */
export const readActivity = async (
  channelIds: readonly string[],
  lastActive: ReadonlyMap<string, string>,
  ports: ActivityPorts,
): Promise<readonly Activity[] | null> => {
  try {
    return await ports.fetchAll();
  } catch (cause) {
    ports.log('The activity of the channels could not be read at once', cause);
    if (ports.isUnanswered(cause)) return null;
  }
  return Promise.all(
    channelIds.map(async (channelId) => {
      const stored = lastActive.get(channelId) ?? null;
      try {
        return activityOfProbe(channelId, await ports.probe(channelId), stored);
      } catch (cause) {
        ports.log(`The activity of channel ${channelId} could not be read`, cause);
        return nothing(channelId, stored);
      }
    }),
  );
};

export interface Listed {
  readonly name: string;
  readonly activity: Pick<Activity, 'hasActivity' | 'totalCount'> | null;
}

/**
 * Channels with activity first, then those with more messages, then by name (specification, section
 * 4).
 */
export const compareChannels =
  (locale: string) =>
  (one: Listed, other: Listed): number =>
    Number(other.activity?.hasActivity ?? false) - Number(one.activity?.hasActivity ?? false) ||
    (other.activity?.totalCount ?? 0) - (one.activity?.totalCount ?? 0) ||
    one.name.localeCompare(other.name, locale);

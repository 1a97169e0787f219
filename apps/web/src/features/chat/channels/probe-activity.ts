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

interface ProbePorts {
  /** One channel, by its newest message. */
  readonly probe: (channelId: string) => Promise<Probe>;
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

/** Reads the activity of channels by a probe for each; one whose probe fails has zero counts. */
export const probeActivity = (
  channelIds: readonly string[],
  lastActive: ReadonlyMap<string, string>,
  ports: ProbePorts,
): Promise<readonly Activity[]> =>
  Promise.all(
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

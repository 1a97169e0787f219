import type { Activity } from '@izgodno/contract/chat/channel';

export interface ActivityPorts {
  /** All channels at once. */
  readonly fetchAll: () => Promise<readonly Activity[]>;
  /** Whether the call had no response, so that a probe would have none either. */
  readonly isUnanswered: (error: unknown) => boolean;
  /** Each channel by itself. Throws if the code for that cannot be loaded. */
  readonly probeAll: (
    channelIds: readonly string[],
    lastActive: ReadonlyMap<string, string>,
  ) => Promise<readonly Activity[]>;
  readonly log: (message: string, cause: unknown) => void;
}

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
  try {
    return await ports.probeAll(channelIds, lastActive);
  } catch (cause) {
    ports.log('The channels could not be probed', cause);
    return null;
  }
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

import type { OwnChannel } from '@izgodno/contract/chat/channel';
import { compareChannels } from './activity.ts';
import type { DirectoryState } from './channel-directory.ts';
import { channelName } from './channel-name.ts';

export interface ListedChannel {
  readonly channel: OwnChannel;
  readonly name: string;
}

/** The channels in the order of the list (specification, section 4), without archived ones. */
export const listedChannels = (
  { channels, activity }: DirectoryState,
  userId: string,
  locale: string,
): readonly ListedChannel[] => {
  const compare = compareChannels(locale);
  return [...channels.values()]
    .filter(({ archivedAt }) => archivedAt === null)
    .map((channel) => ({
      channel,
      name: channelName(channel, userId),
      activity: activity.get(channel.id) ?? null,
    }))
    .toSorted(compare);
};

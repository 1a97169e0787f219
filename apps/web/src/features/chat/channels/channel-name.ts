import type { Channel } from '@izgodno/contract/chat/channel';

/**
 * The name of a channel. A direct conversation has the names of the other users, or one's own if
 * there is no other.
 */
export const channelName = (
  { kind, name, people: users }: Pick<Channel, 'kind' | 'name' | 'people'>,
  userId: string | null,
): string => {
  if (kind !== 'direct') return name;
  const others = users.filter(({ id }) => id !== userId);
  return (others.length > 0 ? others : users).map((user) => user.name).join(', ');
};

/**
 * The other user of a direct conversation of two, whose presence it shows; null for any other
 * channel.
 */
export const directPeer = (
  { kind, people: users }: Pick<Channel, 'kind' | 'people'>,
  userId: string | null,
): string | null => {
  if (kind !== 'direct') return null;
  const others = users.filter(({ id }) => id !== userId);
  return others.length === 1 ? (others[0]?.id ?? null) : null;
};

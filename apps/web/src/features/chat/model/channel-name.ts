import type { Channel } from '@izgodno/contract/chat/channel';

/** What a channel is called: a direct conversation by its other people; one with oneself by oneself. */
export const channelName = (
  { kind, name, people }: Pick<Channel, 'kind' | 'name' | 'people'>,
  userId: string | null,
): string => {
  if (kind !== 'direct') return name;
  const others = people.filter(({ id }) => id !== userId);
  return (others.length > 0 ? others : people).map((person) => person.name).join(', ');
};

/** The other person of a direct conversation of two, whose presence stands for it; null for any other channel. */
export const directPeer = (
  { kind, people }: Pick<Channel, 'kind' | 'people'>,
  userId: string | null,
): string | null => {
  if (kind !== 'direct') return null;
  const others = people.filter(({ id }) => id !== userId);
  return others.length === 1 ? (others[0]?.id ?? null) : null;
};

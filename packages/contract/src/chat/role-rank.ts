import type { ChannelRole } from './channel.ts';

/** A higher role in a channel may act on a lower one. */
export const roleRank: Readonly<Record<ChannelRole, number>> = {
  member: 0,
  moderator: 1,
  owner: 2,
};

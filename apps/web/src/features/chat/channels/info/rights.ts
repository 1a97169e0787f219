import type { ChannelRole, OwnChannel } from '@izgodno/contract/chat/channel';
import type { Role } from '@izgodno/contract/accounts/session';

/** A higher role in a channel may act on a lower one. */
const rank: Readonly<Record<ChannelRole, number>> = { member: 0, moderator: 1, owner: 2 };

/**
 * The rights of the signed-in user in a channel. The server enforces them; the page only hides what
 * it would reject.
 */
export interface ChannelRights {
  /** Name, topic, slow mode, archive, bans; other members' messages. */
  readonly moderate: boolean;
  readonly invite: boolean;
  readonly leave: boolean;
  /** Appoints moderators. */
  readonly appoint: boolean;
  /** Mutes, removes and bans a member with this role; null for a user outside the channel. */
  readonly moderateMember: (subject: ChannelRole | null) => boolean;
}

const rankIn = (
  { kind, membership }: Pick<OwnChannel, 'kind' | 'membership'>,
  role: Role,
): number => {
  const own = rank[membership.role];
  // Moderators of the site moderate every public channel.
  if (kind !== 'public' || role === 'member') return own;
  return Math.max(own, role === 'admin' ? rank.owner : rank.moderator);
};

export const rightsIn = (
  channel: Pick<OwnChannel, 'kind' | 'membership' | 'isDefault'>,
  role: Role,
): ChannelRights => {
  const own = rankIn(channel, role);
  const isDirect = channel.kind === 'direct';
  const moderate = !isDirect && own >= rank.moderator;
  return {
    moderate,
    invite: !isDirect,
    leave: !channel.isDefault,
    appoint: !isDirect && own >= rank.owner,
    moderateMember: (subject) => moderate && own > (subject === null ? -1 : rank[subject]),
  };
};

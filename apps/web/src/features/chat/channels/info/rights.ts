import type { ChannelRole, OwnChannel } from '@izgodno/contract/chat/channel';
import { roleRank } from '@izgodno/contract/chat/role-rank';
import type { Role } from '@izgodno/contract/accounts/session';

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
  const own = roleRank[membership.role];
  // Moderators of the site moderate every public channel.
  if (kind !== 'public' || role === 'member') return own;
  return Math.max(own, role === 'admin' ? roleRank.owner : roleRank.moderator);
};

export const rightsIn = (
  channel: Pick<OwnChannel, 'kind' | 'membership' | 'isDefault'>,
  role: Role,
): ChannelRights => {
  const own = rankIn(channel, role);
  const isDirect = channel.kind === 'direct';
  const moderate = !isDirect && own >= roleRank.moderator;
  return {
    moderate,
    invite: !isDirect,
    leave: !channel.isDefault,
    appoint: !isDirect && own >= roleRank.owner,
    moderateMember: (subject) => moderate && own > (subject === null ? -1 : roleRank[subject]),
  };
};

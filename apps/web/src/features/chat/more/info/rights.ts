import type { ChannelRole, OwnChannel } from '@izgodno/contract/chat/channel';
import type { Role } from '@izgodno/contract/accounts/session';

/** Of two roles in a channel the greater may act on the smaller. */
const rank: Readonly<Record<ChannelRole, number>> = { member: 0, moderator: 1, owner: 2 };

/** What the signed-in person may do in a channel. The server decides: this only leaves out what it would refuse. */
export interface ChannelRights {
  /** Name, topic, slow mode, archive, bans; other people's messages. */
  readonly moderate: boolean;
  readonly invite: boolean;
  readonly leave: boolean;
  /** Makes moderators. */
  readonly appoint: boolean;
  /** Mutes, puts out and bans somebody of this role; null for who is not in the channel. */
  readonly moderateMember: (subject: ChannelRole | null) => boolean;
}

const rankIn = (
  { kind, membership }: Pick<OwnChannel, 'kind' | 'membership'>,
  role: Role,
): number => {
  const own = rank[membership.role];
  // Moderators of the product look after every public channel.
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

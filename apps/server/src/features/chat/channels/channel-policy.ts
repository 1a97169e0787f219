import type { ChannelKind, ChannelRole } from '@izgodno/contract/chat/channel';
import { roleRank } from '@izgodno/contract/chat/role-rank';
import { COMMENT_LENGTH } from '@izgodno/contract/chat/comment-calls';
import { MAX_MESSAGE_LENGTH } from '@izgodno/contract/chat/limits';
import type { Role } from '@izgodno/contract/accounts/session';
import { mayCall } from '#platform/http/authentication.ts';

/** The caller's role in the product and in the channel; null if they are not in it. */
export interface Actor {
  readonly role: Role;
  readonly channelRole: ChannelRole | null;
}

export interface PolicyChannel {
  readonly kind: ChannelKind;
  readonly isDefault: boolean;
}

/**
 * The actor's effective rank. Moderators of the product are moderators of every public channel and
 * of all comments.
 */
const rankOf = (actor: Actor, channel: PolicyChannel): number => {
  const own = actor.channelRole === null ? -1 : roleRank[actor.channelRole];
  if (channel.kind !== 'public' && channel.kind !== 'deal') return own;
  if (actor.role === 'admin') return Math.max(own, roleRank.owner);
  return actor.role === 'moderator' ? Math.max(own, roleRank.moderator) : own;
};

/** A channel that a user may not see does not exist for them. */
export const maySee = (actor: Actor, channel: PolicyChannel): boolean =>
  actor.channelRole !== null || channel.kind === 'public' || channel.kind === 'deal';

/** Name, topic, slow mode, archive; other users' messages and membership. */
export const mayModerate = (actor: Actor, channel: PolicyChannel): boolean =>
  channel.kind !== 'direct' && rankOf(actor, channel) >= roleRank.moderator;

/** Acting on a user needs a higher rank than theirs, so no channel bans an administrator. */
export const mayModerateMember = (actor: Actor, channel: PolicyChannel, subject: Actor): boolean =>
  mayModerate(actor, channel) && rankOf(actor, channel) > rankOf(subject, channel);

export const mayAppoint = (actor: Actor, channel: PolicyChannel): boolean =>
  channel.kind !== 'direct' && rankOf(actor, channel) >= roleRank.owner;

export const mayInvite = (actor: Actor, channel: PolicyChannel): boolean =>
  channel.kind !== 'direct' && channel.kind !== 'deal' && actor.channelRole !== null;

export const mayJoin = (channel: PolicyChannel): boolean => channel.kind === 'public';

export const mayLeave = (channel: PolicyChannel): boolean => !channel.isDefault;

/** A channel's own name, topic, slow mode and archive; comments have none of these. */
export const mayConfigure = (actor: Actor, channel: PolicyChannel): boolean =>
  channel.kind !== 'deal' && mayModerate(actor, channel);

/** The longest text of a message, in UTF-16 units. */
export const maxTextLength = ({ kind }: PolicyChannel): number =>
  kind === 'deal' ? COMMENT_LENGTH.maximum : MAX_MESSAGE_LENGTH;

export const mayEdit = (userId: string, message: { readonly senderId: string }): boolean =>
  message.senderId === userId;

/** Who is concerned by a message. */
interface ConcernedByMessage {
  readonly senderId: string;
  /** The seller of the deal that it is a comment on; null for others. */
  readonly sellerId: string | null;
}

/** Moderators do not delete what others say about a deal of their own. */
export const mayDelete = (
  userId: string,
  actor: Actor,
  channel: PolicyChannel,
  { senderId, sellerId }: ConcernedByMessage,
): boolean => senderId === userId || (sellerId !== userId && mayModerate(actor, channel));

/** In a direct conversation either side may pin; elsewhere moderators may. */
export const mayPin = (actor: Actor, channel: PolicyChannel): boolean =>
  channel.kind === 'direct' ? actor.channelRole !== null : mayModerate(actor, channel);

/** In a public channel only moderators may mention all, and in comments, which have no members, none. */
export const mayMentionAll = (actor: Actor, channel: PolicyChannel): boolean =>
  channel.kind !== 'deal' && (channel.kind !== 'public' || mayModerate(actor, channel));

/** Only the sender of a message is shown to how many devices it was delivered. */
export const mayCountDevices = (userId: string, message: { readonly senderId: string }): boolean =>
  message.senderId === userId;

/**
 * Only the sender sees who has read a message: in a direct conversation, and in a channel that shows
 * it, from the message on with which that began, because earlier ones were read without that.
 */
export const maySeeReaders = (
  userId: string,
  channel: PolicyChannel & { readonly readersFromSeq: number | null },
  message: { readonly senderId: string; readonly seq: number },
): boolean =>
  message.senderId === userId &&
  channel.kind !== 'deal' &&
  (channel.kind === 'direct' ||
    (channel.readersFromSeq !== null && message.seq >= channel.readersFromSeq));

/**
 * Moderators of the product see messages with open reports whole, with their files, also those of
 * channels that they are not in.
 */
export const maySeeReported = ({ role }: { readonly role: Role }): boolean =>
  mayCall(role, 'moderator');

/**
 * Moderators of the product decide on reports of messages, except of their own and of comments on
 * their own deals.
 */
export const mayDecideReports = (
  who: { readonly id: string; readonly role: Role },
  { senderId, sellerId }: ConcernedByMessage,
): boolean => maySeeReported(who) && senderId !== who.id && sellerId !== who.id;

import type { Transaction } from 'kysely';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Connection, Schema } from '#schema/schema.ts';
import type { ChatContext } from '../chat-context.ts';
import { lockChannel, type MembershipRow } from '../members/member-rows.ts';
import { findMessage, type MessageRow } from '../messages/message-rows.ts';
import { maySee, type Actor, type PolicyChannel } from './channel-policy.ts';
import {
  findChannelOf,
  type ChannelOfUser,
  type ChannelQuery,
  type ChannelRow,
} from './channel-rows.ts';

/** A caller's rights in a channel. */
export interface ChannelContext {
  readonly channel: ChannelRow;
  readonly membership: MembershipRow | null;
  readonly actor: Actor;
  readonly policy: PolicyChannel;
  /** Whether messages of a direct conversation cannot be delivered. */
  readonly unreachable: boolean;
}

export type MemberContext = ChannelContext & { readonly membership: MembershipRow };

const requireVisible = (
  user: Pick<Principal, 'role'>,
  found: ChannelOfUser | null,
): ChannelContext => {
  if (found === null) throw new CallError('not_found');
  const { channel, membership, unreachable } = found;
  const actor = { role: user.role, channelRole: membership?.role ?? null };
  const policy = { kind: channel.kind, isDefault: channel.is_default };
  if (!maySee(actor, policy)) throw new CallError('not_found');
  return { channel, membership, actor, policy, unreachable };
};

/** Like `enterChannel`, with what `findChannelOf` has read for the same user and channel. */
export const requireMember = (
  user: Pick<Principal, 'role'>,
  found: ChannelOfUser | null,
): MemberContext => {
  const context = requireVisible(user, found);
  const { membership } = context;
  if (membership === null) throw new CallError('not_a_member');
  return { ...context, membership };
};

/** Throws `not_found` if the caller may not see the channel. */
export const seeChannel = async (
  { database }: { readonly database: Connection },
  user: Principal,
  channelId: string,
): Promise<ChannelContext> =>
  requireVisible(user, await findChannelOf(database, channelId, user.id));

/**
 * Like `seeChannel`, with the channel locked until the transaction ends, so that no other change of
 * the channel and its members comes between what decides and what is written.
 */
export const lockAndSeeChannel = async (
  transaction: Transaction<Schema>,
  user: Principal,
  channelId: string,
  subjectId: string | null = null,
): Promise<ChannelContext> => {
  await lockChannel(transaction, channelId, [user.id, subjectId]);
  return seeChannel({ database: transaction }, user, channelId);
};

/** Throws `not_found`, or `not_a_member` for a public channel the caller is not in. */
export const enterChannel = async (
  { database }: ChatContext,
  user: Principal,
  channelId: string,
  wanted?: Pick<ChannelQuery, 'ofRemovedDeal'>,
): Promise<MemberContext> =>
  requireMember(user, await findChannelOf(database, channelId, user.id, wanted));

/** Returns a message of a channel the caller is in. Throws like `enterChannel`. */
export const readMessage = async (
  chat: ChatContext,
  user: Principal,
  messageId: string,
  wanted?: Pick<ChannelQuery, 'ofRemovedDeal'>,
): Promise<{ readonly message: MessageRow; readonly context: MemberContext }> => {
  const message = await findMessage(chat.database, messageId);
  if (message === null) throw new CallError('not_found');
  return { message, context: await enterChannel(chat, user, message.channel_id, wanted) };
};

type Openness = Pick<MemberContext, 'channel' | 'membership' | 'unreachable'>;

/** Throws `person_unavailable` if messages of a direct conversation cannot be delivered. */
export const requireReachable = ({ unreachable }: ChannelContext): void => {
  if (unreachable) throw new CallError('person_unavailable');
};

/** Why a member cannot write in a channel; null if they can. `now` is in epoch milliseconds. */
export const findClosure = (
  { channel, membership, unreachable }: Openness,
  now: number,
): CallError | null => {
  if (unreachable) return new CallError('person_unavailable');
  if (channel.archived_at !== null) return new CallError('channel_archived');
  const mutedUntil = membership.muted_until?.getTime() ?? 0;
  if (mutedUntil <= now) return null;
  return new CallError('muted', { retryAfter: Math.ceil((mutedUntil - now) / 1_000) });
};

/**
 * Throws `person_unavailable`, `channel_archived`, or `muted` with the time left. `now` is in epoch
 * milliseconds.
 */
export const requireOpen = (context: Openness, now: number): void => {
  const closure = findClosure(context, now);
  if (closure !== null) throw closure;
};

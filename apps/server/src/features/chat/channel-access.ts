import type { Database } from '#platform/database/database.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { maySee, type Actor, type PolicyChannel } from './channel-policy.ts';
import {
  findChannel,
  findMembership,
  type ChannelRow,
  type MembershipRow,
} from './channel-rows.ts';
import { findMessage, type MessageRow } from './message-rows.ts';

/** A channel as somebody stands to it. */
export interface Standing {
  readonly channel: ChannelRow;
  readonly membership: MembershipRow | null;
  readonly actor: Actor;
  readonly policy: PolicyChannel;
}

export type MemberStanding = Standing & { readonly membership: MembershipRow };

export interface ChannelAccess {
  /** Throws `not_found` where the channel is none of theirs. */
  see(who: Principal, channelId: string): Promise<Standing>;
  /** Throws `not_found`, or `not_a_member` for a public channel that they are not in. */
  enter(who: Principal, channelId: string): Promise<MemberStanding>;
  /** A message of a channel that they are in. Throws like `enter`. */
  read(
    who: Principal,
    messageId: string,
  ): Promise<{ readonly message: MessageRow; readonly standing: MemberStanding }>;
  personOf(userId: string): Promise<{ readonly id: string; readonly name: string }>;
}

/** What every call on a channel asks first. */
export const createChannelAccess = (database: Database): ChannelAccess => {
  const see = async (who: Principal, channelId: string): Promise<Standing> => {
    const [channel, membership] = await Promise.all([
      findChannel(database, channelId),
      findMembership(database, channelId, who.id),
    ]);
    if (channel === null) throw new CallError('not_found');
    const actor = { role: who.role, channelRole: membership?.role ?? null };
    const policy = { kind: channel.kind, isDefault: channel.is_default };
    if (!maySee(actor, policy)) throw new CallError('not_found');
    return { channel, membership, actor, policy };
  };

  const enter = async (who: Principal, channelId: string): Promise<MemberStanding> => {
    const standing = await see(who, channelId);
    const { membership } = standing;
    if (membership === null) throw new CallError('not_a_member');
    return { ...standing, membership };
  };

  return {
    personOf: async (userId) => {
      const person = await database
        .selectFrom('users')
        .select(['id', 'name'])
        .where('id', '=', userId)
        .executeTakeFirst();
      if (person === undefined) throw new CallError('session_expired');
      return person;
    },
    see,
    enter,
    async read(who, messageId) {
      const message = await findMessage(database, messageId);
      if (message === null) throw new CallError('not_found');
      return { message, standing: await enter(who, message.channel_id) };
    },
  };
};

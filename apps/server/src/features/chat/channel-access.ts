import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Database } from '#schema/schema.ts';
import { maySee, type Actor, type PolicyChannel } from './channel-policy.ts';
import { findStanding, type ChannelRow, type StandingRow } from './channel-rows.ts';
import type { MembershipRow } from './member-rows.ts';
import { findMessage, type MessageRow } from './message-rows.ts';

/** A caller's rights in a channel. */
export interface Standing {
  readonly channel: ChannelRow;
  readonly membership: MembershipRow | null;
  readonly actor: Actor;
  readonly policy: PolicyChannel;
  /** Whether messages of a direct conversation cannot be delivered. */
  readonly unreachable: boolean;
}

export type MemberStanding = Standing & { readonly membership: MembershipRow };

export interface ChannelAccess {
  /** Throws `not_found` if the caller may not see the channel. */
  see(who: Principal, channelId: string): Promise<Standing>;
  /** Throws `not_found`, or `not_a_member` for a public channel the caller is not in. */
  enter(who: Principal, channelId: string): Promise<MemberStanding>;
  /** Returns a message of a channel the caller is in. Throws like `enter`. */
  read(
    who: Principal,
    messageId: string,
  ): Promise<{ readonly message: MessageRow; readonly standing: MemberStanding }>;
  /** Reads what `admit` needs of a channel and a user, before the caller is authenticated. */
  look(userId: string, channelId: string): Promise<StandingRow | null>;
  /** Like `enter`, with what `look` read for the same user and channel. */
  admit(who: Principal, looked: StandingRow | null): MemberStanding;
}

const judge = (who: Principal, looked: StandingRow | null): Standing => {
  if (looked === null) throw new CallError('not_found');
  const { channel, membership, unreachable } = looked;
  const actor = { role: who.role, channelRole: membership?.role ?? null };
  const policy = { kind: channel.kind, isDefault: channel.is_default };
  if (!maySee(actor, policy)) throw new CallError('not_found');
  return { channel, membership, actor, policy, unreachable };
};

const admit = (who: Principal, looked: StandingRow | null): MemberStanding => {
  const standing = judge(who, looked);
  const { membership } = standing;
  if (membership === null) throw new CallError('not_a_member');
  return { ...standing, membership };
};

/** Access checks that every call on a channel starts with. */
export const createChannelAccess = (database: Database): ChannelAccess => {
  const look = (userId: string, channelId: string): Promise<StandingRow | null> =>
    findStanding(database, channelId, userId);

  const enter = async (who: Principal, channelId: string): Promise<MemberStanding> =>
    admit(who, await look(who.id, channelId));

  return {
    look,
    admit,
    see: async (who, channelId) => judge(who, await look(who.id, channelId)),
    enter,
    async read(who, messageId) {
      const message = await findMessage(database, messageId);
      if (message === null) throw new CallError('not_found');
      return { message, standing: await enter(who, message.channel_id) };
    },
  };
};

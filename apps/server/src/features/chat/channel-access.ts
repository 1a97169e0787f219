import type { Database } from '#platform/database/database.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { maySee, type Actor, type PolicyChannel } from './channel-policy.ts';
import { findStanding, type ChannelRow, type StandingRow } from './channel-rows.ts';
import type { MembershipRow } from './member-rows.ts';
import { findMessage, type MessageRow } from './message-rows.ts';

/** A channel as somebody stands to it. */
export interface Standing {
  readonly channel: ChannelRow;
  readonly membership: MembershipRow | null;
  readonly actor: Actor;
  readonly policy: PolicyChannel;
  /** Of a direct conversation: whether what is written in it does not arrive. */
  readonly unreachable: boolean;
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
  /** What is read of a channel and a person, to be judged by `admit` once it is known who asks. */
  look(userId: string, channelId: string): Promise<StandingRow | null>;
  /** As `enter`, given what `look` read for the same person and channel. */
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

/** What every call on a channel asks first. */
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

import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Realtime } from '#features/realtime/api.ts';
import type { ChannelAccess } from './channel-access.ts';
import type { ChannelLog } from './channel-log.ts';
import { mayAppoint, mayInvite, mayJoin, mayLeave, mayModerateMember } from './channel-policy.ts';
import { viewChannel, type ChannelView } from './channel-rows.ts';
import type { ChannelService } from './channel-service.ts';
import { rememberLeaving } from './invitation-rows.ts';
import type { InvitationService } from './invitation-service.ts';
import {
  deleteMember,
  findBan,
  findMember,
  findMembership,
  insertMember,
  lockChannel,
  type MemberRow,
} from './member-rows.ts';
import { presentMember } from './present-channel.ts';
import type { RateLimits } from './rate-limits.ts';

export interface MemberServiceOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly realtime: Realtime;
  readonly access: ChannelAccess;
  readonly channels: ChannelService;
  readonly invitations: InvitationService;
  readonly log: ChannelLog;
  readonly rates: RateLimits;
}

export interface MemberChanges {
  readonly role?: 'member' | 'moderator' | undefined;
  readonly mutedUntil?: string | null | undefined;
}

interface Addition {
  readonly view: ChannelView;
  readonly outcome: 'member' | 'invited';
}

export type MemberService = ReturnType<typeof createMemberService>;

/** Publishes to a user and a channel that the user has left it. */
export const announceLeft = (
  realtime: Realtime,
  channelId: string,
  userId: string,
  reason: 'left' | 'removed' | 'banned',
): void => {
  // Comes first, because a page that then asks for its channels must not get this one.
  realtime.membershipChanged([userId], channelId);
  realtime.toUsers([userId], { type: 'channel.left', data: { channelId, reason } });
  realtime.toChannel(channelId, { type: 'member.left', data: { channelId, userId } });
};

/** The members of a channel. */
export const createMemberService = (options: MemberServiceOptions) => {
  const { database, clock, realtime, access, channels, invitations, log, rates } = options;

  const announceJoined = async (channelId: string, userId: string): Promise<void> => {
    await channels.announceJoined(channelId, [userId]);
    const member = await findMember(database, channelId, userId);
    if (member === null) return;
    // Direct conversations have no joins; they are the only kind whose members show how far they
    // have read.
    const event = { channelId, member: presentMember(member, 'private') };
    realtime.toChannel(channelId, { type: 'member.joined', data: event });
  };

  /** Joins by one's own act: a public channel, or by an invitation. */
  const join = async (who: Principal, channelId: string): Promise<void> => {
    const at = new Date(clock.now());
    const joined = await database.transaction().execute(async (transaction) => {
      const channel = await lockChannel(transaction, channelId);
      if (await findMembership(transaction, channelId, who.id)) return null;
      const invitation = await invitations.redeem(transaction, channelId, who.id);
      const policy = { kind: channel.kind, isDefault: channel.is_default };
      if (invitation === null && !mayJoin(policy)) throw new CallError('not_found');
      if (await findBan(transaction, channelId, who.id, at)) throw new CallError('banned');
      await insertMember(transaction, channelId, who.id, { role: 'member', at });
      return { announceInvitation: invitation?.announce };
    });
    if (joined === null) return;
    await joined.announceInvitation?.();
    await announceJoined(channelId, who.id);
  };

  const leave = async (who: Principal, channelId: string): Promise<void> => {
    const { channel, policy } = await access.see(who, channelId);
    if (!mayLeave(policy)) throw new CallError('forbidden');
    const left = await database.transaction().execute(async (transaction) => {
      if (!(await deleteMember(transaction, channelId, who.id))) return false;
      if (channel.kind !== 'direct')
        await rememberLeaving(transaction, channelId, who.id, new Date(clock.now()));
      return true;
    });
    if (left) announceLeft(realtime, channelId, who.id, 'left');
  };

  return {
    /**
     * For the caller: joins, or accepts an invitation. For another user: invites them. Throws
     * `banned`, `forbidden`, `not_found`, `person_unavailable`, `limit_reached`, `rate_limited`.
     */
    async add(who: Principal, channelId: string, userId: string): Promise<Addition> {
      let outcome: Addition['outcome'] = 'member';
      if (userId === who.id) {
        await join(who, channelId);
      } else {
        const standing = await access.see(who, channelId);
        if (!mayInvite(standing.actor, standing.policy)) throw new CallError('forbidden');
        outcome = await invitations.invite(who, standing, userId);
      }
      const { channel, membership } = await access.see(who, channelId);
      return { view: await viewChannel(database, channel, membership), outcome };
    },

    /**
     * For the caller: leaves, or declines an invitation. For another user: withdraws an invitation,
     * or removes them. Throws `forbidden`, `not_found`, `rate_limited`.
     */
    async remove(who: Principal, channelId: string, userId: string): Promise<void> {
      if (userId === who.id) {
        if (!(await invitations.decline(channelId, userId))) await leave(who, channelId);
        return;
      }
      const standing = await access.see(who, channelId);
      const { channel, actor, policy } = standing;
      const subject = await findMembership(database, channelId, userId);
      if (subject === null && (await invitations.withdraw(who, standing, userId))) return;
      if (!mayModerateMember(actor, policy, subject?.role ?? null) || !mayLeave(policy))
        throw new CallError('forbidden');
      rates.take('moderation', who.id);
      if (!(await deleteMember(database, channelId, userId))) return;
      announceLeft(realtime, channelId, userId, 'removed');
      await log.record(who, channel, { action: 'channel.remove_member', subjectId: userId });
    },

    /** Throws `forbidden`, `not_found`, `rate_limited`. */
    async update(
      who: Principal,
      channelId: string,
      userId: string,
      changes: MemberChanges,
    ): Promise<MemberRow> {
      const { channel, actor, policy } = await access.see(who, channelId);
      const subject = await findMembership(database, channelId, userId);
      if (subject === null) throw new CallError('not_found');
      const { role, mutedUntil } = changes;
      if (role !== undefined && (!mayAppoint(actor, policy) || subject.role === 'owner'))
        throw new CallError('forbidden');
      if (mutedUntil !== undefined && !mayModerateMember(actor, policy, subject.role))
        throw new CallError('forbidden');
      rates.take('moderation', who.id);
      await database
        .updateTable('channel_members')
        .set({
          role: role ?? subject.role,
          ...(mutedUntil === undefined
            ? {}
            : { muted_until: mutedUntil === null ? null : new Date(mutedUntil) }),
        })
        .where('channel_id', '=', channelId)
        .where('user_id', '=', userId)
        .execute();
      const member = await findMember(database, channelId, userId);
      if (member === null) throw new CallError('not_found');
      realtime.toChannel(channelId, {
        type: 'member.changed',
        data: { channelId, member: presentMember(member, channel.kind) },
      });
      await log.record(who, channel, {
        action: mutedUntil === undefined ? 'channel.appoint' : 'channel.mute',
        subjectId: userId,
        details: { ...(role === undefined ? {} : { role }), until: mutedUntil ?? '' },
      });
      return member;
    },
  };
};

import type { Ban } from '@izgodno/contract/chat/channel';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { AuditTrail } from '#ports/audit.ts';
import type { ChannelAccess } from './channel-access.ts';
import {
  mayAppoint,
  mayInvite,
  mayJoin,
  mayLeave,
  mayModerate,
  mayModerateMember,
} from './channel-policy.ts';
import { viewChannel, type ChannelView } from './channel-rows.ts';
import type { ChannelService } from './channel-service.ts';
import {
  deleteMember,
  findBan,
  findMember,
  findMembership,
  insertMember,
  type MemberRow,
} from './member-rows.ts';
import { presentMember } from './present-channel.ts';

export interface MemberServiceOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly realtime: Realtime;
  readonly access: ChannelAccess;
  readonly channels: ChannelService;
  readonly audit: AuditTrail;
}

export interface MemberChanges {
  readonly role?: 'member' | 'moderator' | undefined;
  readonly mutedUntil?: string | null | undefined;
}

export type MemberService = ReturnType<typeof createMemberService>;

/** Who is in a channel, and who may not be. */
export const createMemberService = (options: MemberServiceOptions) => {
  const { database, clock, realtime, access, channels, audit } = options;

  const announceLeft = (
    channelId: string,
    userId: string,
    reason: 'left' | 'removed' | 'banned',
  ): void => {
    // First: what a page asks once it has heard of it is to be answered without the channel.
    realtime.membershipChanged([userId]);
    realtime.toUsers([userId], { type: 'channel.left', data: { channelId, reason } });
    realtime.toChannel(channelId, { type: 'member.left', data: { channelId, userId } });
  };

  const requireAccount = async (userId: string): Promise<void> => {
    const user = await database
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .executeTakeFirst();
    if (user === undefined) throw new CallError('not_found');
  };

  return {
    /** Joins, or brings somebody in. Throws `banned`, `forbidden`, `not_found`. */
    async add(who: Principal, channelId: string, userId: string): Promise<ChannelView> {
      const { channel, actor, policy } = await access.see(who, channelId);
      const allowed = userId === who.id ? mayJoin(policy) : mayInvite(actor, policy);
      if (!allowed) throw new CallError('forbidden');
      const at = new Date(clock.now());
      if (await findBan(database, channelId, userId, at)) throw new CallError('banned');
      await requireAccount(userId);
      if (await insertMember(database, channelId, userId, { role: 'member', at })) {
        await channels.announceJoined(channelId, [userId]);
        const member = await findMember(database, channelId, userId);
        if (member !== null) {
          realtime.toChannel(channelId, {
            type: 'member.joined',
            data: { channelId, member: presentMember(member, channel.kind) },
          });
        }
      }
      const { channel: now, membership } = await access.see(who, channelId);
      return viewChannel(database, now, membership);
    },

    /** Leaves, or puts somebody out. Throws `forbidden`. */
    async remove(who: Principal, channelId: string, userId: string): Promise<void> {
      const { actor, policy } = await access.see(who, channelId);
      if (userId === who.id) {
        if (!mayLeave(policy)) throw new CallError('forbidden');
        if (await deleteMember(database, channelId, userId))
          announceLeft(channelId, userId, 'left');
        return;
      }
      const subject = await findMembership(database, channelId, userId);
      if (!mayModerateMember(actor, policy, subject?.role ?? null) || !mayLeave(policy))
        throw new CallError('forbidden');
      if (!(await deleteMember(database, channelId, userId))) return;
      announceLeft(channelId, userId, 'removed');
      await audit.record({
        actorId: who.id,
        action: 'channel.remove_member',
        subject: { kind: 'channel', id: channelId },
        reason: '',
        details: { userId },
      });
    },

    /** Throws `forbidden`, `not_found`. */
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
      await audit.record({
        actorId: who.id,
        action: mutedUntil === undefined ? 'channel.appoint' : 'channel.mute',
        subject: { kind: 'channel', id: channelId },
        reason: '',
        details: { userId, ...(role === undefined ? {} : { role }), until: mutedUntil ?? '' },
      });
      return member;
    },

    /** Throws `forbidden`. */
    async bans(who: Principal, channelId: string): Promise<Ban[]> {
      const { actor, policy } = await access.see(who, channelId);
      if (!mayModerate(actor, policy)) throw new CallError('forbidden');
      const rows = await database
        .selectFrom('channel_bans as b')
        .innerJoin('users as u', 'u.id', 'b.user_id')
        .select(['u.id', 'u.name', 'b.reason', 'b.until', 'b.created_at'])
        .where('b.channel_id', '=', channelId)
        .where((ban) =>
          ban.or([ban('b.until', 'is', null), ban('b.until', '>', new Date(clock.now()))]),
        )
        .orderBy('b.created_at', 'desc')
        .execute();
      return rows.map((row) => ({
        user: { id: row.id, name: row.name },
        reason: row.reason,
        until: row.until?.toISOString() ?? null,
        createdAt: row.created_at.toISOString(),
      }));
    },

    /** Throws `forbidden`, `not_found`. */
    async ban(
      who: Principal,
      channelId: string,
      userId: string,
      terms: { readonly reason: string; readonly until: string | null },
    ): Promise<void> {
      const { actor, policy } = await access.see(who, channelId);
      const subject = await findMembership(database, channelId, userId);
      if (userId === who.id || !mayModerateMember(actor, policy, subject?.role ?? null))
        throw new CallError('forbidden');
      await requireAccount(userId);
      const ban = {
        reason: terms.reason,
        until: terms.until === null ? null : new Date(terms.until),
        banned_by: who.id,
        created_at: new Date(clock.now()),
      };
      await database.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('channel_bans')
          .values({ channel_id: channelId, user_id: userId, ...ban })
          .onConflict((conflict) => conflict.columns(['channel_id', 'user_id']).doUpdateSet(ban))
          .execute();
        await deleteMember(transaction, channelId, userId);
      });
      announceLeft(channelId, userId, 'banned');
      realtime.disconnectBanned(userId);
      await audit.record({
        actorId: who.id,
        action: 'channel.ban',
        subject: { kind: 'channel', id: channelId },
        reason: terms.reason,
        details: { userId, until: terms.until ?? '' },
      });
    },

    /** Throws `forbidden`. */
    async unban(who: Principal, channelId: string, userId: string): Promise<void> {
      const { actor, policy } = await access.see(who, channelId);
      if (!mayModerate(actor, policy)) throw new CallError('forbidden');
      await database
        .deleteFrom('channel_bans')
        .where('channel_id', '=', channelId)
        .where('user_id', '=', userId)
        .execute();
      await audit.record({
        actorId: who.id,
        action: 'channel.unban',
        subject: { kind: 'channel', id: channelId },
        reason: '',
        details: { userId },
      });
    },
  };
};

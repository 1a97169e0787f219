import type { Ban } from '@izgodno/contract/chat/channel';
import type { Clock } from '#platform/clock.ts';
import type { Connection, Database } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Realtime } from '#features/realtime/api.ts';
import type { ChannelAccess } from './channel-access.ts';
import type { ChannelLog } from './channel-log.ts';
import { mayModerate, mayModerateMember } from './channel-policy.ts';
import type { ChannelRow } from './channel-rows.ts';
import { findPending } from './invitation-rows.ts';
import type { InvitationService } from './invitation-service.ts';
import { deleteMember, findBan, findMembership, lockChannel } from './member-rows.ts';
import { announceLeft } from './member-service.ts';
import type { RateLimits } from './rate-limits.ts';

export interface BanServiceOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly realtime: Realtime;
  readonly access: ChannelAccess;
  readonly invitations: InvitationService;
  readonly log: ChannelLog;
  readonly rates: RateLimits;
}

interface BanTerms {
  readonly reason: string;
  /** ISO 8601; null for a permanent ban. */
  readonly until: string | null;
}

/**
 * Whether a user can be banned from a channel. A private channel can ban only its members and those
 * invited to it; otherwise its owner could write arbitrary records about any user.
 */
const concerns = async (
  connection: Connection,
  { id, kind }: ChannelRow,
  userId: string,
  at: Date,
): Promise<boolean> => {
  if (kind === 'private') {
    return (
      (await findMembership(connection, id, userId)) !== null ||
      (await findPending(connection, id, userId, at)) !== null ||
      (await findBan(connection, id, userId, at))
    );
  }
  const user = await connection
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user !== undefined;
};

export type BanService = ReturnType<typeof createBanService>;

/** Bans from a channel. A ban affects its channel alone and closes no connection. */
export const createBanService = (options: BanServiceOptions) => {
  const { database, clock, realtime, access, invitations, log, rates } = options;

  return {
    /** Throws `forbidden`. */
    async list(who: Principal, channelId: string): Promise<Ban[]> {
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

    /** Throws `forbidden`, `not_found`, `rate_limited`. */
    async ban(who: Principal, channelId: string, userId: string, terms: BanTerms): Promise<void> {
      const { channel, actor, policy } = await access.see(who, channelId);
      const subject = await findMembership(database, channelId, userId);
      if (userId === who.id || !mayModerateMember(actor, policy, subject?.role ?? null))
        throw new CallError('forbidden');
      rates.take('moderation', who.id);
      const at = new Date(clock.now());
      const ban = {
        reason: terms.reason,
        until: terms.until === null ? null : new Date(terms.until),
        banned_by: who.id,
        created_at: at,
      };
      const wasMember = await database.transaction().execute(async (transaction) => {
        // A user who joins at the same time waits for this lock and then finds the ban.
        await lockChannel(transaction, channelId);
        if (!(await concerns(transaction, channel, userId, at))) throw new CallError('not_found');
        await transaction
          .insertInto('channel_bans')
          .values({ channel_id: channelId, user_id: userId, ...ban })
          .onConflict((conflict) => conflict.columns(['channel_id', 'user_id']).doUpdateSet(ban))
          .execute();
        return deleteMember(transaction, channelId, userId);
      });
      await invitations.revoke(channelId, userId);
      if (wasMember) announceLeft(realtime, channelId, userId, 'banned');
      await log.record(who, channel, {
        action: 'channel.ban',
        subjectId: userId,
        reason: terms.reason,
        details: { until: terms.until ?? '' },
      });
    },

    /** Throws `forbidden`, `rate_limited`. */
    async unban(who: Principal, channelId: string, userId: string): Promise<void> {
      const { channel, actor, policy } = await access.see(who, channelId);
      if (!mayModerate(actor, policy)) throw new CallError('forbidden');
      rates.take('moderation', who.id);
      const lifted = await database
        .deleteFrom('channel_bans')
        .where('channel_id', '=', channelId)
        .where('user_id', '=', userId)
        .returning('user_id')
        .executeTakeFirst();
      if (lifted === undefined) return;
      await log.record(who, channel, { action: 'channel.unban', subjectId: userId });
    },
  };
};

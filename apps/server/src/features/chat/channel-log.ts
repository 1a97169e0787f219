import type { ChannelLogAction, ChannelLogEntry } from '@izgodno/contract/chat/moderation-calls';
import { CHANNEL_LOG_LIFETIME_MS } from '@izgodno/contract/chat/limits';
import { sql } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { Connection, Database } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import type { LatestFirstPlace } from '#platform/http/page-cursor.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import type { ChannelRow } from './channel-rows.ts';

/** An act of a channel's moderator on a user. */
export interface ChannelAct {
  readonly action: ChannelLogAction;
  /** The user it affects. */
  readonly subjectId: string;
  readonly reason?: string;
  readonly details?: Readonly<Record<string, string>>;
}

type LogRow = Omit<ChannelLogEntry, 'at'> & LatestFirstPlace;

export const presentLogEntry = (row: LogRow): ChannelLogEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: row.actor,
  action: row.action,
  subject: row.subject,
  reason: row.reason,
  details: row.details,
});

export type ChannelLog = ReturnType<typeof createChannelLog>;

/**
 * The log of moderation in a channel, for its owner and moderators. The product's audit trail gets
 * a copy only of acts by the product's moderators in public channels.
 */
export const createChannelLog = (database: Database, clock: Clock, audit: AuditTrail) => ({
  async record(
    who: Principal,
    channel: Pick<ChannelRow, 'id' | 'kind'>,
    { action, subjectId, reason = '', details = {} }: ChannelAct,
    connection: Connection = database,
  ): Promise<void> {
    const now = clock.now();
    await connection
      .insertInto('channel_log')
      .values({
        id: createUuidV7(now),
        channel_id: channel.id,
        at: new Date(now),
        actor_id: who.id,
        action,
        subject_id: subjectId,
        reason,
        details: JSON.stringify(details),
      })
      .execute();
    if (channel.kind !== 'public' || who.role === 'member') return;
    const { messageId } = details;
    await audit.record({
      actorId: who.id,
      action,
      subject:
        messageId === undefined
          ? { kind: 'channel', id: channel.id }
          : { kind: 'message', id: messageId },
      reason,
      details:
        messageId === undefined
          ? { ...details, userId: subjectId }
          : { channelId: channel.id, senderId: subjectId },
    });
  },

  /** Latest first. */
  async read(
    channelId: string,
    { most, after }: { readonly most: number; readonly after: LatestFirstPlace | null },
  ): Promise<readonly LogRow[]> {
    const rows = await database
      .selectFrom('channel_log as l')
      .leftJoin('users as actor', 'actor.id', 'l.actor_id')
      .leftJoin('users as subject', 'subject.id', 'l.subject_id')
      .select(['l.id', 'l.at', 'l.action', 'l.reason', 'l.details'])
      .select(['actor.id as actor_id', 'actor.name as actor_name'])
      .select(['subject.id as subject_id', 'subject.name as subject_name'])
      .where('l.channel_id', '=', channelId)
      .$if(after !== null, (query) =>
        query.where(sql<boolean>`(l.at, l.id) < (${after?.at}, ${after?.id})`),
      )
      .orderBy('l.at', 'desc')
      .orderBy('l.id', 'desc')
      .limit(most)
      .execute();
    return rows.map(({ actor_id, actor_name, subject_id, subject_name, ...entry }) => ({
      id: entry.id,
      at: entry.at,
      action: entry.action,
      reason: entry.reason,
      details: entry.details,
      actor: actor_id === null || actor_name === null ? null : { id: actor_id, name: actor_name },
      subject:
        subject_id === null || subject_name === null
          ? null
          : { id: subject_id, name: subject_name },
    }));
  },

  async eraseOld(): Promise<void> {
    await database
      .deleteFrom('channel_log')
      .where('at', '<', new Date(clock.now() - CHANNEL_LOG_LIFETIME_MS))
      .execute();
  },
});

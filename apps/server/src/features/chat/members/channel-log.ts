import type {
  ChannelLogAction,
  ChannelLogEntry,
  listChannelLog as listChannelLogCall,
} from '@izgodno/contract/chat/moderation-calls';
import { CHANNEL_LOG_LIFETIME_MS } from '@izgodno/contract/chat/limits';
import { sql, type Transaction } from 'kysely';
import { mayCall, type Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { pageByTime, type TimePage } from '#platform/http/page-by-time.ts';
import { cutPage, readTimeCursor, type TimeCursor } from '#platform/http/page-cursor.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { Schema } from '#schema/schema.ts';
import { seeChannel } from '../channels/channel-context.ts';
import { mayModerate } from '../channels/channel-policy.ts';
import type { ChannelRow } from '../channels/channel-rows.ts';
import type { ChatCall, ChatContext } from '../chat-context.ts';
import { auditedMessage } from '../messages/removals.ts';

/** An act of a channel's moderator on a user. */
export interface ChannelAct {
  readonly channel: ChannelRow;
  readonly action: ChannelLogAction;
  /** The user it affects. */
  readonly subjectId: string;
  readonly reason?: string;
  readonly details?: Readonly<Record<string, string>>;
}

/**
 * Adds to the log of moderation in a channel, which its owner and moderators read, within the
 * transaction of the act, so that neither is stored without the other. The product's audit trail
 * gets a copy only of acts by the product's moderators in public channels. Returns whether it did.
 */
export const recordAct = async (
  { clock, audit }: ChatContext,
  transaction: Transaction<Schema>,
  actor: Principal,
  { channel, action, subjectId, reason = '', details = {} }: ChannelAct,
): Promise<boolean> => {
  const now = clock.now();
  await transaction
    .insertInto('channel_log')
    .values({
      id: createUuidV7(now),
      channel_id: channel.id,
      at: new Date(now),
      actor_id: actor.id,
      action,
      // None if the account is deleted.
      subject_id: sql`(SELECT id FROM users WHERE id = ${subjectId})`,
      reason,
      details: JSON.stringify(details),
    })
    .execute();
  const isPublic = channel.kind === 'public' || channel.kind === 'deal';
  if (!isPublic || !mayCall(actor.role, 'moderator')) return false;
  const { messageId } = details;
  const acted =
    messageId === undefined
      ? {
          subject: { kind: 'channel', id: channel.id } as const,
          details: { ...details, userId: subjectId },
        }
      : { ...auditedMessage(messageId, channel.id, subjectId), ownerId: subjectId };
  await audit.record({ actorId: actor.id, action, reason, ...acted }, transaction);
  return true;
};

const nameUser = (id: string | null, name: string | null) =>
  id === null || name === null ? null : { id, name };

const readLog = async (
  { database }: ChatContext,
  channelId: string,
  page: TimePage,
): Promise<(Omit<ChannelLogEntry, 'at'> & TimeCursor)[]> => {
  const rows = await database
    .selectFrom('channel_log as l')
    .leftJoin('users as actor', 'actor.id', 'l.actor_id')
    .leftJoin('users as subject', 'subject.id', 'l.subject_id')
    .select(['l.id', 'l.at', 'l.action', 'l.reason', 'l.details'])
    .select(['actor.id as actor_id', 'actor.name as actor_name'])
    .select(['subject.id as subject_id', 'subject.name as subject_name'])
    .where('l.channel_id', '=', channelId)
    .$call(pageByTime(['l.at', 'l.id'], 'desc', page))
    .execute();
  return rows.map(({ id, at, action, reason, details, ...row }) => ({
    id,
    at,
    action,
    reason,
    details,
    actor: nameUser(row.actor_id, row.actor_name),
    subject: nameUser(row.subject_id, row.subject_name),
  }));
};

/** Latest first. Throws `forbidden`. */
export const listChannelLog: ChatCall<typeof listChannelLogCall> = async (
  chat,
  { params, query, user },
) => {
  const { actor, policy } = await seeChannel(chat, user, params.id);
  if (!mayModerate(actor, policy)) throw new CallError('forbidden');
  const { cursor, limit } = query;
  const rows = await readLog(chat, params.id, { after: readTimeCursor(cursor), limit });
  const page = cutPage(rows, limit);
  return {
    entries: page.rows.map(({ at, ...entry }) => Object.assign(entry, { at: at.toISOString() })),
    nextCursor: page.nextCursor,
  };
};

export const eraseOldLog = async ({ database, clock }: ChatContext): Promise<void> => {
  await database
    .deleteFrom('channel_log')
    .where('at', '<', new Date(clock.now() - CHANNEL_LOG_LIFETIME_MS))
    .execute();
};

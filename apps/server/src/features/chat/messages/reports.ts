import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { userIdSchema } from '@izgodno/contract/accounts/session';
import { messageIdSchema } from '@izgodno/contract/chat/message';
import type * as calls from '@izgodno/contract/chat/moderation-calls';
import { afterCommit } from '#platform/database/after-commit.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutPageBy, readPageCursor } from '#platform/http/page-cursor.ts';
import { DELETED_USER_ID } from '#platform/uuid.ts';
import { noticesOfReports } from '#features/notices/api.ts';
import type { Schema } from '#schema/schema.ts';
import { readMessage } from '../channels/channel-context.ts';
import { mayDecideReports } from '../channels/channel-policy.ts';
import type { ChatCall, ChatContext } from '../chat-context.ts';
import { findMessage, presentMessage, readMessages, type MessageRow } from './message-rows.ts';
import { eraseMessage } from './messages.ts';
import {
  auditedMessage,
  closeReports,
  findSeller,
  holdConcerned,
  noticeOfRemoval,
  readSellers,
  subjectOfMessage,
} from './removals.ts';

export const reportMessage: ChatCall<typeof calls.reportMessage> = async (
  chat,
  { params, body, user },
) => {
  const { message } = await readMessage(chat, user, params.id, { ofRemovedDeal: true });
  if (message.deleted_at !== null) throw new CallError('not_found');
  const { edited_at: editedAt } = message;
  const report = { ...body, created_at: new Date(chat.clock.now()), closed_at: null };
  await chat.database
    .insertInto('message_reports')
    .values({
      channel_id: message.channel_id,
      message_id: message.id,
      reporter_id: user.id,
      ...report,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['channel_id', 'message_id', 'reporter_id'])
        .doUpdateSet(report)
        // What was decided is not decided again, unless the message has changed.
        .where((eb) =>
          eb.or([
            eb('message_reports.closed_at', 'is', null),
            ...(editedAt === null ? [] : [eb('message_reports.closed_at', '<', editedAt)]),
          ]),
        ),
    )
    .execute();
  return {};
};

/** Report times in epoch milliseconds, and the message and the reporter of the last report. */
const cursorSchema = z.tuple([z.int(), messageIdSchema, userIdSchema]);

/** The reporter of a report `r`, who may have deleted the account. */
const REPORTER_ID = sql<string>`coalesce(r.reporter_id, ${sql.lit(DELETED_USER_ID)}::uuid)`;

/** The oldest first. Reports of a deleted message wait no longer. */
export const listMessageReports: ChatCall<typeof calls.listMessageReports> = async (
  { database },
  { query: { limit, cursor }, user },
) => {
  const after = readPageCursor(cursorSchema, cursor);
  const found = await database
    .selectFrom('message_reports as r')
    .leftJoin('users as u', 'u.id', 'r.reporter_id')
    .select(['r.message_id', 'r.reason', 'r.note', 'r.created_at', REPORTER_ID.as('id'), 'u.name'])
    .where('r.closed_at', 'is', null)
    // Not a join, which PostgreSQL expects to find one report, so that it would read all of them.
    .where(
      sql<boolean>`coalesce((
        SELECT bool_or(deleted_at IS NULL) FROM messages
         WHERE channel_id = r.channel_id AND id = r.message_id
      ), false)`,
    )
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(r.created_at, r.message_id, ${REPORTER_ID})
          > (${new Date(after?.[0] ?? 0)}, ${after?.[1]}::uuid, ${after?.[2]}::uuid)`,
      ),
    )
    .orderBy('r.created_at')
    .orderBy('r.message_id')
    .orderBy(REPORTER_ID)
    .limit(limit + 1)
    .execute();
  const { rows, nextCursor } = cutPageBy(found, limit, (last) => [
    last.created_at.getTime(),
    last.message_id,
    last.id,
  ]);
  const messageIds = rows.map(({ message_id }) => message_id);
  const messages = await readMessages(database, messageIds);
  const channelIds = [...messages.values()].map(({ channel_id }) => channel_id);
  const sellers = await readSellers(database, channelIds);
  const reports = rows.flatMap(({ message_id, id, name, reason, note, created_at }) => {
    const message = messages.get(message_id);
    if (message === undefined) return [];
    const { sender_id: senderId, channel_id: channelId } = message;
    const sellerId = sellers.get(channelId) ?? null;
    return {
      message: presentMessage(message),
      mayDecide: mayDecideReports(user, { senderId, sellerId }),
      reporter: { id, name: name ?? '' },
      reason,
      note,
      createdAt: created_at.toISOString(),
    };
  });
  return { reports, nextCursor };
};

interface MessageDecision {
  readonly moderatorId: string;
  readonly isDeleted: boolean;
  readonly reason: string;
}

/**
 * Closes the reports, deletes the message or not, records the decision, and notifies the sender of a
 * deleted message, all or nothing. The closed reports keep other moderators waiting, so that one
 * decision wins.
 */
const decide = async (
  chat: ChatContext,
  message: MessageRow,
  { moderatorId, isDeleted, reason }: MessageDecision,
): Promise<void> => {
  const removal = isDeleted ? noticeOfRemoval(chat, message, reason) : null;
  let isDecided = false;
  const record = async (transaction: Transaction<Schema>): Promise<void> => {
    const reporterIds = await closeReports(chat, transaction, message);
    // Another moderator may have closed them.
    if (reporterIds.length === 0) throw new CallError('not_found');
    const decision = `${message.id}:${chat.clock.now()}`;
    const subject = subjectOfMessage(message);
    const outcome = isDeleted ? 'upheld' : 'dismissed';
    const ofReports = noticesOfReports({ reporterIds, subject, decision, outcome });
    await chat.audit.record(
      {
        actorId: moderatorId,
        action: isDeleted ? 'message.delete' : 'message.dismiss_report',
        reason,
        ownerId: removal?.userId ?? null,
        ...auditedMessage(message.id, message.channel_id, message.sender_id),
      },
      transaction,
    );
    const notices = [...(removal === null ? [] : [removal]), ...ofReports];
    await chat.noticePublisher.store(transaction, notices);
    afterCommit(transaction, 'decided', () => void (isDecided = true));
  };
  if (isDeleted) await eraseMessage(chat, message, record);
  else
    await chat.database.transaction().execute(async (transaction) => {
      await holdConcerned(transaction, message);
      await record(transaction);
    });
  // Its sender deleted it meanwhile.
  if (!isDecided) throw new CallError('not_found');
};

/**
 * Throws `not_found` if there is no report of the message, or the message is deleted, and `forbidden`
 * for one of the moderator's own or on a deal of their own.
 */
export const closeMessageReports: ChatCall<typeof calls.closeMessageReports> = async (
  chat,
  { params, body, user },
) => {
  const message = await findMessage(chat.database, params.messageId);
  if (message === null || message.deleted_at !== null) throw new CallError('not_found');
  const sellerId = await findSeller(chat.database, message.channel_id);
  if (!mayDecideReports(user, { senderId: message.sender_id, sellerId }))
    throw new CallError('forbidden');
  await decide(chat, message, {
    moderatorId: user.id,
    isDeleted: body.outcome === 'deleted',
    reason: body.reason ?? '',
  });
  return {};
};

import type { Transaction } from 'kysely';
import { dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import type * as calls from '@izgodno/contract/chat/moderation-calls';
import { CallError } from '#platform/http/errors.ts';
import type { Schema } from '#schema/schema.ts';
import { readMessage } from '../channels/channel-context.ts';
import { mayReadReports } from '../channels/channel-policy.ts';
import type { ChatCall, ChatContext } from '../chat-context.ts';
import { findMessage, presentMessage, type MessageRow } from './message-rows.ts';
import { eraseMessage } from './messages.ts';

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

/** Throws `forbidden`. */
export const listMessageReports: ChatCall<typeof calls.listMessageReports> = async (
  { database },
  { query, user },
) => {
  if (!mayReadReports(user.role)) throw new CallError('forbidden');
  const rows = await database
    .selectFrom('message_reports as r')
    .innerJoin('users as u', 'u.id', 'r.reporter_id')
    .select(['r.message_id', 'r.reason', 'r.note', 'r.created_at', 'u.id', 'u.name'])
    .where('r.closed_at', 'is', null)
    .orderBy('r.created_at')
    .limit(query.limit)
    .execute();
  const reports = await Promise.all(
    rows.map(async ({ message_id, id, name, reason, note, created_at }) => {
      const message = await findMessage(database, message_id);
      if (message === null) return [];
      const createdAt = created_at.toISOString();
      return [
        { message: presentMessage(message), reporter: { id, name }, reason, note, createdAt },
      ];
    }),
  );
  return { reports: reports.flat() };
};

/** Of decisions without one. */
const DEFAULT_REASON = 'report';

interface MessageDecision {
  readonly moderatorId: string;
  readonly isDeleted: boolean;
  readonly reason: string;
}

/** Throws `not_found` if another moderator has closed them. */
const closeReports = async (
  transaction: Transaction<Schema>,
  { id, channel_id: channelId }: MessageRow,
  at: Date,
): Promise<void> => {
  const { numUpdatedRows } = await transaction
    .updateTable('message_reports')
    .set({ closed_at: at })
    .where('channel_id', '=', channelId)
    .where('message_id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new CallError('not_found');
};

/**
 * Closes the reports, deletes the message or not, records the decision, and notifies the sender of a
 * deleted message. The closed reports keep other moderators waiting, so that one decision wins.
 */
const decide = async (
  chat: ChatContext,
  message: MessageRow,
  { moderatorId, isDeleted, reason }: MessageDecision,
): Promise<void> => {
  const { id, channel_id: channelId, sender_id: senderId, sender_name: senderName } = message;
  const { audit, clock, noticePublisher } = chat;
  // The sender's account may be deleted.
  const ownerId = isDeleted && senderName !== null ? senderId : null;
  await noticePublisher.transaction(async (transaction, notify) => {
    await closeReports(transaction, message, new Date(clock.now()));
    // A transaction of its own: what fails after it leaves the reports open, to be decided again.
    if (isDeleted) await eraseMessage(chat, message);
    await audit.record(
      {
        actorId: moderatorId,
        action: isDeleted ? 'message.delete' : 'message.dismiss_report',
        subject: { kind: 'message', id },
        reason,
        ownerId,
        details: { channelId, senderId },
      },
      transaction,
    );
    if (ownerId === null) return;
    const decided = dealOfChannel(channelId) === null ? 'message_removed' : 'comment_removed';
    const about = { kind: 'moderation_decision', decided, reason } as const;
    await notify([{ userId: ownerId, occasion: `${decided}:${id}:${clock.now()}`, about }]);
  });
};

/** Throws `forbidden`, or `not_found` if there is no report of the message. */
export const closeMessageReports: ChatCall<typeof calls.closeMessageReports> = async (
  chat,
  { params, body, user },
) => {
  if (!mayReadReports(user.role)) throw new CallError('forbidden');
  const message = await findMessage(chat.database, params.messageId);
  if (message === null) throw new CallError('not_found');
  await decide(chat, message, {
    moderatorId: user.id,
    isDeleted: body.outcome === 'deleted',
    reason: body.reason ?? DEFAULT_REASON,
  });
  return {};
};

import { dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import type * as calls from '@izgodno/contract/chat/moderation-calls';
import { CallError } from '#platform/http/errors.ts';
import { readMessage } from '../channels/channel-context.ts';
import { mayReadReports } from '../channels/channel-policy.ts';
import type { ChatCall, ChatContext } from '../chat-context.ts';
import { findMessage, presentMessage, type MessageRow } from './message-rows.ts';
import { eraseMessage } from './messages.ts';

export const reportMessage: ChatCall<typeof calls.reportMessage> = async (
  chat,
  { params, body, user },
) => {
  const { message } = await readMessage(chat, user, params.id);
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
      conflict.columns(['channel_id', 'message_id', 'reporter_id']).doUpdateSet(report),
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

/** Records the decision, and notifies the sender of a deleted message. */
const recordDecision = async (
  { audit, clock, notifier }: ChatContext,
  { id, channel_id: channelId, sender_id: senderId, sender_name: senderName }: MessageRow,
  { moderatorId, isDeleted, reason }: MessageDecision,
): Promise<void> => {
  // The sender's account may be deleted.
  const ownerId = isDeleted && senderName !== null ? senderId : null;
  await notifier.transaction(async (transaction, notify) => {
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
  const { messageId } = params;
  const isDeleted = body.outcome === 'deleted';
  if (!mayReadReports(user.role)) throw new CallError('forbidden');
  const message = await findMessage(chat.database, messageId);
  if (message === null) throw new CallError('not_found');
  const closed = await chat.database
    .updateTable('message_reports')
    .set({ closed_at: new Date(chat.clock.now()) })
    .where('channel_id', '=', message.channel_id)
    .where('message_id', '=', messageId)
    .where('closed_at', 'is', null)
    .returning('reporter_id')
    .execute();
  if (closed.length === 0) throw new CallError('not_found');
  if (isDeleted) await eraseMessage(chat, message);
  await recordDecision(chat, message, {
    moderatorId: user.id,
    isDeleted,
    reason: body.reason ?? DEFAULT_REASON,
  });
  return {};
};

import { sql, type Transaction } from 'kysely';
import { MAX_DIFFERENT_REACTIONS, MAX_PINS, REACTORS_NAMED } from '@izgodno/contract/chat/limits';
import type { Message, Reaction } from '@izgodno/contract/chat/message';
import type * as calls from '@izgodno/contract/chat/message-calls';
import type { Schema } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { readMessage, requireReachable } from '../channels/channel-context.ts';
import { mayPin } from '../channels/channel-policy.ts';
import { countCall, type ChatCall, type ChatContext } from '../chat-context.ts';
import { presentMessage, type MessageRow } from './message-rows.ts';

type ReactionKey = Pick<MessageRow, 'channel_id' | 'id'>;

/** The reactions to a message, the earliest emoji first, in the message's own form. */
const countReactions = async (
  transaction: Transaction<Schema>,
  message: ReactionKey,
): Promise<Reaction[]> => {
  const { rows } = await sql<Reaction>`
    SELECT emoji, count(*)::integer AS count,
      to_jsonb((array_agg(user_id ORDER BY created_at, user_id))[1:${sql.lit(REACTORS_NAMED)}]) AS "userIds"
    FROM message_reactions
    WHERE channel_id = ${message.channel_id}::uuid AND message_id = ${message.id}::uuid
    GROUP BY emoji ORDER BY min(created_at), emoji`.execute(transaction);
  return rows;
};

/** Throws like `readMessage`, and `message_deleted`, `too_many_reactions`, `channel_archived`. */
const changeReactions = async (
  chat: ChatContext,
  user: Principal,
  messageId: string,
  work: (transaction: Transaction<Schema>, message: ReactionKey) => Promise<unknown>,
): Promise<{ readonly message: Message }> => {
  const { message, context } = await readMessage(chat, user, messageId);
  requireReachable(context);
  if (context.channel.archived_at !== null) throw new CallError('channel_archived');
  countCall(chat, 'change', user.id);
  const row = await chat.writer.change(message.channel_id, messageId, async (now, transaction) => {
    if (now.deleted_at !== null) throw new CallError('message_deleted');
    if ((await work(transaction, now)) === undefined) return null;
    const reactions = await countReactions(transaction, now);
    if (reactions.length > MAX_DIFFERENT_REACTIONS) throw new CallError('too_many_reactions');
    return { reactions: JSON.stringify(reactions) };
  });
  return { message: presentMessage(row) };
};

export const addReaction: ChatCall<typeof calls.addReaction> = (chat, { params, user }) =>
  changeReactions(chat, user, params.id, (transaction, message) =>
    transaction
      .insertInto('message_reactions')
      .values({
        channel_id: message.channel_id,
        message_id: message.id,
        user_id: user.id,
        emoji: params.emoji,
        created_at: new Date(chat.clock.now()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('emoji')
      .executeTakeFirst(),
  );

export const removeReaction: ChatCall<typeof calls.removeReaction> = (chat, { params, user }) =>
  changeReactions(chat, user, params.id, (transaction, message) =>
    transaction
      .deleteFrom('message_reactions')
      .where('channel_id', '=', message.channel_id)
      .where('message_id', '=', message.id)
      .where('user_id', '=', user.id)
      .where('emoji', '=', params.emoji)
      .returning('emoji')
      .executeTakeFirst(),
  );

/** Throws `forbidden`. */
const changePin = async (
  chat: ChatContext,
  user: Principal,
  messageId: string,
  decide: (
    row: MessageRow,
    transaction: Transaction<Schema>,
  ) => Promise<{ pinned_at: Date | null } | null>,
): Promise<{ readonly message: Message }> => {
  const { message, context } = await readMessage(chat, user, messageId);
  requireReachable(context);
  if (!mayPin(context.actor, context.policy)) throw new CallError('forbidden');
  const row = await chat.writer.change(message.channel_id, messageId, decide);
  return { message: presentMessage(row) };
};

/** Throws `forbidden`, `message_deleted`, `too_many_pins`. */
export const pinMessage: ChatCall<typeof calls.pinMessage> = (chat, { params, user }) =>
  changePin(chat, user, params.id, async (row, transaction) => {
    if (row.deleted_at !== null) throw new CallError('message_deleted');
    if (row.pinned_at !== null) return null;
    const { pins } = await transaction
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<number>().as('pins'))
      .where('channel_id', '=', row.channel_id)
      .where('pinned_at', 'is not', null)
      .executeTakeFirstOrThrow();
    if (pins >= MAX_PINS) throw new CallError('too_many_pins');
    return { pinned_at: new Date(chat.clock.now()) };
  });

export const unpinMessage: ChatCall<typeof calls.unpinMessage> = (chat, { params, user }) =>
  changePin(chat, user, params.id, async (row) =>
    row.pinned_at === null ? null : { pinned_at: null },
  );

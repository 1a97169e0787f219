import { sql, type Transaction } from 'kysely';
import { MAX_DIFFERENT_REACTIONS, MAX_PINS, REACTORS_NAMED } from '@izgodno/contract/chat/limits';
import type { Reaction } from '@izgodno/contract/chat/message';
import type { Clock } from '#platform/clock.ts';
import type { Schema } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import type { ChannelAccess } from './channel-access.ts';
import { mayPin } from './channel-policy.ts';
import type { MessageRow } from './message-rows.ts';
import type { MessageWriter } from './message-writer.ts';
import type { RateLimits } from './rate-limits.ts';
import { requireReachable } from './sending-times.ts';

export interface ReactionServiceOptions {
  readonly clock: Clock;
  readonly access: ChannelAccess;
  readonly writer: MessageWriter;
  readonly rates: RateLimits;
}

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

export type ReactionService = ReturnType<typeof createReactionService>;

/** Reactions and pins. */
export const createReactionService = ({ clock, access, writer, rates }: ReactionServiceOptions) => {
  const changeReactions = async (
    who: Principal,
    messageId: string,
    work: (transaction: Transaction<Schema>, message: ReactionKey) => Promise<boolean>,
  ): Promise<MessageRow> => {
    const { message, standing } = await access.read(who, messageId);
    requireReachable(standing);
    if (standing.channel.archived_at !== null) throw new CallError('channel_archived');
    rates.take('change', who.id);
    return writer.change(message.channel_id, messageId, async (now, transaction) => {
      if (now.deleted_at !== null) throw new CallError('message_deleted');
      if (!(await work(transaction, now))) return null;
      const reactions = await countReactions(transaction, now);
      if (reactions.length > MAX_DIFFERENT_REACTIONS) throw new CallError('too_many_reactions');
      return { reactions: JSON.stringify(reactions) };
    });
  };

  const changePin = async (
    who: Principal,
    messageId: string,
    decide: (
      row: MessageRow,
      transaction: Transaction<Schema>,
    ) => Promise<{ pinned_at: Date | null } | null>,
  ): Promise<MessageRow> => {
    const { message, standing } = await access.read(who, messageId);
    requireReachable(standing);
    if (!mayPin(standing.actor, standing.policy)) throw new CallError('forbidden');
    return writer.change(message.channel_id, messageId, decide);
  };

  return {
    /** Throws `message_deleted`, `too_many_reactions`, `channel_archived`. */
    react: (who: Principal, messageId: string, emoji: string): Promise<MessageRow> =>
      changeReactions(who, messageId, async (transaction, message) => {
        const added = await transaction
          .insertInto('message_reactions')
          .values({
            channel_id: message.channel_id,
            message_id: message.id,
            user_id: who.id,
            emoji,
            created_at: new Date(clock.now()),
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('emoji')
          .executeTakeFirst();
        return added !== undefined;
      }),

    unreact: (who: Principal, messageId: string, emoji: string): Promise<MessageRow> =>
      changeReactions(who, messageId, async (transaction, message) => {
        const removed = await transaction
          .deleteFrom('message_reactions')
          .where('channel_id', '=', message.channel_id)
          .where('message_id', '=', message.id)
          .where('user_id', '=', who.id)
          .where('emoji', '=', emoji)
          .returning('emoji')
          .executeTakeFirst();
        return removed !== undefined;
      }),

    /** Throws `forbidden`, `message_deleted`, `too_many_pins`. */
    pin: (who: Principal, messageId: string): Promise<MessageRow> =>
      changePin(who, messageId, async (row, transaction) => {
        if (row.deleted_at !== null) throw new CallError('message_deleted');
        if (row.pinned_at !== null) return null;
        const { pins } = await transaction
          .selectFrom('messages')
          .select(({ fn }) => fn.countAll<number>().as('pins'))
          .where('channel_id', '=', row.channel_id)
          .where('pinned_at', 'is not', null)
          .executeTakeFirstOrThrow();
        if (pins >= MAX_PINS) throw new CallError('too_many_pins');
        return { pinned_at: new Date(clock.now()) };
      }),

    unpin: (who: Principal, messageId: string): Promise<MessageRow> =>
      changePin(who, messageId, async (row) =>
        row.pinned_at === null ? null : { pinned_at: null },
      ),
  };
};

import type { Transaction } from 'kysely';
import type { Reaction } from '@izgodno/contract/chat/message';
import { createUuidV7 } from '#platform/uuid.ts';
import type { Schema } from '#schema/schema.ts';
import { insertMember } from '../members/member-rows.ts';

/** A conversation of the past, the oldest message first. */
export interface ChannelHistory {
  /** Null for the default channel, which is filled only while it is empty. */
  readonly name: string | null;
  readonly topic: string;
  readonly createdAt: Date;
  readonly memberIds: readonly string[];
  readonly messages: readonly {
    readonly senderId: string;
    readonly text: string;
    readonly searchTerms: string;
    readonly at: Date;
    readonly reactions: readonly Reaction[];
  }[];
}

/** Null if the channel exists with another conversation. */
const findOrMakeChannel = async (
  transaction: Transaction<Schema>,
  { name, topic, createdAt }: ChannelHistory,
): Promise<string | null> => {
  const channel =
    name === null
      ? transaction
          .updateTable('channels')
          .set({ topic })
          .where('is_default', '=', true)
          .where('last_seq', '=', 0)
          .returning('id')
      : transaction
          .insertInto('channels')
          .values({
            id: createUuidV7(createdAt.getTime()),
            name,
            kind: 'public',
            topic,
            direct_key: null,
            created_by: null,
            created_at: createdAt,
            archived_at: null,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id');
  return (await channel.executeTakeFirst())?.id ?? null;
};

/** Stores a public conversation that was held elsewhere; an existing one stays unchanged. */
export const storeChannelHistory = async (
  transaction: Transaction<Schema>,
  history: ChannelHistory,
): Promise<void> => {
  const channelId = await findOrMakeChannel(transaction, history);
  if (channelId === null) return;
  const { createdAt, memberIds, messages } = history;
  for (const id of memberIds)
    await insertMember(transaction, channelId, id, { role: 'member', at: createdAt });
  const rows = messages.map((message, index) => ({
    message,
    seq: index + 1,
    id: createUuidV7(message.at.getTime()),
  }));
  await transaction
    .insertInto('messages')
    .values(
      rows.map(({ seq, id, message: { senderId, text, searchTerms, at, reactions } }) => ({
        channel_id: channelId,
        seq,
        version: seq,
        id,
        client_id: createUuidV7(at.getTime()),
        sender_id: senderId,
        text,
        search_words: searchTerms,
        reactions: JSON.stringify(reactions),
        thread_id: null,
        created_at: at,
        edited_at: null,
        deleted_at: null,
        pinned_at: null,
      })),
    )
    .execute();
  await transaction
    .insertInto('message_reactions')
    .values(
      rows.flatMap(({ id, message: { at, reactions } }) =>
        reactions.flatMap(({ emoji, userIds }) =>
          userIds.map((userId) => ({
            channel_id: channelId,
            message_id: id,
            user_id: userId,
            emoji,
            created_at: at,
          })),
        ),
      ),
    )
    .execute();
  await transaction
    .updateTable('channels')
    .set({ last_seq: rows.length, version: rows.length })
    .where('id', '=', channelId)
    .execute();
};

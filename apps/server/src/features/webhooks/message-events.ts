import { sql, type Transaction } from 'kysely';
import type { EventWithData } from '@izgodno/contract/webhooks/events';
import type { Schema } from '#schema/schema.ts';
import { recordFor } from './record-event.ts';
import type { WebhooksContext } from './webhooks-context.ts';

/** Channels read by one run; the rest waits for the next. */
const CHANNELS_AT_ONCE = 200;
/** A webhook that falls further behind misses the older messages of a channel. */
const MOST_MESSAGES = 200;

/** A channel with messages that a webhook was not recorded for. */
interface Unread {
  readonly webhook_id: string;
  readonly channel_id: string;
}

const readUnread = async ({ database }: WebhooksContext): Promise<readonly Unread[]> => {
  const { rows } = await sql<Unread>`
    SELECT w.id AS webhook_id, m.channel_id
      FROM webhooks w
      JOIN channel_members m ON m.user_id = w.user_id
      JOIN channels c ON c.id = m.channel_id
      LEFT JOIN webhook_channels k ON k.webhook_id = w.id AND k.channel_id = m.channel_id
     WHERE w.state = 'enabled' AND 'message.posted' = ANY(w.events)
       AND c.kind <> 'deal' AND c.last_seq > coalesce(k.seq, 0)
     LIMIT ${CHANNELS_AT_ONCE}`.execute(database);
  return rows;
};

interface PostedMessage {
  readonly id: string;
  readonly text: string;
  readonly sender_id: string;
  readonly created_at: Date;
  readonly name: string | null;
}

const toEvent = (
  { baseUrl }: WebhooksContext,
  channel: { readonly id: string; readonly name: string },
  { id, text, sender_id, created_at, name }: PostedMessage,
): EventWithData<'message.posted'> => ({
  event: 'message.posted',
  data: {
    id,
    channel,
    sender: { id: sender_id, name: name ?? '' },
    text,
    createdAt: created_at.toISOString(),
    url: `${baseUrl}/chat/${channel.id}`,
  },
});

/** Records the messages of others in one channel, each once. */
const recordMessagesOf = (
  webhooks: WebhooksContext,
  { webhook_id: webhookId, channel_id: channelId }: Unread,
): Promise<void> =>
  webhooks.database.transaction().execute(async (transaction) => {
    // Concurrent runs would record a message twice.
    const webhook = await transaction
      .selectFrom('webhooks')
      .select(['user_id', 'created_at'])
      .where('id', '=', webhookId)
      .where('state', '=', 'enabled')
      .forUpdate()
      .executeTakeFirst();
    if (webhook === undefined) return;
    const channel = await transaction
      .selectFrom('channels as c')
      .innerJoin('channel_members as m', 'm.channel_id', 'c.id')
      .leftJoin('webhook_channels as k', (join) =>
        join.onRef('k.channel_id', '=', 'c.id').on('k.webhook_id', '=', webhookId),
      )
      .select(['c.name', 'c.last_seq', 'm.joined_at', 'k.seq'])
      .where('c.id', '=', channelId)
      .where('m.user_id', '=', webhook.user_id)
      .executeTakeFirst();
    if (channel === undefined) return;
    const messages = await transaction
      .selectFrom('messages as m')
      .leftJoin('users as u', 'u.id', 'm.sender_id')
      .select(['m.id', 'm.text', 'm.sender_id', 'm.created_at', 'u.name'])
      .where('m.channel_id', '=', channelId)
      .where('m.seq', '>', Math.max(channel.seq ?? 0, channel.last_seq - MOST_MESSAGES))
      .where('m.seq', '<=', channel.last_seq)
      .where('m.sender_id', '!=', webhook.user_id)
      .where('m.deleted_at', 'is', null)
      .where('m.created_at', '>=', webhook.created_at)
      .where('m.created_at', '>=', channel.joined_at)
      .orderBy('m.seq')
      .execute();
    const named = { id: channelId, name: channel.name };
    await recordFor(
      webhooks,
      transaction,
      messages.map((message) => ({ webhookId, happened: toEvent(webhooks, named, message) })),
    );
    await transaction
      .insertInto('webhook_channels')
      .values({ webhook_id: webhookId, channel_id: channelId, seq: channel.last_seq })
      .onConflict((conflict) =>
        conflict.columns(['webhook_id', 'channel_id']).doUpdateSet({ seq: channel.last_seq }),
      )
      .execute();
  });

/** Makes the webhooks of a user that get no messages skip those until now. */
export const skipMessages = async (
  transaction: Transaction<Schema>,
  userId: string,
): Promise<void> => {
  await sql`
    INSERT INTO webhook_channels (webhook_id, channel_id, seq)
    SELECT w.id, c.id, c.last_seq
      FROM webhooks w
      JOIN channel_members m ON m.user_id = w.user_id
      JOIN channels c ON c.id = m.channel_id
     WHERE w.user_id = ${userId}
       AND (w.state <> 'enabled' OR 'message.posted' <> ALL(w.events))
    ON CONFLICT (webhook_id, channel_id) DO UPDATE SET seq = excluded.seq`.execute(transaction);
};

/** Records new messages in the channels of their owners. */
export const recordMessageEvents = async (webhooks: WebhooksContext): Promise<void> => {
  for (const unread of await readUnread(webhooks)) await recordMessagesOf(webhooks, unread);
};

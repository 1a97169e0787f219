import type { Transaction } from 'kysely';
import type * as calls from '@izgodno/contract/chat/channel-calls';
import { isUniqueViolation } from '#platform/database/violations.ts';
import type { CallRequest } from '#platform/http/add-call.ts';
import { mayCall, type Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Schema } from '#schema/schema.ts';
import type { ChatCall, ChatContext } from '../chat-context.ts';
import { lockAndSeeChannel } from './channel-context.ts';
import { mayConfigure } from './channel-policy.ts';
import {
  presentChannel,
  presentSeen,
  viewChannel,
  type ChannelRow,
  type ChannelView,
} from './channel-rows.ts';

/** Readers are shown for the messages sent from now on; switching it on twice changes nothing. */
const showReaders = async (
  transaction: Transaction<Schema>,
  { id, last_seq }: ChannelRow,
  isOn: boolean,
): Promise<void> => {
  if (isOn)
    await transaction
      .insertInto('channel_readers')
      .values({ channel_id: id, from_seq: last_seq + 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else await transaction.deleteFrom('channel_readers').where('channel_id', '=', id).execute();
};

const auditedValues = ({ name, topic, slow_mode_seconds: slowMode, archived_at }: ChannelRow) => ({
  name,
  topic,
  slowMode: String(slowMode),
  archived: String(archived_at !== null),
});

/** Adds to the audit trail what a moderator of the product changed in a public channel. */
const recordChange = async (
  { audit }: ChatContext,
  transaction: Transaction<Schema>,
  user: Principal,
  { before, after }: { readonly before: ChannelRow; readonly after: ChannelRow },
): Promise<void> => {
  if (!mayCall(user.role, 'moderator') || after.kind !== 'public') return;
  const now = new Map(Object.entries(auditedValues(after)));
  const changed = Object.entries(auditedValues(before)).filter(
    ([key, value]) => now.get(key) !== value,
  );
  const details = Object.fromEntries(
    changed.map(([key, value]) => [key, `${value} → ${now.get(key)}`]),
  );
  const subject = { kind: 'channel', id: after.id } as const;
  if (changed.length > 0)
    await audit.record(
      { actorId: user.id, action: 'channel.change', subject, reason: '', details },
      transaction,
    );
};

/** Changes only what is given. Throws `not_found`, `forbidden`, or a unique violation of the name. */
const changeChannel = async (
  chat: ChatContext,
  transaction: Transaction<Schema>,
  { params: { id: channelId }, body, user }: CallRequest<typeof calls.updateChannel>,
): Promise<ChannelView> => {
  const { name, topic, slowModeSeconds, archived, showsReaders } = body;
  const { channel, membership, actor, policy } = await lockAndSeeChannel(
    transaction,
    user,
    channelId,
  );
  if (!mayConfigure(actor, policy) || (archived === true && channel.is_default))
    throw new CallError('forbidden');
  const row = await transaction
    .updateTable('channels')
    .set((column) => ({
      name: name ?? column.ref('name'),
      topic: topic ?? column.ref('topic'),
      slow_mode_seconds: slowModeSeconds ?? column.ref('slow_mode_seconds'),
      ...(archived === undefined
        ? {}
        : { archived_at: archived ? new Date(chat.clock.now()) : null }),
    }))
    .where('id', '=', channelId)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (showsReaders !== undefined) await showReaders(transaction, row, showsReaders);
  await recordChange(chat, transaction, user, { before: channel, after: row });
  return viewChannel(transaction, row, membership);
};

/** Throws `not_found`, `forbidden`, `channel_name_taken`. */
export const updateChannel: ChatCall<typeof calls.updateChannel> = async (chat, request) => {
  try {
    const view = await chat.database
      .transaction()
      .execute((transaction) => changeChannel(chat, transaction, request));
    chat.realtime.toChannel(request.params.id, {
      type: 'channel.changed',
      data: { channel: presentChannel(view) },
    });
    return { channel: presentSeen(view) };
  } catch (error) {
    throw isUniqueViolation(error) ? new CallError('channel_name_taken') : error;
  }
};

import type * as z from 'zod/mini';
import type { sendMessage as call } from '@izgodno/contract/chat/message-calls';
import type { Database } from '#schema/schema.ts';
import type { ReadingAhead } from '#platform/http/add-call.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { requireMember, requireOpen, type MemberContext } from '../channels/channel-context.ts';
import { mayModerate } from '../channels/channel-policy.ts';
import { type ChannelOfUser, findChannelOf } from '../channels/channel-rows.ts';
import { countCall, type ChatContext } from '../chat-context.ts';
import { followByReply, publishThreads } from '../threads/threads.ts';
import { fileIdsOf, keepAttachments } from './attachments.ts';
import { enqueuePreviews } from './link-previews.ts';
import { rejectTooMany, showProcessedMeanwhile } from './message-files.ts';
import { findMessage, findSent, presentMessage, type MessageRow } from './message-rows.ts';
import { quotationOf } from './shown-messages.ts';
import { readText, searchTermsOf } from './message-text.ts';

/** The quoted message as the reply shows it. Throws `not_found`. */
export const readQuoted = async (
  database: Database,
  channelId: string,
  messageId: string | undefined,
): Promise<{ replyTo: MessageRow['reply_to']; threadId: string | null }> => {
  if (messageId === undefined) return { replyTo: null, threadId: null };
  const quoted = await findMessage(database, messageId);
  if (quoted === null || quoted.channel_id !== channelId) throw new CallError('not_found');
  return { replyTo: quotationOf(quoted), threadId: quoted.thread_id ?? quoted.id };
};

/**
 * Throws `slow_mode` with the time until the sender's next message. `now` is in epoch milliseconds.
 */
export const enforceSlowMode = async (
  database: Database,
  { channel, membership, actor, policy }: MemberContext,
  now: number,
): Promise<void> => {
  if (channel.slow_mode_seconds === 0 || mayModerate(actor, policy)) return;
  const pause = channel.slow_mode_seconds * 1_000;
  const taken = await database
    .updateTable('channel_members')
    .set({ last_sent_at: new Date(now) })
    .where('channel_id', '=', channel.id)
    .where('user_id', '=', membership.user_id)
    .where((where) =>
      where.or([
        where('last_sent_at', 'is', null),
        where('last_sent_at', '<=', new Date(now - pause)),
      ]),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (taken !== undefined) return;
  const last = membership.last_sent_at?.getTime() ?? now;
  throw new CallError('slow_mode', {
    retryAfter: Math.max(1, Math.ceil((last + pause - now) / 1_000)),
  });
};

type SentBody = z.output<typeof call.body>;
type Sender = Pick<Principal, 'id' | 'role'>;

/** What a message needs of the database that does not depend on the user's rights. */
const prefetch = (
  { database }: ChatContext,
  userId: string,
  { channelId, clientId }: SentBody,
): Promise<ChannelOfUser | null> => findChannelOf(database, channelId, userId, { clientId });

/**
 * The user as a sender into a channel, and the message with this client id that they have sent there
 * before: a retry of it succeeds, whatever has changed since. Throws `not_found`, `not_a_member`,
 * `forbidden` for comments, `session_expired`.
 */
export const requireSender = async (
  database: Database,
  user: Sender,
  found: ChannelOfUser | null,
  clientId: string,
) => {
  const context = requireMember(user, found);
  // Comments have a call of their own, which counts them.
  if (context.policy.kind === 'deal') throw new CallError('forbidden');
  const name = found?.userName ?? null;
  // The account was deleted concurrently.
  if (name === null) throw new CallError('session_expired');
  const known =
    found?.isSent === true
      ? await findSent(database, { channelId: context.channel.id, senderId: user.id, clientId })
      : null;
  return { context, sender: { id: user.id, name }, known };
};

/**
 * Throws `not_found`, `not_a_member`, `channel_archived`, `muted`, `validation_failed`, `slow_mode`,
 * `rate_limited`.
 */
const send = async (
  chat: ChatContext,
  user: Sender,
  body: SentBody,
  found: ChannelOfUser | null,
): Promise<MessageRow> => {
  const { database, clock, files } = chat;
  const { channelId, clientId } = body;
  const { context, sender, known } = await requireSender(database, user, found, clientId);
  if (known !== null) return known;
  requireOpen(context, clock.now());
  rejectTooMany(chat, 'attachments', body.attachments);
  countCall(chat, 'message', user.id);
  countCall(chat, 'messageInChannel', `${user.id} ${channelId}`);
  const [parts, quoted, owned] = await Promise.all([
    readText(chat, body.text, context),
    readQuoted(database, channelId, body.replyTo),
    files.findOwned(fileIdsOf(body.attachments), user.id),
  ]);
  const attachments = keepAttachments(body.attachments, owned);
  const searchTerms = searchTermsOf(chat, body.text, attachments);
  await enforceSlowMode(database, context, clock.now());
  const now = clock.now();
  const id = createUuidV7(now);
  const createdAt = new Date(now);
  const fileIds = owned.map((file) => file.id);
  let followers: readonly string[] = [];
  const row = await chat.writer.store(
    {
      id,
      channelId,
      clientId,
      sender,
      ...parts,
      searchTerms,
      ...quoted,
      forwarded: null,
      attachments,
      createdAt,
    },
    fileIds.length === 0 && quoted.threadId === null
      ? undefined
      : async (transaction, stored) => {
          await files.attach(fileIds, { kind: 'message', id }, user.id, transaction);
          if (stored.thread_id !== null) followers = await followByReply(transaction, stored);
        },
  );
  publishThreads(chat, followers);
  await showProcessedMeanwhile(chat, id, owned);
  await enqueuePreviews(chat, row);
  return row;
};

/** Sends a message as a user who makes no call of their own. Throws like `send`. */
export const sendAs = async (
  chat: ChatContext,
  user: Sender,
  body: SentBody,
): Promise<MessageRow> => send(chat, user, body, await prefetch(chat, user.id, body));

/** Prefetches while the token is still being checked. */
export const sendMessage = (
  chat: ChatContext,
): ReadingAhead<typeof call, ChannelOfUser | null> => ({
  ahead: (userId, { body }) => prefetch(chat, userId, body),
  handle: async ({ user, body, ahead }) => ({
    message: presentMessage(await send(chat, user, body, ahead)),
  }),
});

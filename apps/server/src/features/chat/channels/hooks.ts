import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { HOOK_PREFIX, MAX_HOOKS, type Hook } from '@izgodno/contract/chat/hook-calls';
import type * as calls from '@izgodno/contract/chat/hook-calls';
import type { Connection, Schema } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutShortList } from '#platform/http/short-list.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { ChatCall, ChatContext } from '../chat-context.ts';
import { lockChannel } from '../members/member-rows.ts';
import { sendAs } from '../messages/send-message.ts';
import { enterChannel, type MemberContext } from './channel-context.ts';
import { mayConfigure } from './channel-policy.ts';

/** The channel of a call, for its moderators. Throws like `enterChannel`, and `forbidden`. */
const requireModerator = async (
  chat: ChatContext,
  user: Principal,
  channelId: string,
): Promise<MemberContext> => {
  const context = await enterChannel(chat, user, channelId);
  if (!mayConfigure(context.actor, context.policy)) throw new CallError('forbidden');
  return context;
};

const readHooks = async (connection: Connection, channelId: string): Promise<readonly Hook[]> => {
  const rows = await connection
    .selectFrom('channel_hooks as h')
    .innerJoin('users as u', 'u.id', 'h.maker_id')
    .select(['h.id', 'h.name', 'h.created_at', 'h.last_used_at'])
    .select(['u.id as maker_id', 'u.name as maker_name'])
    .where('h.channel_id', '=', channelId)
    .orderBy('h.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    maker: { id: row.maker_id, name: row.maker_name },
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
};

/** Throws `not_found`, `not_a_member`, `forbidden`. */
export const listHooks: ChatCall<typeof calls.listHooks> = async (
  chat,
  { params, query, user },
) => {
  await requireModerator(chat, user, params.id);
  const hooks = await readHooks(chat.database, params.id);
  const { rows, nextCursor } = cutShortList(hooks, query, ({ createdAt, id }) => [createdAt, id]);
  return { hooks: rows, nextCursor };
};

/** Throws `not_found`, `not_a_member`, `forbidden`, `channel_archived`, `limit_reached`. */
export const createHook: ChatCall<typeof calls.createHook> = async (
  chat,
  { params, body, user },
) => {
  const { channel } = await requireModerator(chat, user, params.id);
  if (channel.archived_at !== null) throw new CallError('channel_archived');
  const now = chat.clock.now();
  const token = HOOK_PREFIX + createToken();
  const id = createUuidV7(now);
  const hooks = await chat.database.transaction().execute(async (transaction) => {
    // The limit holds for hooks made at the same time.
    await lockChannel(transaction, channel.id, [user.id]);
    const row = {
      id,
      channel_id: channel.id,
      maker_id: user.id,
      name: body.name,
      token_hash: hashToken(token),
      created_at: new Date(now),
      last_used_at: null,
    };
    await transaction.insertInto('channel_hooks').values(row).execute();
    const all = await readHooks(transaction, channel.id);
    if (all.length > MAX_HOOKS) throw new CallError('limit_reached');
    return all;
  });
  const hook = hooks.find((made) => made.id === id);
  // The maker's account was deleted concurrently.
  if (hook === undefined) throw new CallError('session_expired');
  return { hook, path: `/api/hooks/${token}` };
};

/** Throws `not_found`, `not_a_member`, `forbidden`. */
export const deleteHook: ChatCall<typeof calls.deleteHook> = async (chat, { params, user }) => {
  await requireModerator(chat, user, params.id);
  const deleted = await chat.database
    .deleteFrom('channel_hooks')
    .where('id', '=', params.hookId)
    .where('channel_id', '=', params.id)
    .returning('id')
    .executeTakeFirst();
  if (deleted === undefined) throw new CallError('not_found');
  return {};
};

/**
 * Posts as the hook's maker, within the maker's rights and limits: a maker who was muted, banned or
 * has left cannot post by it. Throws `not_found`, and like `sendMessage`.
 */
export const postByHook: ChatCall<typeof calls.postByHook> = async (chat, { params, body }) => {
  const hook = await chat.database
    .updateTable('channel_hooks')
    .set({ last_used_at: new Date(chat.clock.now()) })
    .where('token_hash', '=', hashToken(params.token))
    .returning(['channel_id', 'maker_id', 'name'])
    .executeTakeFirst();
  if (hook === undefined) throw new CallError('not_found');
  const message = await sendAs(
    chat,
    // Without the role in the product, which may need a second factor.
    { id: hook.maker_id, role: 'member' },
    {
      channelId: hook.channel_id,
      clientId: body.clientId ?? randomUUID(),
      text: `**${hook.name}** ${body.text}`,
      attachments: [],
    },
  );
  return { messageId: message.id };
};

/** Ends the hooks of a user. */
export const eraseHooksOf = async (
  transaction: Transaction<Schema>,
  userId: string,
): Promise<void> => {
  await transaction.deleteFrom('channel_hooks').where('maker_id', '=', userId).execute();
};

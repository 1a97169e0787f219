import type * as calls from '@izgodno/contract/chat/channel-calls';
import { isUniqueViolation } from '#platform/database/violations.ts';
import { CallError } from '#platform/http/errors.ts';
import { countCall, type ChatCall, type ChatContext } from '../chat-context.ts';
import { insertMember } from '../members/member-rows.ts';
import {
  blocksAmong,
  findChannelOf,
  presentChannel,
  presentOwn,
  viewChannel,
  type OwnChannelView,
} from './channel-rows.ts';
import { insertChannel, publishJoined, readOwn } from './channels.ts';

const findDirect = async ({ database }: ChatContext, key: string): Promise<string | null> => {
  const channel = await database
    .selectFrom('channels')
    .select('id')
    .where('direct_key', '=', key)
    .executeTakeFirst();
  return channel?.id ?? null;
};

/** Throws `not_found` if one of the users has no account, `person_unavailable`. */
const createDirect = async (
  chat: ChatContext,
  userId: string,
  memberIds: readonly string[],
  directKey: string,
): Promise<OwnChannelView> => {
  countCall(chat, 'channelCreation', userId);
  const users = await chat.database
    .selectFrom('users')
    .select('id')
    .where('id', 'in', memberIds)
    .execute();
  if (users.length !== memberIds.length) throw new CallError('not_found');
  if (await blocksAmong(chat.database, userId, memberIds))
    throw new CallError('person_unavailable');
  try {
    const channel = { name: '', topic: '', kind: 'direct', createdBy: userId } as const;
    return await insertChannel(chat, { ...channel, directKey, memberIds });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // The other side opened it at the same time.
    const opened = await findDirect(chat, directKey);
    if (opened === null) throw error;
    return readOwn(chat, opened, userId);
  }
};

/** Throws `not_found`, or `validation_failed` if none of these users offers the deal. */
const requireOfferedBy = async (
  { database }: ChatContext,
  dealId: number,
  memberIds: readonly string[],
): Promise<void> => {
  const deal = await database
    .selectFrom('deals')
    .select(['seller_id', 'status'])
    .where('id', '=', dealId)
    .executeTakeFirst();
  if (deal === undefined || deal.status === 'deleted') throw new CallError('not_found');
  if (deal.seller_id !== null && memberIds.includes(deal.seller_id)) return;
  const message = 'None of these people offers this deal.';
  throw new CallError('validation_failed', { fields: { dealId: { code: 'invalid', message } } });
};

/** Puts a deal at the head of a direct conversation. Throws `person_unavailable`. */
const setDeal = async (
  chat: ChatContext,
  channelId: string,
  userId: string,
  dealId: number,
): Promise<void> => {
  const found = await findChannelOf(chat.database, channelId, userId);
  if (found?.unreachable === true) throw new CallError('person_unavailable');
  const updated = await chat.database
    .updateTable('channels')
    .set((expression) => ({ deal_id: dealId, deal_seq: expression.ref('last_seq') }))
    .where('id', '=', channelId)
    .where('deal_id', 'is distinct from', dealId)
    .returningAll()
    .executeTakeFirst();
  if (updated === undefined) return;
  const channel = presentChannel(await viewChannel(chat.database, updated, null));
  chat.realtime.toChannel(channelId, { type: 'channel.changed', data: { channel } });
};

/** Returns the id of the only direct conversation of these users, which the caller is then in. */
const enterDirect = async (
  chat: ChatContext,
  userId: string,
  memberIds: readonly string[],
): Promise<string> => {
  const key = memberIds.toSorted().join(' ');
  const known = await findDirect(chat, key);
  if (known === null) return (await createDirect(chat, userId, memberIds, key)).channel.id;
  const at = new Date(chat.clock.now());
  if (await insertMember(chat.database, known, userId, { role: 'member', at }))
    await publishJoined(chat, known, [userId]);
  return known;
};

/**
 * Opens the only direct conversation of these users; a caller who had left it joins it again. Throws
 * `not_found` if one of the users has no account or there is no such deal, `person_unavailable`, and
 * `validation_failed` for a deal of somebody else.
 */
export const openDirect: ChatCall<typeof calls.openDirect> = async (chat, { body, user }) => {
  const memberIds = [...new Set([user.id, ...body.userIds])];
  const dealId = body.dealId === undefined ? null : Number(body.dealId);
  if (dealId !== null) await requireOfferedBy(chat, dealId, memberIds);
  const channelId = await enterDirect(chat, user.id, memberIds);
  if (dealId !== null) await setDeal(chat, channelId, user.id, dealId);
  return { channel: presentOwn(await readOwn(chat, channelId, user.id)) };
};

import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { listSessions } from '@izgodno/contract/accounts/calls';
import { createApiKey } from '@izgodno/contract/accounts/key-calls';
import { blockUser } from '@izgodno/contract/blocks/calls';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import { storeDraft } from '@izgodno/contract/chat/draft-calls';
import { createHook } from '@izgodno/contract/chat/hook-calls';
import { pinMessage } from '@izgodno/contract/chat/message-calls';
import { banMember } from '@izgodno/contract/chat/moderation-calls';
import { saveMessage } from '@izgodno/contract/chat/saved-calls';
import type { Call } from '@izgodno/contract/common/call';
import { setPriceAlert } from '@izgodno/contract/price-alerts/calls';
import { saveSearch } from '@izgodno/contract/saved-searches/calls';
import { createWebhook } from '@izgodno/contract/webhooks/calls';
import { provideChatApp, type Chatter } from './chat-app.ts';
import { contractCalls } from './contract-calls.ts';
import { aDeal, insertDeals, insertSources } from './deal-factory.ts';

const chat = provideChatApp({ BUDGET_PER_MINUTE: '0', OUTGOING_ALLOW: '127.0.0.1' });
let maria: Chatter;
let channelId = '';

/** Lists that come whole unless a program sends a `limit`. */
const shortLists = contractCalls.filter(
  ({ query }) =>
    query instanceof z.ZodMiniObject &&
    query.shape['cursor'] instanceof z.ZodMiniOptional &&
    query.shape['limit'] instanceof z.ZodMiniOptional,
);

const pageSchema = z.looseObject({ success: z.literal(true), nextCursor: z.nullable(z.string()) });

const read = async (call: Call, query: Record<string, string>) => {
  const { status, body } = await maria.ask(call, { params: { id: channelId }, query });
  expect({ status, body }).toMatchObject({ status: 200 });
  const { nextCursor, ...page } = pageSchema.parse(body);
  const items = Object.values(page).find((value) => Array.isArray(value));
  return { items: z.array(z.unknown()).parse(items), nextCursor };
};

/** Two of everything, at the same time: the order of a list does not depend on times alone. */
const fillLists = async (others: readonly [Chatter, Chatter]): Promise<void> => {
  const [georgi, petar] = others;
  const { database } = chat.current.session.database;
  await insertSources(database);
  await database.updateTable('sources').set({ kind: 'merchant-feed' }).execute();
  const dealIds = await insertDeals(database, [aDeal(), aDeal()]);
  const now = new Date(chat.current.session.time);
  for (const [index, other] of others.entries()) {
    const { id } = await chat.current.channel(maria);
    const left = await chat.current.someone();
    channelId = id;
    const invitedTo = await chat.current.channel(other);
    await other.get(channelCalls.addMember, { params: { id: invitedTo.id, userId: maria.id } });
    await maria.get(storeDraft, { body: { channelId, text: 'x', version: 0 } });
    const body = { query: `category=${['sports', 'other'][index]}`, name: 'x' };
    await maria.get(saveSearch, { body });
    await maria.get(setPriceAlert, {
      params: { id: String(dealIds[index]) },
      body: { below: { amount: 1_00, currency: 'EUR' } },
    });
    await maria.get(createApiKey, { body: { name: 'x', scopes: ['deals:read'] } });
    await maria.get(createWebhook, {
      body: { url: `https://127.0.0.1/${index}`, events: ['deal.created'] },
    });
    await maria.get(blockUser, { params: { userId: left.id } });
    await chat.current.signInAgain(maria);
    const { id: pageId } = await database
      .insertInto('watched_pages')
      .values({
        url: `https://shop.example/${index}`,
        key: `shop.example/${index}`,
        title: 'x',
        merchant: 'x',
        image_url: null,
        gtin: null,
        mpn: null,
        price_amount: 1_00,
        price_currency: 'EUR',
        in_stock: true,
        read_at: now,
        failing_since: null,
        due_at: now,
        page_end: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const first = { first_amount: 1_00, first_currency: 'EUR', created_at: now } as const;
    await database
      .insertInto('page_watches')
      .values({ user_id: maria.id, page_id: pageId, ...first })
      .execute();
  }
  for (const other of [georgi, petar]) {
    const banned = await chat.current.someone();
    const invited = await chat.current.someone();
    const params = { id: channelId };
    await maria.get(channelCalls.addMember, { params: { ...params, userId: invited.id } });
    await maria.get(banMember, { params: { ...params, userId: banned.id }, body: {} });
    await maria.get(createHook, { params, body: { name: 'Build' } });
    await other.get(channelCalls.addMember, { params: { ...params, userId: other.id } });
    const message = await maria.say(channelId, 'x');
    await maria.get(pinMessage, { params: { id: message.id } });
    await maria.get(saveMessage, { params: { id: message.id }, body: {} });
    await other.say(channelId, 'x', { replyTo: message.id });
  }
};

beforeAll(async () => {
  maria = await chat.current.someone('admin');
  await fillLists([await chat.current.someone(), await chat.current.someone()]);
});

test('every short list is found', () => {
  expect(shortLists).toContain(listSessions);
});

describe.each(shortLists)('$method $path', (call) => {
  test('is read whole, or page by page in the same order', async () => {
    const whole = await read(call, {});
    expect(whole.nextCursor).toBeNull();
    expect(whole.items.length).toBeGreaterThan(1);
    const paged: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null && paged.length <= whole.items.length) {
      const page = await read(call, { limit: '1', ...(cursor === '' ? {} : { cursor }) });
      expect(page.items).toHaveLength(1);
      paged.push(...page.items);
      ({ nextCursor: cursor } = page);
    }
    expect(paged).toEqual(whole.items);
    const { nextCursor } = await read(call, { limit: '1' });
    const rest = await read(call, { cursor: nextCursor ?? '' });
    expect(rest).toEqual({ items: whole.items.slice(1), nextCursor: null });
  });
});

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as blockCalls from '@izgodno/contract/blocks/calls';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { aDeal, insertDeals, insertSources, updateDeal } from '#test/deal-factory.ts';

const chat = provideChatApp();
let buyer: Chatter;
let seller: Chatter;
let dealId: number;

const database = () => chat.current.session.database.database;

beforeAll(() => insertSources(database()));

beforeEach(async () => {
  // One IP registers a limited number of users an hour.
  chat.current.session.time += HOUR_MS;
  buyer = await chat.current.someone();
  seller = await chat.current.someone();
  [dealId = 0] = await insertDeals(database(), [
    aDeal({ source_id: 'board', seller_id: seller.id }),
  ]);
});

const ask = (who: Chatter, other: Chatter, id: number | string = dealId) =>
  who.ask(channelCalls.openDirect, { body: { userIds: [other.id], dealId: String(id) } });

const open = async (who: Chatter, other: Chatter, id = dealId) =>
  (
    await who.get(channelCalls.openDirect, {
      body: { userIds: [other.id], dealId: String(id) },
    })
  ).channel;

const dealOf = async (who: Chatter, channelId: string) =>
  (await who.get(channelCalls.getChannel, { params: { id: channelId } })).channel.deal;

describe('a conversation about a deal', () => {
  test('has the deal at its head, for both sides and on their open pages', async () => {
    const { id } = await open(buyer, seller);
    const head = { id: String(dealId), seq: 0 };
    expect(await dealOf(buyer, id)).toEqual(head);
    expect(await dealOf(seller, id)).toEqual(head);

    await buyer.say(id, 'Още ли се продава?');
    const page = await seller.connect();
    const [other = 0] = await insertDeals(database(), [
      aDeal({ source_id: 'board', seller_id: seller.id }),
    ]);
    await open(buyer, seller, other);
    const changed = await page.frame('channel.changed');
    expect(changed.data.channel.deal).toEqual({ id: String(other), seq: 1 });
    // The same deal again moves nothing.
    await buyer.say(id, 'А този?');
    expect((await open(buyer, seller, other)).deal).toEqual({ id: String(other), seq: 1 });
  });

  test('stays about it when it is opened without a deal, and when the deal is sold', async () => {
    const { id } = await open(buyer, seller);
    await buyer.get(channelCalls.openDirect, { body: { userIds: [seller.id] } });
    await updateDeal(database(), dealId, { status: 'sold' });
    expect((await open(buyer, seller)).id).toBe(id);
    expect(await dealOf(seller, id)).toMatchObject({ id: String(dealId) });
  });

  test('may be opened by the seller', async () => {
    expect((await open(seller, buyer)).deal).toMatchObject({ id: String(dealId) });
  });

  test('is about a deal that one of its members offers', async () => {
    const stranger = await chat.current.someone();
    const { status, body } = await ask(buyer, stranger);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { code: 'validation_failed', fields: { dealId: { code: 'invalid' } } },
    });
  });

  test('is not about a deleted or an unknown deal', async () => {
    await updateDeal(database(), dealId, { status: 'deleted' });
    expect((await ask(buyer, seller)).status).toBe(404);
    expect((await ask(buyer, seller, 9_999_999)).status).toBe(404);
    expect((await ask(buyer, seller, 'seven')).status).toBe(400);
  });

  test.each(['new', 'known'])('is closed between blocked users (%s)', async (kind) => {
    if (kind === 'known')
      await buyer.get(channelCalls.openDirect, { body: { userIds: [seller.id] } });
    await seller.get(blockCalls.blockUser, { params: { userId: buyer.id } });
    const { status, body } = await ask(buyer, seller);
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: { code: 'person_unavailable' } });
  });
});

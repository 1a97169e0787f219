import { beforeEach, describe, expect, test } from 'vitest';
import * as blockCalls from '@izgodno/contract/blocks/calls';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import * as userCalls from '@izgodno/contract/chat/user-calls';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import type { Call } from '@izgodno/contract/common/call';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { somebody } from '#test/session-app.ts';

const chat = provideChatApp();
let ana: Chatter;
let boris: Chatter;

beforeEach(async () => {
  // One IP registers a limited number of users an hour.
  chat.current.session.time += HOUR_MS;
  ana = await chat.current.someone();
  boris = await chat.current.someone();
});

const block = (who: Chatter, whom: Chatter) =>
  who.ask(blockCalls.blockUser, { params: { userId: whom.id } });

const unblock = (who: Chatter, whom: Chatter) =>
  who.ask(blockCalls.unblockUser, { params: { userId: whom.id } });

const blocksOf = async (who: Chatter) =>
  (await who.get(blockCalls.listBlocks)).blocks.map(({ user }) => user.id);

const openDirect = async (who: Chatter, ...others: readonly Chatter[]) => {
  const body = { userIds: others.map(({ id }) => id) };
  return (await who.get(channelCalls.openDirect, { body })).channel.id;
};

const codeOf = async (who: Chatter, call: Call, input: Parameters<Chatter['ask']>[1]) => {
  const { status, body } = await who.ask(call, input);
  return status === 200 ? 'done' : /"code":"(\w+)"/.exec(JSON.stringify(body))?.[1];
};

const stateIs = (wanted: string) => (frame: { data: { people: { state: string }[] } }) =>
  frame.data.people[0]?.state === wanted;

test('the list of blocks is read whole, or page by page', async () => {
  const clara = await chat.current.someone();
  await block(ana, boris);
  chat.current.session.time += 1_000;
  await block(ana, clara);
  const read = (query: Record<string, string>) => ana.get(blockCalls.listBlocks, { query });
  const whole = await read({});
  expect(whole.blocks.map(({ user }) => user.id)).toEqual([clara.id, boris.id]);
  expect(whole.nextCursor).toBeNull();
  const first = await read({ limit: '1' });
  expect(first.blocks).toEqual(whole.blocks.slice(0, 1));
  const second = await read({ limit: '1', cursor: first.nextCursor ?? '' });
  expect(second).toMatchObject({ blocks: whole.blocks.slice(1), nextCursor: null });
});

describe('a block', () => {
  test('is set and removed on every page of the blocker, and shown on none of the other user’s', async () => {
    const [pages, theirs] = [[await ana.connect(), await ana.connect()], await boris.connect()];
    expect((await block(ana, boris)).status).toBe(200);
    expect((await block(ana, boris)).status).toBe(200);
    expect(await blocksOf(ana)).toEqual([boris.id]);
    expect(await blocksOf(boris)).toEqual([]);
    for (const page of pages) {
      expect((await page.frame('block.changed')).data).toEqual({
        user: { id: boris.id, name: boris.name },
        blocked: true,
      });
    }
    expect((await unblock(ana, boris)).status).toBe(200);
    for (const page of pages) await page.frame('block.changed', ({ data }) => !data.blocked);
    expect(await blocksOf(ana)).toEqual([]);
    expect(theirs.frames.map(({ type }) => type)).toEqual(['welcome']);
  });

  test('of oneself or of an unknown user is rejected', async () => {
    expect((await block(ana, ana)).status).toBe(403);
    const params = { userId: createUuidV7(5) };
    expect((await ana.ask(blockCalls.blockUser, { params })).status).toBe(404);
  });

  test('is limited, also concurrently', async () => {
    const { database } = chat.current.session.database;
    const ids = Array.from({ length: blockCalls.MAX_BLOCKS }, (_, index) =>
      createUuidV7(chat.current.session.time + index),
    );
    const at = new Date(chat.current.session.time);
    await database
      .insertInto('users')
      .values(
        ids.map((id) => ({
          id,
          name: 'Кой',
          email: `${id}@b.example`,
          password_hash: '',
          created_at: at,
        })),
      )
      .execute();
    await database
      .insertInto('person_blocks')
      .values(ids.slice(1).map((id) => ({ blocker_id: ana.id, blocked_id: id, created_at: at })))
      .execute();
    const carla = await chat.current.someone();
    const statuses = (await Promise.all([block(ana, boris), block(ana, carla)])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('is in the export, and is deleted with either account', async () => {
    await block(ana, boris);
    expect((await ana.get(exportAccount)).blocks).toMatchObject([
      { userId: boris.id, name: boris.name },
    ]);
    expect((await boris.get(exportAccount)).blocks).toEqual([]);
    const body = { currentPassword: somebody().password };
    await boris.ask(deleteAccount, { body });
    expect(await blocksOf(ana)).toEqual([]);
  });
});

describe('between two users of whom one blocks the other', () => {
  test.each<readonly [string, () => readonly [Chatter, Chatter]]>([
    ['blocker', () => [boris, ana]],
    ['blocked', () => [ana, boris]],
  ])('prevents messages, reactions and edits in their conversation (%s acts)', async (_, sides) => {
    const [other, actor] = sides();
    const channelId = await openDirect(ana, boris);
    const sent = await actor.say(channelId, 'здравей');
    await block(ana, boris);
    const params = { id: sent.id };
    const tries = await Promise.all([
      codeOf(actor, messageCalls.sendMessage, {
        body: { channelId, clientId: createUuidV7(1), text: 'ало' },
      }),
      codeOf(actor, messageCalls.updateMessage, { params, body: { text: 'ало' } }),
      codeOf(actor, messageCalls.updateFiles, { params, body: { fileUrls: [] } }),
      codeOf(actor, messageCalls.addReaction, { params: { ...params, emoji: '👍' } }),
      codeOf(actor, messageCalls.pinMessage, { params }),
    ]);
    expect(tries).toEqual(Array.from({ length: 5 }, () => 'person_unavailable'));
    // Old messages stay readable, and each side may delete its own.
    const { messages } = await other.get(messageCalls.listMessages, { params: { channelId } });
    expect(messages.map(({ text }) => text)).toEqual(['здравей']);
    expect(await codeOf(actor, messageCalls.deleteMessage, { params })).toBe('done');
    await unblock(ana, boris);
    await actor.say(channelId, 'пак сме тук');
  });

  test('prevents new conversations, alone or with others', async () => {
    const carla = await chat.current.someone();
    await block(ana, boris);
    for (const userIds of [[ana.id], [ana.id, carla.id]])
      expect(await codeOf(boris, channelCalls.openDirect, { body: { userIds } })).toBe(
        'person_unavailable',
      );
    expect(await codeOf(ana, channelCalls.openDirect, { body: { userIds: [boris.id] } })).toBe(
      'person_unavailable',
    );
    expect(await codeOf(carla, channelCalls.openDirect, { body: { userIds: [boris.id] } })).toBe(
      'done',
    );
  });

  test('does not affect channels they share', async () => {
    const { id } = await chat.current.channel(ana, [boris]);
    const group = await openDirect(ana, boris, await chat.current.someone());
    await block(ana, boris);
    const texts = [await boris.say(id, 'тук съм'), await boris.say(group, 'и тук')];
    expect(texts.map(({ text }) => text)).toEqual(['тук съм', 'и тук']);
  });

  test('the blocked user gets the same response as if the other had left', async () => {
    const carla = await chat.current.someone();
    const [left, closed] = [await openDirect(boris, carla), await openDirect(boris, ana)];
    await carla.get(channelCalls.removeMember, { params: { id: left, userId: carla.id } });
    await block(ana, boris);
    const responses = await Promise.all(
      [left, closed].map((channelId) =>
        boris.ask(messageCalls.sendMessage, {
          body: { channelId, clientId: createUuidV7(2), text: 'ало' },
        }),
      ),
    );
    expect(responses[0]).toEqual(responses[1]);
    expect(responses[0]?.status).toBe(403);
  });

  test('the blocked user sees the other offline and without typing or reading positions', async () => {
    const channelId = await openDirect(ana, boris);
    await boris.say(channelId, 'прочети ме');
    const [anas, boriss] = [await ana.connect(), await boris.connect()];
    boriss.send({ type: 'watch', userIds: [ana.id] });
    anas.send({ type: 'watch', userIds: [boris.id] });
    await boriss.frame('presence', stateIs('online'));
    await anas.frame('presence', stateIs('online'));
    await block(ana, boris);
    await boriss.frame('presence', stateIs('offline'));
    const query = { userId: ana.id };
    const { presence } = await boris.get(userCalls.getPresence, { query });
    expect(presence).toMatchObject([{ userId: ana.id, state: 'offline' }]);
    const seen = await ana.get(userCalls.getPresence, { query: { userId: boris.id } });
    expect(seen.presence).toMatchObject([{ state: 'online' }]);

    for (const page of [anas, boriss]) page.send({ type: 'typing', channelId });
    await ana.get(channelCalls.markRead, { params: { id: channelId }, body: { seq: 1 } });
    await anas.frame('channel.read');
    for (const page of [anas, boriss]) {
      page.send({ type: 'ping' });
      await page.frame('pong');
    }
    expect(anas.frames.some(({ type }) => type === 'typing')).toBe(false);
    expect(boriss.frames.some(({ type }) => type === 'typing')).toBe(false);
    expect(
      boriss.frames.some((frame) => frame.type === 'channel.read' && frame.data.userId === ana.id),
    ).toBe(false);
    await unblock(ana, boris);
    await boriss.frame('presence', stateIs('online'));
  });
});

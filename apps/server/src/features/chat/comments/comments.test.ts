import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import * as blockCalls from '@izgodno/contract/blocks/calls';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import * as calls from '@izgodno/contract/chat/comment-calls';
import { dealChannelId } from '@izgodno/contract/chat/deal-channel';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import * as moderationCalls from '@izgodno/contract/chat/moderation-calls';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import type { Call } from '@izgodno/contract/common/call';
import { errorBodySchema, textRejectionSchema } from '@izgodno/contract/common/errors';
import { getDeal } from '@izgodno/contract/deals/calls';
import { getFileDetails } from '@izgodno/contract/uploads/calls';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp, type Chatter, type Page } from '#test/chat-app.ts';
import { aDeal, insertDeals, insertSources, updateDeal } from '#test/deal-factory.ts';
import { insertFile } from '#test/insert-file.ts';
import { somebody } from '#test/session-app.ts';

const chat = provideChatApp();
let ana: Chatter;
let boris: Chatter;
let dealId: string;

const database = () => chat.current.session.database.database;

beforeAll(() => insertSources(database()));

beforeEach(async () => {
  // One IP registers a limited number of users an hour.
  chat.current.session.time += HOUR_MS;
  ana = await chat.current.someone();
  boris = await chat.current.someone();
  const [id = 0] = await insertDeals(database(), [
    aDeal({ source_id: 'board', seller_id: ana.id }),
  ]);
  dealId = String(id);
});

const params = () => ({ id: dealId });

const comment = async (who: Chatter, text: string, more: object = {}) =>
  (
    await who.get(calls.addComment, {
      params: params(),
      body: { clientId: createUuidV7(chat.current.session.time), text, ...more },
    })
  ).comment;

/** As a visitor reads them. */
const read = async (query: Record<string, string> = {}) => {
  const response = await chat.current.session.app.inject({
    url: `/api/deals/${dealId}/comments?${new URLSearchParams(query).toString()}`,
  });
  return calls.listComments.response.parse(response.json());
};

const countOf = async () => (await ana.get(getDeal, { params: params() })).deal.comments;

/** The call of messages has its error under another key. */
const errorOf = (body: unknown) =>
  textRejectionSchema.safeParse(body).data?.details ?? errorBodySchema.parse(body).error;

const codeOf = async (who: Chatter, call: Call, input: Parameters<Chatter['ask']>[1]) => {
  const { status, body } = await who.ask(call, input);
  return status === 200 ? 'done' : /"code":"(\w+)"/.exec(JSON.stringify(body))?.[1];
};

const remove = (who: Chatter, { id }: { readonly id: string }) =>
  codeOf(who, calls.deleteComment, { params: { id } });

/** Waits until the server has answered what the page has sent. */
const settled = async (page: Page): Promise<void> => {
  const { length } = page.frames;
  page.send({ type: 'ping' });
  await expect.poll(() => page.frames.slice(length).some(({ type }) => type === 'pong')).toBe(true);
};

describe('comments on a deal', () => {
  test('are read by everyone, newest first, page by page, and counted', async () => {
    expect(await read()).toMatchObject({ total: 0, comments: [], nextCursor: null });
    for (const text of ['първи', 'втори', 'трети']) await comment(boris, text);
    const first = await read({ limit: '2' });
    expect(first.comments.map(({ text }) => text)).toEqual(['трети', 'втори']);
    const rest = await read({ limit: '2', cursor: first.nextCursor ?? '' });
    expect(rest).toMatchObject({ total: 3, comments: [{ text: 'първи' }], nextCursor: null });
    expect(await countOf()).toBe(3);
  });

  test('are stored once for each client id', async () => {
    const clientId = createUuidV7(1);
    const [one, two] = await Promise.all([
      comment(boris, 'веднъж', { clientId }),
      comment(boris, 'веднъж', { clientId }),
    ]);
    expect(two?.id).toBe(one?.id);
    expect([(await read()).total, await countOf()]).toEqual([1, 1]);
  });

  test('reach the pages that follow the deal, before its first comment too', async () => {
    const page = await ana.connect();
    page.send({ type: 'follow', channelIds: [dealChannelId(dealId)] });
    await settled(page);
    const { id } = await comment(boris, 'здравей');
    expect((await page.frame('message.created')).data.message).toMatchObject({ id });
    await boris.get(calls.deleteComment, { params: { id } });
    await page.frame('message.changed', ({ data }) => data.message.deletedAt !== null);
    page.send({ type: 'follow', channelIds: [] });
    await settled(page);
    const seen = page.frames.length;
    await comment(boris, 'още един');
    await settled(page);
    expect(page.frames.slice(seen).some(({ type }) => type === 'message.created')).toBe(false);
  });

  test('follow no other channel', async () => {
    const { id } = await chat.current.channel(boris);
    const page = await ana.connect();
    page.send({ type: 'follow', channelIds: [id] });
    expect((await page.closed()).reason).toBe('bad_frame');
  });

  test('have replies one level deep', async () => {
    const root = await comment(boris, 'работи ли?');
    const reply = await comment(ana, 'да', { replyTo: root.id });
    const nested = await comment(boris, 'благодаря', { replyTo: reply.id });
    expect([reply.threadId, nested.threadId]).toEqual([root.id, root.id]);
    const [other = 0] = await insertDeals(database(), [aDeal()]);
    const elsewhere = { params: { id: String(other) } };
    const body = { clientId: createUuidV7(2), text: 'друго', replyTo: root.id };
    expect(await codeOf(boris, calls.addComment, { ...elsewhere, body })).toBe('not_found');
  });

  test('can be edited by their sender for 15 minutes', async () => {
    const { id } = await comment(boris, 'гршка');
    const edit = (who: Chatter) =>
      codeOf(who, calls.updateComment, { params: { id }, body: { text: 'грешка' } });
    expect(await edit(ana)).toBe('forbidden');
    expect(await edit(boris)).toBe('done');
    expect((await read()).comments[0]).toMatchObject({ text: 'грешка' });
    const stale = { params: { id }, body: { text: 'друга', basedOn: 0 } };
    expect(await codeOf(boris, calls.updateComment, stale)).toBe('edited_meanwhile');
    chat.current.session.time += calls.COMMENT_EDIT_MS + 1;
    boris = await chat.current.signInAgain(boris);
    expect(await edit(boris)).toBe('edit_too_late');
    // Also by the call of messages.
    const body = { text: 'късно' };
    expect(await codeOf(boris, messageCalls.updateMessage, { params: { id }, body })).toBe(
      'edit_too_late',
    );
  });

  test('are as short when they are edited, whatever the call', async () => {
    const { id } = await comment(boris, 'кратко');
    const { maximum } = calls.COMMENT_LENGTH;
    for (const call of [calls.updateComment, messageCalls.updateMessage]) {
      const edit = (length: number) =>
        boris.ask(call, { params: { id }, body: { text: 'а'.repeat(length) } });
      const { status, body } = await edit(maximum + 1);
      expect([status, errorOf(body).fields?.['text']?.code]).toEqual([400, 'too_big']);
      expect((await edit(maximum)).status).toBe(200);
    }
  });

  test('are deleted by their sender and by moderators, and then not counted', async () => {
    const moderator = await chat.current.someone('moderator');
    const [first, second] = [await comment(boris, 'едно'), await comment(boris, 'две')];
    expect(await remove(ana, first)).toBe('forbidden');
    expect([await remove(boris, first), await remove(boris, first)]).toEqual(['done', 'done']);
    expect(await countOf()).toBe(1);
    expect(await remove(moderator, second)).toBe('done');
    expect((await read()).comments.map(({ text }) => text)).toEqual(['', '']);
    expect(await countOf()).toBe(0);
  });

  test('are reported and judged like messages', async () => {
    const { id } = await comment(boris, 'спам');
    const reason = { reason: 'spam' };
    expect(await codeOf(ana, moderationCalls.reportMessage, { params: { id }, body: reason })).toBe(
      'done',
    );
    const moderator = await chat.current.someone('moderator');
    const close = { params: { messageId: id }, body: { outcome: 'deleted' } };
    expect(await codeOf(moderator, moderationCalls.closeMessageReports, close)).toBe('done');
    expect(await countOf()).toBe(0);
  });

  test('are not written on deals that are removed, nor between blocked users', async () => {
    await ana.get(blockCalls.blockUser, { params: { userId: boris.id } });
    const body = { clientId: createUuidV7(3), text: 'ало' };
    const write = () => codeOf(boris, calls.addComment, { params: params(), body });
    expect(await write()).toBe('person_unavailable');
    await updateDeal(database(), Number(dealId), { status: 'deleted', deleted_at: new Date() });
    expect(await write()).toBe('not_found');
    expect(await codeOf(boris, calls.listComments, { params: params() })).toBe('not_found');
  });

  test('of a removed deal can be deleted and reported, and neither be read nor be changed', async () => {
    const { id } = await comment(boris, 'старо');
    const channelId = dealChannelId(dealId);
    const { id: elsewhere } = await chat.current.channel(boris);
    const clientId = createUuidV7(5);
    await updateDeal(database(), Number(dealId), { status: 'deleted', deleted_at: new Date() });
    const text = { params: { id }, body: { text: 'ново' } };
    for (const [call, input] of [
      [calls.updateComment, text],
      [messageCalls.updateMessage, text],
      [messageCalls.addReaction, { params: { id, emoji: '👍' } }],
      [messageCalls.getMessage, { params: { id } }],
      [messageCalls.getThread, { params: { id } }],
      [messageCalls.forwardMessage, { params: { id }, body: { channelId: elsewhere, clientId } }],
      [messageCalls.listMessages, { params: { channelId } }],
      [channelCalls.getChannel, { params: { id: channelId } }],
      [channelCalls.listPins, { params: { id: channelId } }],
    ] as const)
      expect([call.path, await codeOf(boris, call, input)]).toEqual([call.path, 'not_found']);
    const report = { params: { id }, body: { reason: 'spam' } };
    expect(await codeOf(ana, moderationCalls.reportMessage, report)).toBe('done');
    expect(await remove(boris, { id })).toBe('done');
  });

  test('of a removed deal reach no socket until the deal comes back', async () => {
    const [first, second] = [await comment(boris, 'тайна'), await comment(boris, 'друга')];
    const channelId = dealChannelId(dealId);
    const follower = await ana.connect();
    const follow = async (page: Page) => {
      page.send({ type: 'follow', channelIds: [channelId] });
      page.send({ type: 'resume', channels: [{ channelId, version: 0 }] });
      return (await page.frame('missed')).data.outcome;
    };
    expect(await follow(follower)).toBe('messages');
    await updateDeal(database(), Number(dealId), { status: 'deleted', deleted_at: new Date() });
    expect(await follow(await ana.connect())).toBe('gone');
    follower.send({ type: 'resume', channels: [{ channelId, version: 0 }] });
    await follower.frame('missed', ({ data }) => data.outcome === 'gone');
    expect(await remove(boris, first)).toBe('done');
    follower.send({ type: 'ping' });
    await follower.frame('pong');
    expect(follower.frames.some(({ type }) => type === 'message.changed')).toBe(false);

    await updateDeal(database(), Number(dealId), { status: 'active', deleted_at: null });
    await follower.frame('message.changed', ({ data }) => data.message.id === first.id);
    expect(await remove(boris, second)).toBe('done');
    await follower.frame('message.changed', ({ data }) => data.message.id === second.id);
  });

  test('have no other call that writes them, and their channel cannot be changed or joined', async () => {
    await comment(boris, 'тук');
    const channelId = dealChannelId(dealId);
    const body = { channelId, clientId: createUuidV7(4), text: 'направо' };
    expect(await codeOf(boris, messageCalls.sendMessage, { body })).toBe('forbidden');
    const admin = await chat.current.someone('admin');
    const change = { params: { id: channelId }, body: { archived: true } };
    expect(await codeOf(admin, channelCalls.updateChannel, change)).toBe('forbidden');
    const join = { params: { id: channelId, userId: boris.id } };
    expect(await codeOf(boris, channelCalls.addMember, join)).not.toBe('done');
    const { channels } = await boris.get(channelCalls.listChannels);
    expect(channels.some(({ id }) => id === channelId)).toBe(false);
  });

  test('of a deleted account are emptied and not counted', async () => {
    await comment(boris, 'мое');
    await comment(ana, 'чуждо');
    const body = { currentPassword: somebody().password };
    await boris.ask(deleteAccount, { body });
    expect(await countOf()).toBe(1);
    expect((await read()).comments.map(({ text }) => text)).toEqual(['чуждо', '']);
  });
});

test('a moderator leaves comments of others on a deal of their own to other moderators', async () => {
  const seller = await chat.current.someone('moderator');
  const other = await chat.current.someone('moderator');
  await updateDeal(database(), Number(dealId), { seller_id: seller.id });
  const { id } = await comment(boris, 'Взе капаро и изчезна');
  const report = { params: { id }, body: { reason: 'fraud' } };
  await ana.get(moderationCalls.reportMessage, report);
  const close = (who: Chatter) =>
    who.ask(moderationCalls.closeMessageReports, {
      params: { messageId: id },
      body: { outcome: 'deleted' },
    });
  const mayDecide = async (who: Chatter) => {
    const { reports } = await who.get(moderationCalls.listMessageReports);
    return reports.find(({ message }) => message.id === id)?.mayDecide;
  };
  const remove = await seller.ask(calls.deleteComment, { params: { id } });
  expect([await mayDecide(seller), await mayDecide(other)]).toEqual([false, true]);
  expect([(await close(seller)).status, remove.status]).toEqual([403, 403]);
  expect((await close(other)).status).toBe(200);
});

const insertImage = (owner: Chatter, kind: 'image' | 'other' = 'image') =>
  insertFile(database(), { ownerId: owner.id, at: chat.current.session.time, kind });
const sendImages = (who: Chatter, ids: readonly string[], more: object = {}) =>
  codeOf(who, calls.addComment, {
    params: params(),
    body: { clientId: createUuidV7(7), attachments: ids.map((fileId) => ({ fileId })), ...more },
  });
const statusFor = async (id: string, who: Chatter | null) =>
  who === null
    ? (await chat.current.session.app.inject(`/api/files/${id}/details`)).statusCode
    : (await who.ask(getFileDetails, { params: { id } })).status;
const subjectsOf = async (ids: readonly string[]) => {
  const rows = await database()
    .selectFrom('files')
    .select('subject_kind')
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ subject_kind: kind }) => kind);
};

describe('the images of comments', () => {
  test('are shown to everyone, without a text too, until the comment or the deal is removed', async () => {
    const images = [await insertImage(boris), await insertImage(boris)];
    const [first = ''] = images;
    expect(await statusFor(first, ana)).toBe(404);
    const attachments = images.map((fileId) => ({ fileId }));
    const { id, text } = await comment(boris, '', { attachments });
    expect(text).toBe('');
    const [shown] = (await read()).comments;
    expect(shown?.attachments.map((attachment) => attachment.id)).toEqual(images);
    for (const who of [null, ana]) expect(await statusFor(first, who)).toBe(200);

    await updateDeal(database(), Number(dealId), { deleted_at: new Date() });
    expect(await Promise.all([null, ana].map((who) => statusFor(first, who)))).toEqual([404, 404]);
    await updateDeal(database(), Number(dealId), { deleted_at: null });
    expect(await remove(boris, { id })).toBe('done');
    expect(await statusFor(first, null)).toBe(404);
    expect(await subjectsOf(images)).toEqual([null, null]);
  });

  test('are the own images of the author that nothing else uses, at most four', async () => {
    const own = await insertImage(boris);
    const others = await insertImage(ana);
    const document = await insertImage(boris, 'other');
    for (const unknown of [others, createUuidV7(1), document, own])
      expect(await sendImages(boris, [own, unknown])).toBe('validation_failed');
    const five = await Promise.all(Array.from({ length: 5 }, () => insertImage(boris)));
    expect(await sendImages(boris, five)).toBe('validation_failed');
    expect(await sendImages(boris, [])).toBe('validation_failed');
    expect(await subjectsOf([own, others, document, ...five])).not.toContain('message');
    expect((await read()).comments).toEqual([]);

    const once = { clientId: createUuidV7(9) };
    expect(await sendImages(boris, [own], once)).toBe('done');
    expect(await sendImages(boris, [own], once)).toBe('done');
    expect(await sendImages(boris, [own], { text: 'още веднъж' })).toBe('validation_failed');
    expect(await read()).toMatchObject({ total: 1, comments: [{ attachments: [{ id: own }] }] });
  });
});

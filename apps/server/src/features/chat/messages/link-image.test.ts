import { expect, test } from 'vitest';
import { deleteMessage, forwardMessage, updateMessage } from '@izgodno/contract/chat/message-calls';
import type { MessageLink } from '@izgodno/contract/chat/message';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp } from '#test/chat-app.ts';
import { storeImage } from './link-image.ts';

const chat = provideChatApp();

const link: MessageLink = {
  kind: 'page',
  url: 'https://shop.example/a',
  title: 'Лаптоп',
  description: '',
  siteName: '',
  imageUrl: null,
};

/** A message with a preview of a page; returns it and the path of its image. */
const insertPreview = async (text: string) => {
  const { database } = chat.current.session.database;
  const sender = await chat.current.someone();
  const channel = await chat.current.channel(sender);
  const message = await sender.say(channel.id, text);
  const stored = await database.transaction().execute(async (transaction) => {
    const image = Buffer.from('an image');
    const shown = await storeImage(transaction, message.id, { link, image });
    await transaction
      .updateTable('messages')
      .set({ links: JSON.stringify([shown]) })
      .where('id', '=', message.id)
      .execute();
    return shown;
  });
  return { sender, message, path: stored.kind === 'page' ? (stored.imageUrl ?? '') : '' };
};

const read = async (url: string) => {
  const response = await chat.current.session.app.inject({ method: 'GET', url });
  const { 'content-type': type, 'cache-control': cache } = response.headers;
  return { status: response.statusCode, type, cache };
};
const image = {
  status: 200,
  type: 'image/webp',
  cache: 'private, max-age=86400, immutable',
};

test('the image of a preview is served until the preview ends', async () => {
  const { sender, message, path } = await insertPreview('Виж https://shop.example/a');
  expect(path).toMatch(/^\/api\/link-images\//u);
  expect(await read(path)).toEqual(image);
  // A forward shows it, too, and does not end it.
  const body = {
    channelId: (await chat.current.channel(sender)).id,
    clientId: createUuidV7(chat.current.session.time),
  };
  const params = { id: message.id };
  const { message: forward } = await sender.get(forwardMessage, { params, body });
  expect(forward.links).toMatchObject([{ imageUrl: path }]);
  await sender.get(deleteMessage, { params: { id: forward.id } });
  expect(await read(path)).toEqual(image);
  await sender.get(deleteMessage, { params });
  expect(await read(path)).toMatchObject({ status: 404 });
});

test('the image of a preview ends when an edit removes the link, or the channel is erased', async () => {
  const { database } = chat.current.session.database;
  const edited = await insertPreview('Виж https://shop.example/a');
  const params = { id: edited.message.id };
  await edited.sender.get(updateMessage, { params, body: { text: 'Нищо' } });
  expect(await read(edited.path)).toMatchObject({ status: 404 });
  const erased = await insertPreview('Виж https://shop.example/a');
  await database.deleteFrom('channels').where('id', '=', erased.message.channelId).execute();
  expect(await read(erased.path)).toMatchObject({ status: 404 });
});

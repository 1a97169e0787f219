import { beforeAll, describe, expect, test } from 'vitest';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import { searchMessages } from '@izgodno/contract/chat/find-calls';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';

const chat = provideChatApp();
let maria: Chatter;
let georgi: Chatter;
let stranger: Chatter;

beforeAll(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
  stranger = await chat.current.someone();
});

const find = async (who: Chatter, q: string) =>
  (await who.get(searchMessages, { query: { q } })).messages.map(({ text }) => text);

describe('operators of the message search', () => {
  test('narrow by sender, place, content and day, also without words', async () => {
    const channel = await chat.current.channel(maria, [georgi]);
    const { channel: direct } = await maria.get(channelCalls.openDirect, {
      body: { userIds: [georgi.id] },
    });
    await maria.say(channel.id, 'палатка под наем');
    await georgi.say(channel.id, 'палатка с https://example.com/наем');
    await maria.say(direct.id, 'палатка само за теб', {
      attachments: [
        {
          isPlaceholder: true,
          placeholderId: 'ph tent',
          fileName: 'tent.jpg',
          fileSize: 10,
          mimeType: 'image/jpeg',
        },
      ],
    });

    const all = await find(georgi, 'палатка');
    expect(all).toHaveLength(3);
    expect(await find(georgi, `палатка from:"${maria.name}" from:me`)).toHaveLength(3);
    expect(await find(georgi, 'палатка от:мен')).toEqual(['палатка с https://example.com/наем']);
    expect(await find(georgi, `in:"${channel.name}"`)).toHaveLength(2);
    expect(await find(georgi, `палатка in:"${maria.name}"`)).toEqual(['палатка само за теб']);
    expect(await find(georgi, 'has:file')).toEqual(['палатка само за теб']);
    expect(await find(georgi, 'има:снимка палатка')).toEqual(['палатка само за теб']);
    expect(await find(georgi, 'палатка has:link')).toEqual(['палатка с https://example.com/наем']);
    expect(await find(georgi, 'палатка before:2020')).toEqual([]);
    expect(await find(georgi, 'палатка before:2099-01')).toHaveLength(3);
    expect(await find(georgi, 'from:%')).toEqual([]);
  });

  test('show only messages of channels that one is in', async () => {
    const { id, name } = await chat.current.channel(maria, [georgi]);
    await maria.say(id, 'само за членове');
    expect(await find(georgi, `in:"${name}"`)).toEqual(['само за членове']);
    expect(await find(stranger, `in:"${name}"`)).toEqual([]);
    expect(await find(stranger, `from:"${maria.name}"`)).toEqual([]);
  });
});

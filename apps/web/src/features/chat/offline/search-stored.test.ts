import { expect, test } from 'vitest';
import { aMessage } from '../testing/messages.ts';
import { aChannel, CHANNEL_ID, ME, OTHER } from '../testing/served-chat.tsx';
import { searchStored, type StoredSearch } from './search-stored.ts';
import type { StoredLog } from './stored-log.ts';

const messages = [
  aMessage({ seq: 1, text: 'Палатката е готова', createdAt: '2026-10-01T10:00:00Z' }),
  aMessage({ seq: 2, text: 'палатка https://example.com', sender: ME }),
  aMessage({
    seq: 3,
    text: '',
    createdAt: '2026-11-22T10:00:00Z',
    attachments: [
      {
        id: 'file',
        fileName: 'Палатка.jpg',
        fileSize: 10,
        mimeType: 'image/jpeg',
        fileUrl: null,
        isPlaceholder: true,
        placeholderId: 'place',
        messageId: 'message',
        uploadStatus: 'pending',
        progress: 0,
        storjDetails: null,
      },
    ],
  }),
  aMessage({ seq: 4, text: 'палатка', deletedAt: '2026-11-22T10:00:00Z' }),
];

async function* stored(): AsyncGenerator<StoredLog> {
  yield { channelId: CHANNEL_ID, version: 4, lastSeq: 4, messages };
  yield {
    channelId: 'left',
    version: 1,
    lastSeq: 1,
    messages: [aMessage({ seq: 9, text: 'палатка' })],
  };
}

const find = async (text: string, given: Partial<StoredSearch> = {}) =>
  (
    await searchStored(stored(), {
      text,
      senderId: null,
      userId: ME.id,
      channels: [aChannel()],
      ...given,
    })
  ).map(({ seq }) => seq);

test('stored messages are found by beginnings of words and by the operators, newest first', async () => {
  expect(await find('ПАЛАТК')).toEqual([3, 2, 1]);
  expect(await find('палатка платно')).toEqual([]);
  expect(await find('палат гот')).toEqual([1]);
  expect(await find('палатка from:me')).toEqual([2]);
  expect(await find(`от:"${OTHER.name}" before:2026-11`)).toEqual([1]);
  expect(await find('has:image')).toEqual([3]);
  expect(await find('палатка има:връзка')).toEqual([2]);
  expect(await find('палатка in:gener')).toEqual([3, 2, 1]);
  expect(await find('палатка in:other')).toEqual([]);
  expect(await find('палатка', { senderId: ME.id })).toEqual([2]);
  expect(await find('палатка', { channels: [] })).toEqual([]);
  expect(await find('палатка in:генер')).toEqual([3, 2, 1]);
  expect(await find('палатка from:mari')).toEqual([3, 1]);
});

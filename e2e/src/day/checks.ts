import { expect, type Page } from '@playwright/test';
import { getActivity } from '@izgodno/contract/chat/channel-calls';
import type { Message } from '@izgodno/contract/chat/message';
import { listMessages } from '@izgodno/contract/chat/message-calls';
import { CHAT_DATABASE } from '../../../apps/web/src/core/offline/stored.ts';
import { storedLogSchema } from '../../../apps/web/src/features/chat/offline/stored-log.ts';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { Device, Room } from './device.ts';
import { PATIENCE_MS } from './patience.ts';

const PAGE_LIMIT = 200;

/** Makes a call as the user of a page. */
const call = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(async (url) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('accessToken') ?? ''}` };
    return (await fetch(url, { headers })).json();
  }, path);

/** All messages of a room as the server has them, oldest first. */
const readServerLog = async (page: Page, { id }: Room): Promise<readonly Message[]> => {
  const all: Message[] = [];
  for (;;) {
    const before = all[0]?.seq;
    const query = `limit=${PAGE_LIMIT}${before === undefined ? '' : `&before=${before}`}`;
    const read = await call(page, `/api/message/channel/${id}/messages?${query}`);
    const { messages } = expectShape(listMessages.response, read);
    if (messages.length === 0) return all;
    all.unshift(...messages.toReversed());
  }
};

/** The messages of a room that a browser stores, oldest first. */
const readDeviceLog = (page: Page, { id }: Room): Promise<unknown> =>
  page.evaluate(
    async ([name, channelId]) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '');
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(new Error('No database')));
      });
      const reading = database
        .transaction('logs')
        .objectStore('logs')
        .get(channelId ?? '');
      const stored = await new Promise<unknown>((resolve) => {
        reading.addEventListener('success', () => resolve(reading.result));
      });
      database.close();
      return stored;
    },
    [CHAT_DATABASE, id],
  );

const identity = ({ id, seq, version, text }: Message): string => `${seq} ${version} ${id} ${text}`;

/** Every message that a device sent is in the room once, in the order in which it was sent. */
const expectSent = ({ name, sent }: Device, room: Room, log: readonly Message[]): void => {
  const texts = sent.filter(({ roomId }) => roomId === room.id).map(({ text }) => text);
  const isOwn = new Set(texts);
  const found = log.flatMap(({ text, attachments }) => {
    const said = attachments[0]?.fileName ?? text;
    return isOwn.has(said) ? [said] : [];
  });
  expect(found, `${name}: all that it sent is in ${room.name}, once and in order`).toEqual(texts);
  const missing = log.flatMap(({ attachments }) =>
    attachments.filter(({ fileName, fileUrl }) => isOwn.has(fileName) && fileUrl === null),
  );
  expect(missing, `${name}: its files arrived in ${room.name}`).toEqual([]);
};

const shownUnread = (page: Page, { id }: Room): Promise<number> =>
  page.evaluate((channelId) => {
    const link = document.querySelector(`#sidebar a[href="/chat/${channelId}"]`);
    const words = link?.querySelector('.visually-hidden')?.textContent ?? '';
    return Number(/^\d+/.exec(words)?.[0] ?? 0);
  }, id);

const serverUnread = async (page: Page, { id }: Room): Promise<number> => {
  const read = await call(page, '/api/channels/activity');
  const { activity } = expectShape(getActivity.response, read);
  return activity.find(({ channelId }) => channelId === id)?.unreadCount ?? 0;
};

/** Expects the same messages and numbers on the server and on every device. */
export const expectEqual = async (
  devices: readonly Device[],
  rooms: readonly Room[],
): Promise<void> => {
  for (const room of rooms) {
    const [first] = devices;
    if (first === undefined) return;
    await expect(async () => {
      const log = await readServerLog(first.page, room);
      for (const device of devices) {
        expectSent(device, room, log);
        const read = await readDeviceLog(device.page, room);
        expect(read, `${device.name} stores ${room.name}`).toBeDefined();
        const stored = expectShape(storedLogSchema, read);
        const newest = stored.messages.map(identity);
        // A room may have no message yet.
        expect(newest.length > 0, `${device.name} stores messages of ${room.name}`).toBe(
          log.length > 0,
        );
        expect(newest, `${device.name}: the log of ${room.name} is that of the server`).toEqual(
          log.slice(-newest.length).map(identity),
        );
        expect(
          await shownUnread(device.page, room),
          `${device.name}: the badge of ${room.name} is the number of the server`,
        ).toBe(await serverUnread(device.page, room));
      }
    }).toPass({ timeout: PATIENCE_MS });
  }
};

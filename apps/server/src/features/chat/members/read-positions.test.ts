import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import { createUuidV7 } from '#platform/uuid.ts';
import type { Database } from '#schema/schema.ts';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { insertMessages, type NewMessage } from '../messages/insert-messages.ts';

const chat = provideChatApp();
let maria: Chatter;
let georgi: Chatter;
let stranger: Chatter;
let moderator: Chatter;

beforeAll(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
  stranger = await chat.current.someone();
  moderator = await chat.current.someone('moderator');
});

const activityOf = async (who: Chatter, channelId: string) =>
  (await who.get(channelCalls.getActivity)).activity.find(
    (activity) => activity.channelId === channelId,
  );

const errorOf = async (response: Promise<{ readonly body: unknown }>) => (await response).body;

const openDirect = (who: Chatter, other: Chatter) =>
  who.get(channelCalls.openDirect, { body: { userIds: [other.id] } });

const rejection = (code: string) => ({ success: false, error: { code } });

const messageOf = (channelId: string, { id }: Chatter): NewMessage => ({
  id: createUuidV7(Date.now()),
  channelId,
  clientId: createUuidV7(Date.now()),
  sender: { id, name: 'Георги' },
  text: 'две',
  searchTerms: '',
  attachments: [],
  links: [],
  mentions: [],
  mentionsAll: false,
  replyTo: null,
  forwarded: null,
  threadId: null,
  createdAt: new Date(),
});

/** Resolves when some statement waits for a lock. */
const untilLocked = (database: Database): Promise<boolean> =>
  vi.waitUntil(
    async () => {
      const { rows } = await sql`SELECT FROM pg_locks WHERE NOT granted`.execute(database);
      return rows.length > 0;
    },
    { timeout: 30_000, interval: 10 },
  );

describe('a read position', () => {
  test('goes back before a message that is marked as unread, on every page of the user', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const said = [];
    for (const text of ['едно', 'две', 'три']) said.push(await maria.say(id, text));
    const read = (seq: number, unreadMarks: number) =>
      georgi.get(channelCalls.markRead, { params: { id }, body: { seq, unreadMarks } });
    await read(3, 0);
    const page = await georgi.connect();
    const body = { messageId: said[1]?.id };
    expect(await georgi.get(channelCalls.markUnread, { params: { id }, body })).toMatchObject({
      readSeq: 1,
      unreadMarks: 1,
      unreadCount: 2,
    });
    const event = await page.frame('channel.read', ({ data }) => data.unreadMarks === 1);
    expect(event.data).toEqual({ channelId: id, userId: georgi.id, readSeq: 1, unreadMarks: 1 });
    expect(await activityOf(georgi, id)).toMatchObject({ unreadCount: 2 });
    // A page that shows the channel, and has not heard of the mark, reports what it shows.
    expect(await read(3, 0)).toMatchObject({ readSeq: 1, unreadCount: 2 });
    expect(await read(3, 1)).toMatchObject({ readSeq: 3, unreadCount: 0 });
    // An unread message stays unread.
    await read(3, 1);
    await maria.say(id, 'четири');
    await maria.say(id, 'пет');
    const newest = await maria.say(id, 'шест');
    const late = { params: { id }, body: { messageId: newest.id } };
    expect(await georgi.get(channelCalls.markUnread, late)).toMatchObject({ readSeq: 3 });
  });

  test.each(['one channel', 'all channels'])(
    'includes the user’s own message that is stored while %s is marked as read',
    async (scope) => {
      const { database } = chat.current.session.database;
      const { id } = await chat.current.channel(maria, [georgi]);
      await maria.say(id, 'едно');
      const read = () =>
        scope === 'one channel'
          ? georgi.get(channelCalls.markRead, { params: { id }, body: { seq: 1 } })
          : georgi.get(channelCalls.markAllRead);
      const reading = await database.transaction().execute(async (transaction) => {
        await insertMessages(transaction, id, [messageOf(id, georgi)]);
        const asked = read();
        await Promise.race([asked, untilLocked(database)]);
        return { asked };
      });
      await reading.asked;
      expect(await activityOf(georgi, id)).toMatchObject({ unreadCount: 0 });
    },
  );

  test('only a member marks messages of a channel as unread, and only its own', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const other = await chat.current.channel(maria, [georgi]);
    const { id: messageId } = await maria.say(id, 'едно');
    const mark = (who: Chatter, channelId: string) =>
      errorOf(who.ask(channelCalls.markUnread, { params: { id: channelId }, body: { messageId } }));
    expect(await mark(stranger, id)).toMatchObject(rejection('not_a_member'));
    expect(await mark(moderator, id)).toMatchObject(rejection('not_a_member'));
    expect(await mark(georgi, other.id)).toMatchObject(rejection('not_found'));
  });

  test('all channels are read with one call, and the others of a conversation see it', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const { channel: direct } = await openDirect(maria, georgi);
    await maria.say(id, 'едно');
    await maria.say(id, 'две');
    await maria.say(direct.id, 'само за теб');
    const [own, others] = [await georgi.connect(), await maria.connect()];
    const { positions } = await georgi.get(channelCalls.markAllRead);
    expect(positions).toContainEqual({ channelId: id, readSeq: 2, unreadMarks: 0 });
    const isBy = ({ data }: { data: { userId: string; channelId: string } }) =>
      data.userId === georgi.id && data.channelId === direct.id;
    await own.frame('channel.read', isBy);
    await others.frame('channel.read', isBy);
    expect(
      others.frames.some((frame) => frame.type === 'channel.read' && frame.data.channelId === id),
    ).toBe(false);
    for (const { unreadCount } of (await georgi.get(channelCalls.getActivity)).activity)
      expect(unreadCount).toBe(0);
    expect((await georgi.get(channelCalls.markAllRead)).positions).toEqual([]);
  });

  test('what is marked as unread stays seen for the other side', async () => {
    const { channel } = await openDirect(maria, georgi);
    const { id: messageId, seq } = await maria.say(channel.id, 'прочетено');
    const params = { id: channel.id };
    await georgi.get(channelCalls.markRead, { params, body: { seq } });
    await georgi.get(channelCalls.markUnread, { params, body: { messageId } });
    const { members } = await maria.get(channelCalls.listMembers, { params });
    expect(members.find(({ user }) => user.id === georgi.id)?.readSeq).toBe(seq);
  });
});

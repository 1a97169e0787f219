import { beforeAll, expect, test } from 'vitest';
import { listUsers } from '@izgodno/contract/accounts/administration-calls';
import {
  addMember,
  browseChannels,
  createChannel,
  listMembers,
} from '@izgodno/contract/chat/channel-calls';
import { searchMessages } from '@izgodno/contract/chat/find-calls';
import { findUsers } from '@izgodno/contract/chat/user-calls';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';

const chat = provideChatApp();
let maria: Chatter;
let channelId: string;

const named = async (name: string): Promise<Chatter> => {
  const user = await chat.current.someone();
  const { database } = chat.current.session.database;
  await database.updateTable('users').set({ name }).where('id', '=', user.id).execute();
  return user;
};

// Two users with names in either script write in one channel.
beforeAll(async () => {
  maria = await named('Мария Шопова');
  const latin = await named('Ivan Dimitrov');
  const cyrillic = await named('Иван Цветков');
  const body = { name: 'Планина', kind: 'public' };
  channelId = (await maria.get(createChannel, { body })).channel.id;
  await maria.say(channelId, 'палатка');
  for (const user of [latin, cyrillic]) {
    await user.get(addMember, { params: { id: channelId, userId: user.id } });
    await user.say(channelId, 'палатка');
  }
});

const nameOf = ({ name }: { readonly name: string }): string => name;

const both = ['Ivan Dimitrov', 'Иван Цветков'];

const search: Readonly<Record<string, (q: string) => Promise<readonly string[]>>> = {
  users: async (q) => (await maria.get(findUsers, { query: { q } })).people.map(nameOf),
  members: async (q) =>
    (await maria.get(listMembers, { params: { id: channelId }, query: { q } })).members.map(
      ({ user }) => user.name,
    ),
  senders: async (q) =>
    (await maria.get(searchMessages, { query: { q: `от:"${q}"` } })).messages.map(
      ({ sender }) => sender.name,
    ),
  accounts: async (q) => {
    const admin = await chat.current.someone('admin');
    return (await admin.get(listUsers, { query: { q } })).people.map(nameOf);
  },
};

test.each(
  Object.keys(search).flatMap(
    (list) =>
      [
        [list, 'Иван', both],
        [list, 'ivan', both],
        [list, 'iv', both],
        [list, 'ivan tsv', ['Иван Цветков']],
        [list, 'иван дим', ['Ivan Dimitrov']],
        // Of two letters in the other script.
        [list, 'sho', ['Мария Шопова']],
        [list, 'petar', []],
      ] as const,
  ),
)('%s are found by "%s" in either script', async (list, q, expected) => {
  const found = (await search[list]?.(q)) ?? [];
  expect(found.toSorted()).toEqual(expected.toSorted());
});

test.each(['planina', 'план'])('channels are found by "%s"', async (q) => {
  const { channels } = await maria.get(browseChannels, { query: { q } });
  expect(channels.map(({ name }) => name)).toContain('Планина');
  const { messages } = await maria.get(searchMessages, { query: { q: `in:${q}` } });
  expect(messages).toHaveLength(3);
});

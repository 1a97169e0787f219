import { expect, test } from 'vitest';
import { createChannel, removeMember } from '@izgodno/contract/chat/channel-calls';
import { deleteMessage, forwardMessage } from '@izgodno/contract/chat/message-calls';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { insertFile } from '#test/insert-file.ts';
import { createImmediateJobs } from '#test/immediate-jobs.ts';
import { eraseOldJob } from '../register-chat.ts';

const jobs = createImmediateJobs();
const chat = provideChatApp({}, () => ({ jobs }));

const makePrivate = async (owner: Chatter, name: string): Promise<string> =>
  (await owner.get(createChannel, { body: { name, kind: 'private' } })).channel.id;

const leftOf = async (...ids: readonly string[]) => {
  await jobs.fire(eraseOldJob.name);
  const { database } = chat.current.session.database;
  const rows = await database
    .selectFrom('messages')
    .innerJoin('channels', 'channels.id', 'messages.channel_id')
    .select('channels.id')
    .where('channels.id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
};

test('private channels that all have left end with their messages and files after 30 days', async () => {
  const { session } = chat.current;
  const owner = await chat.current.someone();
  const open = await chat.current.channel(owner);
  const { id: deserted } = await chat.current.channel(owner);
  const abandoned = await makePrivate(owner, 'Само аз');
  const inUse = await makePrivate(owner, 'Бележки');
  const quoted = await makePrivate(owner, 'Препратено');
  const message = await owner.say(abandoned, 'Бележка');
  const file = await insertFile(session.database.database, {
    ownerId: owner.id,
    at: session.time,
    messageId: message.id,
  });
  for (const id of [open.id, deserted, inUse]) await owner.say(id, 'Друго');
  const original = await owner.say(quoted, 'За препращане');
  const { message: forward } = await owner.get(forwardMessage, {
    params: { id: original.id },
    body: { channelId: open.id, clientId: createUuidV7(session.time) },
  });
  for (const id of [deserted, abandoned, quoted])
    await owner.get(removeMember, { params: { id, userId: owner.id } });
  session.time += 29 * DAY_MS;
  const all = [open.id, deserted, abandoned, inUse, quoted];
  expect(await leftOf(...all)).toEqual(new Set(all));
  session.time += 2 * DAY_MS;
  expect(await leftOf(...all)).toEqual(new Set([open.id, deserted, inUse, quoted]));
  const stored = await session.database.database
    .selectFrom('files')
    .select('subject_id')
    .where('id', '=', file)
    .execute();
  expect(stored).toEqual([{ subject_id: null }]);

  // The forward held its original.
  const again = await chat.current.signInAgain(owner);
  await again.get(deleteMessage, { params: { id: forward.id } });
  expect(await leftOf(...all)).toEqual(new Set([open.id, deserted, inUse]));
});

import { expect, test } from 'vitest';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { createChannel } from '@izgodno/contract/chat/channel-calls';
import { sendMessage } from '@izgodno/contract/chat/message-calls';
import { DAY_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import { createUuidV7 } from '#platform/uuid.ts';
import { somebody } from '#test/session-app.ts';
import { provideUsersApp } from '#test/users-app.ts';

const users = provideUsersApp();

test('the name of a deleted account is erased from all mentions, minutes after the deletion', async () => {
  const { current } = users;
  const [ana, ivo] = [await current.member(), await current.member()];
  const body = { name: 'Къмпинг', kind: 'public' };
  const { channel } = await current.ask(createChannel, { token: ivo.token, body });
  const say = async (text: string) => {
    const { accessToken: token } = await current.login({ ...somebody(), email: ivo.email });
    const message = { channelId: channel.id, clientId: createUuidV7(current.time), text };
    await current.ask(sendMessage, { token, body: message });
  };
  await say(`<@${ivo.id}> и <@${ana.id}>`);
  current.time += 3 * DAY_MS;
  await say(`<@${ana.id}>`);
  const { accessToken: token } = await current.login({ ...somebody(), email: ana.email });
  await current.ask(deleteAccount, { token, body: { currentPassword: somebody().password } });
  current.time += 5 * MINUTE_MS;
  await current.jobs.runDue(new Date(current.time));
  const stored = await current.database.database
    .selectFrom('messages')
    .select('mentions')
    .where('channel_id', '=', channel.id)
    .orderBy('seq')
    .execute();
  expect(stored.map(({ mentions }) => mentions)).toEqual([[{ id: ivo.id, name: ivo.name }], []]);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { suspendUser } from '@izgodno/contract/accounts/administration-calls';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import { createHook, deleteHook, listHooks, MAX_HOOKS } from '@izgodno/contract/chat/hook-calls';
import { listMessages } from '@izgodno/contract/chat/message-calls';
import { banMember, updateMember } from '@izgodno/contract/chat/moderation-calls';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';

const chat = provideChatApp();
let owner: Chatter;
let member: Chatter;

beforeAll(async () => {
  owner = await chat.current.someone();
  member = await chat.current.someone();
});

/** A channel of the owner and the member, with a hook of the owner. */
const openHook = async (name = 'Build') => {
  const { id } = await chat.current.channel(owner, [member]);
  const made = await owner.get(createHook, { params: { id }, body: { name } });
  return { id, ...made };
};

/** Posts as a program does, without a session. */
const post = async (path: string, body: object) => {
  const response = await chat.current.session.app.inject({ method: 'POST', url: path, body });
  return { status: response.statusCode, body: response.json() };
};

const textsOf = async (channelId: string): Promise<readonly string[]> => {
  const { messages } = await owner.get(listMessages, { params: { channelId } });
  return messages.map(({ text }) => text);
};

describe('an incoming hook', () => {
  test('posts a text once, with its name, as the member who made it', async () => {
    const { id, path } = await openHook();
    const page = await member.connect();
    const body = { text: 'Готово: *main*', clientId: '01890000-0000-7000-8000-0000000000aa' };
    const first = await post(path, body);
    expect(first).toMatchObject({ status: 200, body: { success: true } });
    expect(await post(path, body)).toEqual(first);
    const { data } = await page.frame(
      'message.created',
      ({ data: { message } }) => message.channelId === id,
    );
    expect(data.message).toMatchObject({
      id: first.body.messageId,
      sender: { id: owner.id },
      text: '**Build** Готово: *main*',
    });
    expect(await textsOf(id)).toEqual(['**Build** Готово: *main*']);
    const { hooks } = await owner.get(listHooks, { params: { id } });
    expect(hooks).toMatchObject([
      { name: 'Build', maker: { id: owner.id }, lastUsedAt: expect.any(String) },
    ]);
  });

  test('shows its secret once, and stores a digest of it', async () => {
    const { id, path } = await openHook();
    expect(path).toMatch(/^\/api\/hooks\/izh_[\w-]{43}$/);
    const { hooks } = await owner.get(listHooks, { params: { id } });
    expect(JSON.stringify(hooks)).not.toContain('izh_');
    const rows = await chat.current.session.database.database
      .selectFrom('channel_hooks')
      .selectAll()
      .execute();
    expect(JSON.stringify(rows)).not.toContain(path.slice(-40));
  });

  test('ends when a moderator deletes it', async () => {
    const { id, path, hook } = await openHook();
    await owner.get(deleteHook, { params: { id, hookId: hook.id } });
    expect((await post(path, { text: 'x' })).status).toBe(404);
    expect((await owner.ask(deleteHook, { params: { id, hookId: hook.id } })).status).toBe(404);
  });

  test('has no more rights than its maker', async () => {
    const { id } = await chat.current.channel(owner, [member]);
    const params = { id, userId: member.id };
    await owner.get(updateMember, { params, body: { role: 'moderator' } });
    const { path } = await member.get(createHook, { params: { id }, body: { name: 'Build' } });
    await owner.get(banMember, { params, body: {} });
    expect(await post(path, { text: 'x' })).toMatchObject({
      status: 403,
      body: { error: { code: 'not_a_member' } },
    });
  });

  test('ends with a suspension of its maker', async () => {
    const maker = await chat.current.someone();
    const { id } = await chat.current.channel(maker);
    const { path } = await maker.get(createHook, { params: { id }, body: { name: 'Build' } });
    const administrator = await chat.current.someone('admin');
    await administrator.get(suspendUser, {
      params: { userId: maker.id },
      body: { reason: 'Спам' },
    });
    expect((await post(path, { text: 'x' })).status).toBe(404);
  });

  test.for([
    ['an empty text', { text: ' ' }],
    ['a text without room for the name', { text: 'x'.repeat(7_951) }],
    ['no text', {}],
  ] as const)('refuses %s', async ([, body]) => {
    const { id, path } = await openHook();
    expect(await post(path, body)).toMatchObject({
      status: 400,
      body: { error: { code: 'validation_failed', fields: { text: {} } } },
    });
    expect(await textsOf(id)).toEqual([]);
  });

  test('has a name without markup', async () => {
    const { id } = await chat.current.channel(owner);
    for (const name of ['**Build**', '<@x>', '`a`', ' '])
      expect((await owner.ask(createHook, { params: { id }, body: { name } })).status).toBe(400);
  });
});

test('only moderators of a channel see and make its hooks, up to a number', async () => {
  const { id, hook } = await openHook();
  const stranger = await chat.current.someone();
  const calls = [
    { call: listHooks, input: { params: { id } } },
    { call: createHook, input: { params: { id }, body: { name: 'Build' } } },
    { call: deleteHook, input: { params: { id, hookId: hook.id } } },
  ];
  for (const { call, input } of calls) {
    expect((await member.ask(call, input)).body).toMatchObject({ error: { code: 'forbidden' } });
    expect((await stranger.ask(call, input)).body).toMatchObject({
      error: { code: 'not_a_member' },
    });
  }
  for (let made = 1; made < MAX_HOOKS; made += 1)
    await owner.get(createHook, { params: { id }, body: { name: `Build ${made}` } });
  expect(await owner.ask(createHook, { params: { id }, body: { name: 'One more' } })).toMatchObject(
    {
      body: { error: { code: 'limit_reached' } },
    },
  );
});

test('direct conversations have no hooks', async () => {
  const { channel } = await owner.get(channelCalls.openDirect, { body: { userIds: [member.id] } });
  expect(
    (await owner.ask(createHook, { params: { id: channel.id }, body: { name: 'Build' } })).status,
  ).toBe(403);
});

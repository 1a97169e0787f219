import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import * as moderationCalls from '@izgodno/contract/chat/moderation-calls';
import * as userCalls from '@izgodno/contract/chat/user-calls';
import { closeReasons, realtimeLimits } from '@izgodno/contract/realtime/frames';
import { sessionPresets } from '@izgodno/contract/accounts/limits';
import { logout, logoutEverywhere } from '@izgodno/contract/accounts/calls';
import { openPage, provideChatApp, type Chatter, type Page } from '#test/chat-app.ts';
import { usersTopic } from './topics.ts';

const chat = provideChatApp();
let maria: Chatter;
let georgi: Chatter;

beforeAll(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
});

const closedFor = async (page: Page) => {
  const { code, reason } = await page.closed();
  return { code, reason };
};

const reasonOf = (reason: keyof typeof closeReasons) => ({
  code: closeReasons[reason].code,
  reason,
});

/** Other connections are unaffected: a message still goes from one to the other. */
const expectOthersUnaffected = async (channelId: string, page: Page) => {
  const { id } = await maria.say(channelId, 'още ли си тук?');
  await page.frame('message.created', ({ data }) => data.message.id === id);
};

describe('events', () => {
  test('send messages and their changes to members, in order, and to no other user', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const outsider = await (await chat.current.someone()).connect();
    const page = await georgi.connect();
    const sent = await maria.say(id, 'здравей');
    await maria.get(messageCalls.updateMessage, {
      params: { id: sent.id },
      body: { text: 'здравейте' },
    });
    await page.frame('message.changed', ({ data }) => data.message.text === 'здравейте');
    expect(
      page.frames.flatMap((frame) =>
        frame.type === 'message.created' || frame.type === 'message.changed'
          ? [[frame.type, frame.data.message.version]]
          : [],
      ),
    ).toEqual([
      ['message.created', 1],
      ['message.changed', 2],
    ]);
    outsider.send({ type: 'ping' });
    await outsider.frame('pong');
    expect(outsider.frames.map(({ type }) => type)).toEqual(['welcome', 'pong']);
  });

  test('reach users who join from then on, and those who leave no longer', async () => {
    const { id } = await chat.current.channel(maria);
    const page = await georgi.connect();
    const params = { id, userId: georgi.id };
    await georgi.get(channelCalls.addMember, { params });
    await page.frame('channel.joined', ({ data }) => data.channel.id === id);
    // Events of the channel itself may come a moment before its messages.
    await expect
      .poll(
        async () => {
          await maria.say(id, 'добре дошъл');
          return page.frames.map(({ type }) => type);
        },
        { interval: 100 },
      )
      .toContain('message.created');
    const first = await page.frame('message.created');
    await georgi.get(channelCalls.removeMember, { params });
    await page.frame('channel.left', ({ data }) => data.channelId === id);
    page.send({
      type: 'resume',
      channels: [{ channelId: id, version: first.data.message.version }],
    });
    const missed = await page.frame('missed', ({ data }) => data.channelId === id);
    expect(missed.data.outcome).toBe('gone');
  });

  test('show who types, to those in the channel', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const page = await georgi.connect();
    const writer = await maria.connect();
    writer.send({ type: 'typing', channelId: id });
    const { data } = await page.frame('typing');
    expect(data).toEqual({ channelId: id, user: { id: maria.id, name: maria.name } });
  });

  test('show presence and status to those who watch it', async () => {
    const elena = await chat.current.someone();
    const page = await georgi.connect();
    page.send({ type: 'watch', userIds: [elena.id] });
    const stateIs = (state: string) =>
      page.frame('presence', ({ data }) => data.people.some((user) => user.state === state));
    await stateIs('offline');
    const hers = await elena.connect();
    await stateIs('online');
    hers.send({ type: 'idle', idle: true });
    await stateIs('away');
    await elena.get(userCalls.setStatus, { body: { availability: 'dnd', text: 'в час' } });
    const { data } = await stateIs('dnd');
    expect(data.people).toEqual([{ userId: elena.id, state: 'dnd', emoji: '', text: 'в час' }]);
  });

  test('send the reading position to the user’s other pages', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    await maria.say(id, 'прочети');
    const page = await georgi.connect();
    await georgi.get(channelCalls.markRead, { params: { id }, body: { seq: 1 } });
    const { data } = await page.frame('channel.read');
    expect(data).toEqual({ channelId: id, userId: georgi.id, readSeq: 1, unreadMarks: 0 });
  });
});

describe('reconnecting', () => {
  test('delivers exactly the changes since, each message once in its present state', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const before = await maria.say(id, 'преди');
    await maria.say(id, 'между');
    await maria.get(messageCalls.addReaction, { params: { id: before.id, emoji: '🎉' } });

    const page = await georgi.connect([{ channelId: id, version: 1 }]);
    const { data } = await page.frame('missed');
    expect(data).toMatchObject({
      outcome: 'messages',
      version: 3,
      lastSeq: 2,
      messages: [
        { seq: 2, version: 2, text: 'между' },
        { seq: 1, version: 3, reactions: [{ emoji: '🎉' }] },
      ],
    });
  });

  test('after too many changes asks to fetch again, also a client that is ahead of the database', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const { database } = chat.current.session.database;
    const sent = await maria.say(id, 'първо');
    const count = realtimeLimits.maxMissedMessages;
    await sql`
      INSERT INTO messages (channel_id, seq, version, id, client_id, sender_id, text, created_at)
      SELECT channel_id, n, n, id, gen_random_uuid(), sender_id, text, created_at
      FROM messages, generate_series(2, ${sql.lit(count + 1)}) AS n WHERE id = ${sent.id}`.execute(
      database,
    );
    await database
      .updateTable('channels')
      .set({ last_seq: count + 1, version: count + 1 })
      .where('id', '=', id)
      .execute();

    const outcome = async (version: number) => {
      const page = await georgi.connect([{ channelId: id, version }]);
      return (await page.frame('missed')).data.outcome;
    };
    expect(await outcome(0)).toBe('refetch');
    expect(await outcome(1)).toBe('messages');
    expect(await outcome(count + 2)).toBe('refetch');
  });
});

describe('a socket', () => {
  test('of another site’s page is rejected', async () => {
    await expect(
      openPage(chat.current.url, { origin: 'https://elsewhere.example' }),
    ).rejects.toThrow('403');
    const own = await openPage(chat.current.url, { origin: chat.current.url });
    own.socket.terminate();
  });

  test('at another path is rejected', async () => {
    const socket = new WebSocket(`${chat.current.url.replace('http', 'ws')}/api/elsewhere`);
    const error = await new Promise<Error>((resolve) => void socket.once('error', resolve));
    expect(error.message).toContain('404');
  });

  const errors: readonly (readonly [string, (page: Page) => void, keyof typeof closeReasons])[] = [
    ['text that is no JSON', (page) => page.send('{'), 'bad_frame'],
    ['bytes', (page) => page.socket.send(Buffer.from([1, 2])), 'bad_frame'],
    ['a frame without a type', (page) => page.send({ kind: 'ping' }), 'bad_frame'],
    ['a strange field', (page) => page.send({ type: 'ping', more: 1 }), 'bad_frame'],
    ['an unknown event', (page) => page.send({ type: 'shout' }), 'unknown_frame'],
    ['a second hello', (page) => page.send({ type: 'hello', token: 'x' }), 'bad_frame'],
    ['a stolen token', (page) => page.send({ type: 'token', token: 'x' }), 'unauthenticated'],
    [
      'a thousand frames a second',
      (page) => {
        for (let sent = 0; sent < 1_000; sent += 1) page.send({ type: 'ping' });
      },
      'too_many_frames',
    ],
  ];

  test.each(errors)(
    'that sends %s is closed with its code, and others are unaffected',
    async (_, misbehave, reason) => {
      const { id } = await chat.current.channel(maria, [georgi]);
      const other = await georgi.connect();
      const page = await maria.connect();
      misbehave(page);
      expect(await closedFor(page)).toEqual(reasonOf(reason));
      await expectOthersUnaffected(id, other);
    },
  );

  test('that sends ten megabytes is closed with the code of RFC 6455', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const other = await georgi.connect();
    const page = await maria.connect();
    page.send('x'.repeat(10 * 1024 * 1024));
    expect((await page.closed()).code).toBe(closeReasons.too_big.code);
    await expectOthersUnaffected(id, other);
  });

  test('without a valid token is closed', async () => {
    const page = await openPage(chat.current.url);
    page.send({ type: 'hello', token: 'not-a-token' });
    expect(await closedFor(page)).toEqual(reasonOf('unauthenticated'));
    const early = await openPage(chat.current.url);
    early.send({ type: 'ping' });
    expect(await closedFor(early)).toEqual(reasonOf('unauthenticated'));
  });

  test('whose new token is another user’s is closed', async () => {
    const page = await maria.connect();
    page.send({ type: 'token', token: georgi.token });
    expect(await closedFor(page)).toEqual(reasonOf('unauthenticated'));
  });

  test('closes with its session, and only with its own', async () => {
    const leaver = await chat.current.someone();
    const page = await leaver.connect();
    const other = await georgi.connect();
    await leaver.get(logout, { body: {} });
    expect(await closedFor(page)).toEqual(reasonOf('session_revoked'));

    const stolen = await chat.current.someone();
    const victim = await stolen.connect();
    await stolen.get(logoutEverywhere);
    expect(await closedFor(victim)).toEqual(reasonOf('session_revoked'));
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
  });

  test('closes with its session even if the bus message is lost', async () => {
    const leaver = await chat.current.someone();
    const page = await leaver.connect();
    const other = await georgi.connect();
    await chat.current.session.database.database
      .deleteFrom('sessions')
      .where('user_id', '=', leaver.id)
      .execute();
    expect(await closedFor(page)).toEqual(reasonOf('session_revoked'));
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
  });

  test('of a banned member stays open, without the channel', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const page = await georgi.connect();
    const other = await maria.connect();
    const params = { id, userId: georgi.id };
    await maria.get(moderationCalls.banMember, { params, body: { reason: 'спам' } });
    expect((await page.frame('channel.left')).data).toEqual({ channelId: id, reason: 'banned' });
    page.send({ type: 'resume', channels: [{ channelId: id, version: 0 }] });
    expect((await page.frame('missed')).data.outcome).toBe('gone');
    await expectOthersUnaffected(id, other);
    page.send({ type: 'ping' });
    await page.frame('pong');
    expect(page.frames.some(({ type }) => type === 'message.created')).toBe(false);
  });

  test('that reads too slowly is closed with its code, and others are unaffected', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const other = await georgi.connect();
    const slow = await maria.connect();
    slow.socket.pause();
    const event = JSON.stringify({ type: 'large', data: 'x'.repeat(1024 * 1024) });
    // More than the network and the server together buffer for one socket.
    for (let sent = 0; sent < 24; sent += 1)
      chat.current.session.bus.publish(usersTopic, { userIds: [maria.id], event });
    await expectOthersUnaffected(id, other);
    slow.socket.resume();
    expect(await closedFor(slow)).toEqual(reasonOf('slow_reader'));
  });

  test('beyond the limit of a user closes the oldest', async () => {
    const many = await chat.current.someone();
    const first = await many.connect();
    for (let opened = 0; opened < realtimeLimits.maxSocketsAUser; opened += 1) await many.connect();
    expect(await closedFor(first)).toEqual(reasonOf('too_many_sockets'));
  });
});

describe('arbitrary input', () => {
  test('that makes a schema throw closes that socket alone', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const other = await georgi.connect();
    const frames = [
      '{"type":"hello","token":{"length":{"toString":1}}}',
      '{"type":"resume","channels":{"length":{"valueOf":null,"toString":null}}}',
      '{"type":"watch","userIds":{"length":[[],{"toString":0}]}}',
      '{"type":{"toString":1}}',
      `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
      String.raw`{"type":"token","token":"a\u0000b"}`,
    ];
    for (const frame of frames) {
      const page = await openPage(chat.current.url);
      page.send(frame);
      expect(await closedFor(page)).toEqual(reasonOf('bad_frame'));
    }
    await expectOthersUnaffected(id, other);
  });

  test('as a frame is handled, or closes that socket with a code of the contract', async () => {
    const codes = new Set<number>(Object.values(closeReasons).map(({ code }) => code));
    const { id } = await chat.current.channel(georgi);
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({
          type: fc.oneof(
            fc.constantFrom('hello', 'token', 'resume', 'typing', 'watch', 'idle', 'ping'),
            fc.string(),
          ),
          token: fc.option(fc.string(), { nil: undefined }),
          channelId: fc.option(fc.constantFrom(id, 'x', null), { nil: undefined }),
          channels: fc.option(
            fc.array(fc.record({ channelId: fc.constantFrom(id, ''), version: fc.anything() })),
            { nil: undefined },
          ),
          userIds: fc.option(fc.array(fc.constantFrom(georgi.id, '')), { nil: undefined }),
          idle: fc.option(fc.anything(), { nil: undefined }),
        })
        .map((frame) =>
          JSON.stringify(frame, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value)),
        ),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (frame) => {
        const page = await georgi.connect();
        page.send(frame);
        page.socket.ping();
        const response = new Promise<null>(
          (resolve) => void page.socket.once('pong', () => resolve(null)),
        );
        const closed = await Promise.race([page.closed(), response]);
        expect(closed === null || codes.has(closed.code)).toBe(true);
        page.socket.terminate();
      }),
      { numRuns: 100 },
    );
    expect((await georgi.say(id, 'още работи')).seq).toBe(1);
  });
});

describe('stopping', () => {
  test('asks clients to move once, waits for them, and closes those that stay', async () => {
    const node = await chat.current.session.startNode();
    const url = await node.listen({ port: 0, host: '127.0.0.1' });
    const page = await openPage(url);
    page.send({ type: 'hello', token: maria.token });
    await page.frame('welcome');
    node.draining.begin();
    const stopped = node.close();
    await page.frame('moving');
    expect(await closedFor(page)).toEqual(reasonOf('moving'));
    expect(page.frames.filter(({ type }) => type === 'moving')).toHaveLength(1);
    await stopped;
    await expect(openPage(url)).rejects.toThrow('ECONNREFUSED');
  });
});

// Last, because it makes all users' tokens expire.
describe('time', () => {
  test('closes sockets whose token has expired, unless a new one came', async () => {
    const elena = await chat.current.someone();
    const login = async () => (await chat.current.session.login(await userOf(elena))).accessToken;
    const userOf = async ({ id }: Chatter) => {
      const { email } = await chat.current.session.database.database
        .selectFrom('users')
        .select('email')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return { name: elena.name, email, password: 'zebra-lamp-4217' };
    };
    const left = await elena.connect();
    const renewed = await elena.connect();
    chat.current.session.time += 10_000;
    renewed.send({ type: 'token', token: await login() });
    await renewed.frame('renewed');
    chat.current.session.time += sessionPresets.default.accessMs - 10_000;
    expect(await closedFor(left)).toEqual(reasonOf('token_expired'));
    // Two hours of silence close the other one, not its token.
    expect(await closedFor(renewed)).toEqual(reasonOf('silent'));
  });

  test('closes silent sockets: without hello or heartbeat', async () => {
    const silent = await openPage(chat.current.url);
    const petar = await chat.current.someone();
    const quiet = await petar.connect();
    chat.current.session.time += realtimeLimits.helloTimeoutMs + 1;
    expect(await closedFor(silent)).toEqual(reasonOf('hello_timeout'));
    expect(quiet.socket.readyState).toBe(WebSocket.OPEN);
    chat.current.session.time += 2 * realtimeLimits.heartbeatMs;
    expect(await closedFor(quiet)).toEqual(reasonOf('silent'));
  });
});

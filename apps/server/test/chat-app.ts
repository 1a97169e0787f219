import { afterAll, beforeAll, vi } from 'vitest';
import { WebSocket } from 'ws';
import type * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import type { OwnChannel } from '@izgodno/contract/chat/channel';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import type { Message } from '@izgodno/contract/chat/message';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import {
  parseServerFrame,
  REALTIME_PATH,
  type ServerFrame,
} from '@izgodno/contract/realtime/frames';
import type { Role } from '@izgodno/contract/accounts/session';
import type { Environment } from '#config/configuration.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideSessionApp, somebody, type User, type SessionApp } from './session-app.ts';

type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

/** One connected page. */
export interface Page {
  readonly socket: WebSocket;
  readonly frames: readonly ServerFrame[];
  send(frame: unknown): void;
  /** The first frame, past or future, of a type for which `matches` is true. */
  frame<Type extends ServerFrame['type']>(
    type: Type,
    matches?: (frame: FrameOf<Type>) => boolean,
  ): Promise<FrameOf<Type>>;
  /** The code and reason of the server's close. */
  closed(): Promise<{ readonly code: number; readonly reason: string }>;
}

const isOf = <Type extends ServerFrame['type']>(
  frame: ServerFrame,
  type: Type,
): frame is FrameOf<Type> => frame.type === type;

/** Opens a socket without saying hello. */
export const openPage = async (
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Page> => {
  const socket = new WebSocket(url.replace(/^http/, 'ws') + REALTIME_PATH, { headers });
  const frames: ServerFrame[] = [];
  const ended = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  socket.on('message', (data: Buffer) => {
    const frame = parseServerFrame(data.toString());
    if (frame !== null) frames.push(frame);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => {});
  return {
    socket,
    frames,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    frame: (type, matches = () => true) =>
      vi.waitFor(
        () => {
          for (const frame of frames) if (isOf(frame, type) && matches(frame)) return frame;
          throw new Error(`No ${type} among ${frames.map((frame) => frame.type).join(', ')}`);
        },
        { timeout: 30_000, interval: 5 },
      ),
    closed: () => ended,
  };
};

export interface Chatter {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  ask(
    call: Call,
    input?: Asked,
  ): Promise<{ readonly status: number; readonly body: unknown; readonly retryAfter: string }>;
  /** Like `ask`, for calls that succeed. */
  get<Response extends z.ZodMiniType>(
    call: Call & { readonly response: Response },
    input?: Asked,
  ): Promise<z.output<Response>>;
  say(channelId: string, text: string, more?: Record<string, unknown>): Promise<Message>;
  connect(resume?: readonly { channelId: string; version: number }[]): Promise<Page>;
}

interface Asked {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
}

export interface ChatApp {
  readonly session: SessionApp;
  readonly url: string;
  someone(role?: Role): Promise<Chatter>;
  /** The same user with a new session, because the clock has passed the old one. */
  signInAgain(chatter: Chatter): Promise<Chatter>;
  channel(owner: Chatter, others?: readonly Chatter[]): Promise<OwnChannel>;
}

/** The listening application, with users. */
export const provideChatApp = (
  environment: Environment = {},
  give?: Parameters<typeof provideSessionApp>[1],
): { readonly current: ChatApp } => {
  const session = provideSessionApp(environment, give);
  let current: ChatApp | undefined;
  const pages: Page[] = [];
  let count = 0;

  beforeAll(async () => {
    const url = await session.current.app.listen({ port: 0, host: '127.0.0.1' });

    const persons = new Map<string, User>();

    const someone = async (role: Role = 'member'): Promise<Chatter> => {
      const person = somebody();
      const { id, token } = await session.current.insert(person, role);
      persons.set(id, person);
      return chatterOf({ id, name: person.name }, token);
    };

    const signInAgain = async ({ id }: Chatter): Promise<Chatter> => {
      const person = persons.get(id);
      if (person === undefined) throw new Error('Not somebody of this application');
      const { user, accessToken } = await session.current.login(person);
      return chatterOf(user, accessToken);
    };

    const chatterOf = (user: Pick<Chatter, 'id' | 'name'>, token: string): Chatter => {
      const ask: Chatter['ask'] = async (call, { params, query, body } = {}) => {
        const path = call.path.replace(/:(\w+)/g, (_, key: string) =>
          encodeURIComponent(params?.[key] ?? ''),
        );
        const response = await session.current.app.inject({
          method: call.method,
          url: `${path}?${new URLSearchParams(query).toString()}`,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        });
        return {
          status: response.statusCode,
          body: response.json<unknown>(),
          retryAfter: response.headers['retry-after'] ?? '',
        };
      };
      const get: Chatter['get'] = async (call, input) => {
        const { status, body } = await ask(call, input);
        if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
        return call.response.parse(body);
      };
      return {
        id: user.id,
        name: user.name,
        token,
        ask,
        get,
        say: async (channelId, text, more = {}) => {
          const clientId = createUuidV7(session.current.time);
          const body = { channelId, clientId, text, ...more };
          return (await get(messageCalls.sendMessage, { body })).message;
        },
        connect: async (resume = []) => {
          const page = await openPage(url);
          pages.push(page);
          page.send({ type: 'hello', token, resume });
          await page.frame('welcome');
          return page;
        },
      };
    };

    current = {
      session: session.current,
      url,
      someone,
      signInAgain,
      channel: async (owner, others = []) => {
        count += 1;
        const body = { name: `стая ${count}`, kind: 'public' };
        const { channel } = await owner.get(channelCalls.createChannel, { body });
        for (const other of others) {
          await other.get(channelCalls.addMember, { params: { id: channel.id, userId: other.id } });
        }
        return channel;
      },
    };
  });
  afterAll(() => {
    for (const { socket } of pages) socket.terminate();
  });
  return {
    get current() {
      if (current === undefined) throw new Error('The application is there only while tests run.');
      return current;
    },
  };
};

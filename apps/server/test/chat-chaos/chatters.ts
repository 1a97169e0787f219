import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { listChannels } from '@izgodno/contract/chat/channel-calls';
import type { Message } from '@izgodno/contract/chat/message';
import { listMessages, sendMessage } from '@izgodno/contract/chat/message-calls';
import { createApiClient, type ApiClient } from '@izgodno/contract/common/client';
import { parseServerFrame, REALTIME_PATH } from '@izgodno/contract/realtime/frames';
import { login, register, signedInSchema } from '@izgodno/contract/accounts/calls';
import { createUuidV7 } from '#platform/uuid.ts';

/** Milliseconds between retries. */
const RETRY_MS = 50;
const CALL_TIMEOUT_MS = 5_000;
const PAGE = 200;

export interface Account {
  readonly token: string;
  readonly api: ApiClient;
}

/** Signs a new user up; a call of theirs that takes longer fails. */
export const signUp = async (
  baseUrl: string,
  name: string,
  timeoutMs = CALL_TIMEOUT_MS,
): Promise<Account> => {
  const anonymous = createApiClient({ baseUrl, readToken: () => null, onUnauthorized: () => {} });
  const user = { email: `${name}@chaos.example`, password: 'zebra-lamp-4217' };
  await anonymous.call(register, { body: { name, ...user } });
  const response = await anonymous.call(login, { body: user });
  const { accessToken: token } = signedInSchema.parse(response);
  const api = createApiClient({
    baseUrl,
    readToken: () => token,
    onUnauthorized: () => {},
    timeoutMs,
  });
  return { token, api };
};

export const defaultChannel = async ({ api }: Account): Promise<string> => {
  const { channels } = await api.call(listChannels, { query: {} });
  const channel = channels.find(({ isDefault }) => isDefault);
  if (channel === undefined) throw new Error('There is no default channel.');
  return channel.id;
};

/** A client that sends one message after another, each repeatedly until it is acknowledged. */
export interface Talker {
  /** As acknowledged, in the order of sending. */
  readonly acknowledged: readonly Message[];
  stop(): Promise<void>;
}

/** Starts one that waits `pauseMs` after each message. */
export const startTalker = ({ api }: Account, channelId: string, pauseMs = 0): Talker => {
  const acknowledged: Message[] = [];
  let stopping = false;
  const isStopping = (): boolean => stopping;

  const talk = async (): Promise<void> => {
    while (!isStopping()) {
      const clientId = createUuidV7(Date.now());
      const body = { channelId, clientId, text: `номер ${acknowledged.length + 1}` };
      for (;;) {
        try {
          const { message } = await api.call(sendMessage, { body });
          acknowledged.push(message);
          await sleep(pauseMs);
          break;
        } catch {
          // Rejected or unreachable: sends the same message again. A stop waits for it, too.
          await sleep(RETRY_MS);
        }
      }
    }
  };
  const talking = talk();
  return {
    acknowledged,
    async stop() {
      stopping = true;
      await talking;
    },
  };
};

/** The whole channel as the server has it, oldest first. */
export const readAll = async ({ api }: Account, channelId: string): Promise<Message[]> => {
  const all: Message[] = [];
  for (;;) {
    const after = all.at(-1)?.seq ?? 0;
    const { messages, hasMore } = await api.call(listMessages, {
      params: { channelId },
      query: { after, limit: PAGE },
    });
    all.push(...messages);
    if (!hasMore) return all;
  }
};

/**
 * A client that only listens, reconnects whenever its socket closes, and requests what it missed.
 */
export interface Listener {
  /** Its messages by number. */
  held(): readonly Message[];
  readonly version: number;
  stop(): void;
}

const messageSchema = z.object({ type: z.string() });

export const startListener = (baseUrl: string, account: Account, channelId: string): Listener => {
  const held = new Map<number, Message>();
  let version = 0;
  let stopped = false;
  let refetching = false;
  let socket: WebSocket;
  const isStopped = (): boolean => stopped;

  // A socket that is not open yet sends its position by itself.
  const resume = (): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ type: 'resume', channels: [{ channelId, version }] }));
  };

  const take = (message: Message): void => {
    const known = held.get(message.seq);
    if (known === undefined || known.version < message.version) held.set(message.seq, message);
  };

  /** Too much was missed: reads everything again, then requests what came meanwhile. */
  const refetch = async (): Promise<void> => {
    if (refetching) return;
    refetching = true;
    while (!isStopped()) {
      try {
        const all = await readAll(account, channelId);
        held.clear();
        for (const message of all) take(message);
        version = Math.max(0, ...all.map((message) => message.version));
        break;
      } catch {
        await sleep(RETRY_MS);
      }
    }
    refetching = false;
    if (!isStopped()) resume();
  };

  const read = (text: string): void => {
    if (!messageSchema.safeParse(JSON.parse(text)).success) throw new Error('Not a frame');
    const frame = parseServerFrame(text);
    if (frame?.type === 'missed' && frame.data.outcome === 'refetch') {
      void refetch();
      return;
    }
    if (refetching) return;
    if (frame?.type === 'missed' && frame.data.outcome === 'messages') {
      for (const message of frame.data.messages) take(message);
      version = Math.max(version, frame.data.version);
    }
    if (frame?.type !== 'message.created' && frame?.type !== 'message.changed') return;
    const { message } = frame.data;
    if (message.version > version + 1) {
      resume();
      return;
    }
    take(message);
    version = Math.max(version, message.version);
  };

  const connect = (): void => {
    if (stopped) return;
    socket = new WebSocket(baseUrl.replace('http', 'ws') + REALTIME_PATH);
    socket.on('open', () => {
      const seen = [{ channelId, version }];
      socket.send(JSON.stringify({ type: 'hello', token: account.token, resume: seen }));
    });
    socket.on('message', (data: Buffer) => read(data.toString()));
    socket.on('error', () => {});
    socket.on('close', () => setTimeout(connect, RETRY_MS));
  };
  connect();
  return {
    held: () => [...held.values()].sort((a, b) => a.seq - b.seq),
    get version() {
      return version;
    },
    stop() {
      stopped = true;
      socket.terminate();
    },
  };
};

import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@izgodno/contract/chat/message';
import { listMessages, sendMessage } from '@izgodno/contract/chat/message-calls';
import { ApiError } from '@izgodno/contract/common/client';
import { getDeal } from '@izgodno/contract/deals/calls';
import { addFavorite, listFavorites, removeFavorite } from '@izgodno/contract/engagement/calls';
import { listDeals } from '@izgodno/contract/search/calls';
import { createUuidV7 } from '#platform/uuid.ts';
import { signUp, type Account } from '../chat-chaos/chatters.ts';

/** Signs users up by these URLs in turn. */
export const signUpInTurn = async (
  urls: readonly string[],
  name: string,
  count: number,
  timeoutMs?: number,
): Promise<readonly Account[]> => {
  const accounts: Account[] = [];
  for (let user = 0; user < count; user += 1)
    accounts.push(await signUp(urls[user % urls.length] ?? '', `${name}${user}`, timeoutMs));
  return accounts;
};

export interface LoadOptions {
  /** Each account uses one of them, in turn (`signUpInTurn`). */
  readonly urls: readonly string[];
  readonly accounts: readonly Account[];
  readonly channelId: string;
  readonly callsASecond: number;
  /** Whether it makes no favourites and messages. */
  readonly readsOnly?: boolean;
}

export interface SteadyLoad {
  /** Calls that have begun. */
  readonly calls: () => number;
  /** Those that failed, each as a sentence. */
  readonly failed: () => readonly string[];
  stop(): Promise<{
    /** Of each account, in the order of sending. */
    readonly acknowledged: readonly (readonly Message[])[];
    readonly slowestMs: number;
  }>;
}

type Kinds = Readonly<Record<string, (user: number, account: Account) => Promise<unknown>>>;

const describeError = (error: unknown): string =>
  error instanceof ApiError ? `${error.status} ${error.code}` : String(error);

/**
 * Makes this many calls a second whatever the responses take: searches, deals, pages, favourites and
 * messages of all accounts. Repeats none, so that each failure counts.
 */
export const startLoad = async ({
  urls,
  accounts,
  channelId,
  callsASecond,
  readsOnly = false,
}: LoadOptions): Promise<SteadyLoad> => {
  const acknowledged = accounts.map((): Message[] => []);
  // A user sends one message after another, as the order of concurrent ones is any.
  const sending = accounts.map(() => Promise.resolve());
  const failed: string[] = [];
  const running = new Set<Promise<void>>();
  let calls = 0;
  let slowestMs = 0;
  const stopping = new AbortController();
  const page = await accounts[0]?.api.call(listDeals, { query: {} });
  const ids = page?.items.map(({ id }) => id) ?? [];

  const send = (user: number, { api }: Account): Promise<unknown> => {
    const clientId = createUuidV7(Date.now());
    const body = { channelId, clientId, text: `номер ${calls}` };
    const before = sending[user];
    const sendAfter = async (): Promise<void> => {
      await before;
      const { message } = await api.call(sendMessage, { body });
      acknowledged[user]?.push(message);
    };
    const sent = sendAfter();
    sending[user] = sent.catch(() => {});
    return sent;
  };
  const openPage = async (user: number): Promise<void> => {
    const response = await fetch(`${urls[user % urls.length]}/deals`);
    await response.text();
    if (!response.ok) throw new ApiError('page', response.status, 'The page failed.');
  };

  const reads = {
    search: (_: number, { api }: Account) => api.call(listDeals, { query: { q: `de ${calls}` } }),
    deal: (_: number, { api }: Account) =>
      api.call(getDeal, { params: { id: ids[calls % ids.length] ?? '' } }),
    page: openPage,
    favorites: (_: number, { api }: Account) => api.call(listFavorites, { query: {} }),
    messages: (_: number, { api }: Account) =>
      api.call(listMessages, { params: { channelId }, query: { after: 0, limit: 20 } }),
  } as const satisfies Kinds;
  const writes = {
    keep: async (user: number, { api }: Account) => {
      const params = { id: ids[user % ids.length] ?? '' };
      return api.call(calls % 2 === 0 ? addFavorite : removeFavorite, { params });
    },
    message: send,
  } as const satisfies Kinds;
  const turns = Object.entries(readsOnly ? reads : { ...reads, ...writes });

  const callOnce = async (): Promise<void> => {
    const user = calls % accounts.length;
    const account = accounts[user];
    const [name, make] = turns[calls % turns.length] ?? [];
    calls += 1;
    if (account === undefined || make === undefined) return;
    const begun = Date.now();
    try {
      await make(user, account);
    } catch (error) {
      const where = urls[user % urls.length];
      failed.push(`${name} at ${where}, ${Date.now() - begun} ms: ${describeError(error)}`);
    }
    slowestMs = Math.max(slowestMs, Date.now() - begun);
  };
  const run = async (): Promise<void> => {
    const begun = Date.now();
    for (let due = 0; !stopping.signal.aborted; due += 1) {
      const call = callOnce().finally(() => running.delete(call));
      running.add(call);
      await sleep(Math.max(0, begun + ((due + 1) * 1_000) / callsASecond - Date.now()));
    }
  };
  const loop = run();

  return {
    calls: () => calls,
    failed: () => failed,
    async stop() {
      stopping.abort();
      await loop;
      await Promise.all(running);
      return { acknowledged, slowestMs };
    },
  };
};

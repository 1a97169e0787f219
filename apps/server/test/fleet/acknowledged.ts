import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { getMe, login, logout, signedInSchema } from '@izgodno/contract/accounts/calls';
import type { Message } from '@izgodno/contract/chat/message';
import { sendMessage } from '@izgodno/contract/chat/message-calls';
import { ApiError, createApiClient } from '@izgodno/contract/common/client';
import { addFavorite } from '@izgodno/contract/engagement/calls';
import { createDeal } from '@izgodno/contract/posts/calls';
import { MAX_POSTS_A_DAY } from '#features/posts/post-calls.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { signUp, type Account } from '../chat-chaos/chatters.ts';
import type { Operation } from './history.ts';
import { startUploader, type Completed, type UploadAccount } from '../upload-chaos/uploaders.ts';

const RETRY_MS = 100;
const PASSWORD = 'zebra-lamp-4217';
/**
 * Milliseconds between two of one user: a load that leaves most of two cores idle, because the drill
 * is about faults. A revocation begins with a sign-in, of which one address may make 100 in a quarter
 * of an hour.
 */
const PAUSE_MS = { message: 800, deal: 8_000, favorite: 2_000, revocation: 120_000, file: 5_000 };
/** Milliseconds for everything that has begun to be acknowledged, once nothing fails any more. */
const LAST_MS = 120_000;
/** At most this many bytes of a file are made of 3 MB. */
const SHARE_OF_FILE = 0.05;

/** A user and what the fleet acknowledged to them. */
export interface Writer {
  readonly name: string;
  readonly url: string;
  readonly account: Account;
  readonly upload: UploadAccount;
  /** In the order of sending. */
  readonly messages: Message[];
  readonly deals: { readonly id: string; readonly title: string }[];
  /** Ids of deals. */
  readonly favorites: Set<string>;
  /** Tokens whose sessions were ended. */
  readonly revoked: string[];
  files: readonly Completed[];
  /** Of messages, and of deals and favourites, as `history.ts` writes them. */
  readonly operations: Readonly<Record<'messages' | 'stored', Operation[]>>;
}

export const signUpWriter = async (url: string, name: string): Promise<Writer> => {
  const account = await signUp(url, name);
  const { user } = await account.api.call(getMe, {});
  const upload = { url, userId: user.id, token: account.token };
  const none = { messages: [], deals: [], favorites: new Set<string>(), revoked: [], files: [] };
  return { name, url, account, upload, ...none, operations: { messages: [], stored: [] } };
};

/** A favourite as an element of the history. */
const favoriteOf = ({ upload }: Writer, dealId: string): string => `${upload.userId} ${dealId}`;

/** What has begun and is not acknowledged yet, with its last error. */
type Pending = Map<symbol, string>;

const openRepetitions =
  (pending: Pending) =>
  /** Repeats a call until it is acknowledged. */
  async <Result>(what: string, make: () => Promise<Result>): Promise<Result> => {
    const key = Symbol(what);
    pending.set(key, what);
    for (;;) {
      try {
        const result = await make();
        pending.delete(key);
        return result;
      } catch (error) {
        pending.set(key, `${what}: ${String(error)}`);
        await sleep(RETRY_MS);
      }
    }
  };

/** Keeps when a write began and when it was acknowledged. */
const note = async <Result>(
  operations: Operation[],
  [client, value]: readonly [client: string, value: string],
  write: Promise<Result>,
): Promise<Result> => {
  const operation: Operation = {
    client,
    value,
    begunAt: performance.now(),
    acknowledgedAt: null,
  };
  operations.push(operation);
  const result = await write;
  operation.acknowledgedAt = performance.now();
  return result;
};

type Repeat = ReturnType<typeof openRepetitions>;

/** Ends a session of its own; one that is gone at a repetition was ended by the earlier try. */
const revoke = async (repeat: Repeat, { url, name }: Writer): Promise<string> => {
  const clientOf = (token: string | null) =>
    createApiClient({ baseUrl: url, readToken: () => token, onUnauthorized: () => {} });
  const body = { email: `${name}@chaos.example`, password: PASSWORD };
  const signedIn = await repeat(`sign-in of ${name}`, () => clientOf(null).call(login, { body }));
  const { accessToken } = signedInSchema.parse(signedIn);
  await repeat(`sign-out of ${name}`, async () => {
    try {
      await clientOf(accessToken).call(logout, { query: {}, body: undefined });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
    }
  });
  return accessToken;
};

/**
 * Lets each writer send messages, post deals, keep deals of `dealIds`, end sessions and send files.
 * A stop waits until what has begun is acknowledged, and returns what is not within two minutes.
 */
export const startWriting = (
  writers: readonly Writer[],
  channelId: string,
  dealIds: readonly string[],
  random: () => number,
): { stop(): Promise<readonly string[]> } => {
  const pending: Pending = new Map();
  const repeat = openRepetitions(pending);
  const stopping = new AbortController();
  const pause = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
  const every = async (pauseMs: number, write: (turn: number) => Promise<void>): Promise<void> => {
    await pause(random() * pauseMs);
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      await write(turn);
      await pause(pauseMs);
    }
  };
  const all = writers.flatMap((writer, index) => {
    const { api } = writer.account;
    const { messages, stored } = writer.operations;
    return [
      every(PAUSE_MS.message, async (turn) => {
        const clientId = createUuidV7(Date.now());
        const body = { channelId, clientId, text: `номер ${turn + 1}` };
        const sent = repeat(body.text, () => api.call(sendMessage, { body }));
        const { message } = await note(messages, [writer.name, clientId], sent);
        writer.messages.push(message);
      }),
      every(PAUSE_MS.deal, async (turn) => {
        if (turn >= MAX_POSTS_A_DAY) return;
        // One word that no other title begins with.
        const title = `Drill ${writer.name}part${turn}end`;
        const price = { amount: 4_900 + turn, currency: 'EUR' } as const;
        const clientId = createUuidV7(Date.now());
        const body = { title, price, category: 'tools-hardware', clientId } as const;
        const created = repeat(title, () => api.call(createDeal, { body }));
        const { deal } = await note(stored, [`${writer.name} deals`, title], created);
        writer.deals.push({ id: deal.id, title });
      }),
      every(PAUSE_MS.favorite, async (turn) => {
        const id = dealIds[(index * 7 + turn) % dealIds.length] ?? '';
        const kept = repeat(`favourite ${id}`, () => api.call(addFavorite, { params: { id } }));
        // Turns come round to a deal again, which is then no new element.
        if (writer.favorites.has(id)) await kept;
        else await note(stored, [`${writer.name} favorites`, favoriteOf(writer, id)], kept);
        writer.favorites.add(id);
      }),
      every(
        PAUSE_MS.revocation,
        async () => void writer.revoked.push(await revoke(repeat, writer)),
      ),
    ];
  });
  const uploading = writers.map((writer, index) =>
    startUploader(
      writer.upload,
      index % 2 === 0 ? 'chunked' : 'resumable',
      () => random() * SHARE_OF_FILE,
      PAUSE_MS.file,
    ),
  );
  return {
    async stop() {
      stopping.abort();
      const files = uploading.map(async (one, index) => {
        const writer = writers[index];
        const complete = await one.stop();
        if (writer !== undefined) writer.files = complete;
        return complete.length;
      });
      const isEnded = Promise.all([...all, ...files]).then(() => true);
      if (await Promise.race([isEnded, sleep(LAST_MS, false, { ref: false })])) return [];
      return [...pending.values(), 'not everything was acknowledged'];
    },
  };
};

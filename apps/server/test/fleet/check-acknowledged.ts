import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Message } from '@izgodno/contract/chat/message';
import { getMe } from '@izgodno/contract/accounts/calls';
import { ApiError, createApiClient } from '@izgodno/contract/common/client';
import { listFavorites } from '@izgodno/contract/engagement/calls';
import { listDeals } from '@izgodno/contract/search/calls';
import { readAll, type Account, type Listener } from '../chat-chaos/chatters.ts';
import { findErrors } from '../chat-chaos/run-chat-chaos.ts';
import { findLost } from '../upload-chaos/run-upload-chaos.ts';
import type { Writer } from './acknowledged.ts';
import type { WholeFleet } from './whole-fleet.ts';

/** Milliseconds for processes and listeners to have what is stored. */
const SETTLE_MS = 60_000;
const POLL_MS = 200;

const at = (baseUrl: string, token: string) =>
  createApiClient({ baseUrl, readToken: () => token, onUnauthorized: () => {} });

/** Whether it becomes true in time. A call that fails meanwhile is repeated. */
const becomes = async (
  settleMs: number,
  isTrue: () => Promise<boolean> | boolean,
): Promise<boolean> => {
  const end = Date.now() + settleMs;
  for (;;) {
    if (await Promise.resolve(isTrue()).catch(() => false)) return true;
    if (Date.now() > end) return false;
    await sleep(POLL_MS);
  }
};

/** What a check compares with. */
export interface CheckedFleet {
  readonly places: readonly { readonly url: string }[];
  readonly database: Pick<WholeFleet['database'], 'query'>;
}

const checkDeals = async (
  { database, places }: CheckedFleet,
  writer: Writer,
  settleMs: number,
): Promise<readonly string[]> => {
  const errors: string[] = [];
  const titles = writer.deals.map(({ title }) => title);
  const rows = z
    .array(z.object({ id: z.string(), title: z.string() }))
    .parse(
      await database.query('SELECT id::text, title FROM deals WHERE title = ANY($1)', [titles]),
    );
  for (const { id, title } of writer.deals) {
    const stored = rows.filter((row) => row.title === title);
    if (stored.length !== 1 || stored[0]?.id !== id)
      errors.push(`deal "${title}" is stored ${stored.length} times`);
  }
  const findAt = async ({ url }: { readonly url: string }): Promise<void> => {
    const api = at(url, writer.account.token);
    let missing = writer.deals;
    await becomes(settleMs, async () => {
      const still = [];
      for (const deal of missing) {
        const { items } = await api.call(listDeals, { query: { q: deal.title } });
        if (!items.some(({ id }) => id === deal.id)) still.push(deal);
      }
      missing = still;
      return missing.length === 0;
    });
    errors.push(...missing.map(({ title }) => `deal "${title}" is not found at ${url}`));
  };
  await Promise.all(places.map(findAt));
  return errors;
};

const allFavorites = async (api: Account['api']): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await api.call(listFavorites, { query: cursor === undefined ? {} : { cursor } });
    for (const { id } of page.items) ids.add(id);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
};

const checkFavorites = async (url: string, { name, account, favorites }: Writer) => {
  const stored = await allFavorites(at(url, account.token));
  return [...favorites.difference(stored)].map((id) => `favourite ${id} of ${name} is gone`);
};

const checkRevoked = async (urls: readonly string[], { revoked, name }: Writer) => {
  const errors: string[] = [];
  for (const token of revoked)
    for (const url of urls) {
      const status = await at(url, token)
        .call(getMe, {})
        .then(
          () => 200,
          (error: unknown) => (error instanceof ApiError ? error.status : 0),
        );
      if (status !== 401) errors.push(`a revoked token of ${name} gets ${status} at ${url}`);
    }
  return errors;
};

const idsOf = (messages: readonly Message[]): string => messages.map(({ id }) => id).join(' ');

/** Compares the channel, each node's view of it, and what the listeners hold with the messages. */
const checkMessages = async (
  { places }: CheckedFleet,
  { writers, channelId, listeners }: History,
  settleMs: number,
): Promise<readonly string[]> => {
  const [first] = writers;
  if (first === undefined) return [];
  const stored = await readAll(first.account, channelId);
  const acknowledged = writers.map(({ messages }) => messages);
  const errors = findErrors(stored, acknowledged);
  for (const { url } of places) {
    const api = at(url, first.account.token);
    if (idsOf(await readAll({ ...first.account, api }, channelId)) !== idsOf(stored))
      errors.push(`${url} has other messages`);
  }
  for (const listener of listeners) {
    const isSame = await becomes(settleMs, () => idsOf(listener.held()) === idsOf(stored));
    if (!isSame) errors.push(`a listener holds ${listener.held().length} of ${stored.length}`);
  }
  return errors;
};

/** What was acknowledged to writers, and what listeners of the channel received. */
export interface History {
  readonly writers: readonly Writer[];
  readonly channelId: string;
  readonly listeners: readonly Pick<Listener, 'held'>[];
}

/** A comparison that cannot be made is an error like a difference. */
const tryToCompare = async (
  what: string,
  compare: () => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  try {
    return await compare();
  } catch (error) {
    return [`${what} could not be compared: ${String(error)}`];
  }
};

/**
 * Compares all that was acknowledged with the database, every node and every listener. Each
 * difference is a sentence.
 */
export const checkAcknowledged = async (
  fleet: CheckedFleet,
  history: History,
  settleMs = SETTLE_MS,
): Promise<readonly string[]> => {
  const urls = fleet.places.map(({ url }) => url);
  const errors = [
    ...(await tryToCompare('messages', () => checkMessages(fleet, history, settleMs))),
  ];
  for (const writer of history.writers) {
    const checks: Readonly<Record<string, () => Promise<readonly string[]>>> = {
      deals: () => checkDeals(fleet, writer, settleMs),
      favourites: async () =>
        (await Promise.all(urls.map((url) => checkFavorites(url, writer)))).flat(),
      files: () => findLost(writer.upload, writer.files),
      revocations: () => checkRevoked(urls, writer),
    };
    for (const [what, check] of Object.entries(checks))
      errors.push(...(await tryToCompare(`${what} of ${writer.name}`, check)));
  }
  return errors;
};

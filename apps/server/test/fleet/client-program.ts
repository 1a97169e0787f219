import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '@izgodno/contract/common/call';
import { ApiError, createApiClient } from '@izgodno/contract/common/client';
import { getMe, logoutEverywhere } from '@izgodno/contract/accounts/calls';
import { getDeal } from '@izgodno/contract/deals/calls';
import { addFavorite, listFavorites } from '@izgodno/contract/engagement/calls';
import { createDeal, updateDeal } from '@izgodno/contract/posts/calls';
import { saveSearch } from '@izgodno/contract/saved-searches/calls';
import { listDeals } from '@izgodno/contract/search/calls';
import {
  defaultChannel,
  readAll,
  signUp,
  startListener,
  startTalker,
  type Account,
} from '../chat-chaos/chatters.ts';
import { contractCalls } from '../contract-calls.ts';

// A user's client, run with the contract of its release: `client-program.ts NODE OTHER_NODE NAME`.
// It writes by one node, reads by the other, and prints the calls that a node does not know.

const LIMIT_MS = 60_000;
const PAUSE_MS = 100;

const until = async (what: string, isTrue: () => Promise<boolean> | boolean): Promise<void> => {
  const end = Date.now() + LIMIT_MS;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`${what}: not within a minute`);
    await sleep(PAUSE_MS);
  }
};

const at = (baseUrl: string, { token }: Account) =>
  createApiClient({ baseUrl, readToken: () => token, onUnauthorized: () => {} });

const needsNoArguments = ({ method, path, access }: Call): boolean =>
  method === 'GET' && !path.includes(':') && (access === 'anyone' || access === 'member');

/** Makes every reading call that needs no arguments; returns the paths that the node does not know. */
const readEverything = async (api: ReturnType<typeof at>): Promise<readonly string[]> => {
  const unknown: string[] = [];
  for (const call of contractCalls.filter(needsNoArguments)) {
    try {
      await api.call<Call['response'], Call>(call, {});
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // 400: it needs a query after all.
      if (error.status === 404) unknown.push(call.path);
      else if (error.status !== 400 || error.code === 'unreadable')
        throw new Error(`${call.path}: ${error.status} ${error.code}`, { cause: error });
    }
  }
  return unknown;
};

const [, , node = '', other = '', name = ''] = process.argv;

/** Posts a deal by one node, and finds it, changed, by the other. */
const tradeAcross = async (account: Account): Promise<void> => {
  const [here, there] = [at(node, account), at(other, account)];
  const title = `Drill ${name} with a case`;
  const { deal } = await here.call(createDeal, {
    body: { title, price: { amount: 4_900, currency: 'EUR' }, category: 'tools-hardware' },
  });
  const params = { id: deal.id };
  await there.call(updateDeal, { params, body: { description: 'Hardly used.' } });
  const { description } = (await here.call(getDeal, { params })).deal;
  if (description !== 'Hardly used.') throw new Error('The change of the other node is not there.');
  await here.call(addFavorite, { params });
  const { items } = await there.call(listFavorites, { query: {} });
  if (!items.some(({ id }) => id === deal.id)) throw new Error('The favourite is not there.');
  await here.call(saveSearch, { body: { name: title, query: `q=${encodeURIComponent(title)}` } });
  for (const api of [here, there])
    await until(`${title} is found`, async () => {
      const found = await api.call(listDeals, { query: { q: title } });
      return found.items.some(({ id }) => id === deal.id);
    });
};

/** Talks by one node, while a socket at the other listens. */
const talkAcross = async (account: Account): Promise<void> => {
  const channelId = await defaultChannel(account);
  const listener = startListener(other, account, channelId);
  // Faster, the rate limit would hold the last message back for its whole window.
  const talker = startTalker(account, channelId, PAUSE_MS);
  await until('messages are acknowledged', () => talker.acknowledged.length >= 10);
  await talker.stop();
  const stored = await readAll({ ...account, api: at(other, account) }, channelId);
  const ids = new Set(stored.map(({ id }) => id));
  if (talker.acknowledged.some(({ id }) => !ids.has(id))) throw new Error('A message is lost.');
  await until('the socket has every message', () =>
    talker.acknowledged.every(({ id }) => listener.held().some((held) => held.id === id)),
  );
  listener.stop();
};

const account = await signUp(node, name);
await at(other, account).call(getMe, {});
await tradeAcross(account);
await talkAcross(account);
const unknown = [
  ...(await readEverything(at(node, account))),
  ...(await readEverything(at(other, account))),
];
await account.api.call(logoutEverywhere, {});
await until('the other node rejects the token', () =>
  at(other, account)
    .call(getMe, {})
    .then(
      () => false,
      (error: unknown) => error instanceof ApiError && error.status === 401,
    ),
);
process.stdout.write(JSON.stringify({ unknown }));

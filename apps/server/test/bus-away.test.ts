import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMessages, sendMessage } from '@izgodno/contract/chat/message-calls';
import { createApiClient, type ApiClient } from '@izgodno/contract/common/client';
import { getDeal } from '@izgodno/contract/deals/calls';
import { addFavorite, listFavorites, removeFavorite } from '@izgodno/contract/engagement/calls';
import { createDeal } from '@izgodno/contract/posts/calls';
import { listDeals } from '@izgodno/contract/search/calls';
import { createInProcessBus } from '#platform/bus.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { buildTestApp } from './build-test-app.ts';
import { defaultChannel, signUp } from './chat-chaos/chatters.ts';
import { useTestDatabase } from './test-database.ts';

const handle = useTestDatabase();
let app: FastifyInstance;
let api: ApiClient;

beforeAll(async () => {
  const { database } = handle.current;
  app = await buildTestApp({
    database,
    search: createPostgresDealSearch(database),
    // One whose servers never confirm anything.
    bus: { ...createInProcessBus(), follow: () => new Promise(() => {}) },
  });
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  const { token } = await signUp(baseUrl, 'away');
  api = createApiClient({ baseUrl, readToken: () => token, onUnauthorized: () => {} });
});

afterAll(() => app.close());

test('no call waits for the bus: deals, searches, favourites, messages', async () => {
  const price = { amount: 100, currency: 'EUR' } as const;
  const body = { title: 'Kept', price, category: 'books-media' } as const;
  const { deal } = await api.call(createDeal, { body });
  const params = { id: deal.id };
  expect((await api.call(listDeals, { query: { q: 'Kept' } })).items).toHaveLength(1);
  expect((await api.call(getDeal, { params })).deal.id).toBe(deal.id);
  await api.call(addFavorite, { params });
  expect((await api.call(listFavorites, { query: {} })).items).toHaveLength(1);
  await api.call(removeFavorite, { params });

  const channelId = await defaultChannel({ api, token: '' });
  const clientId = createUuidV7(Date.now());
  await api.call(sendMessage, { body: { channelId, clientId, text: 'Здравейте' } });
  const { messages } = await api.call(listMessages, { params: { channelId }, query: {} });
  expect(messages.map(({ text }) => text)).toContain('Здравейте');
});

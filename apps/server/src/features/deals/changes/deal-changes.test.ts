import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDealChanges } from '@izgodno/contract/deals/change-calls';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { aDeal, insertDeals, insertSources, updateDeal } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';

const database = useTestDatabase();
let app: FastifyInstance;

beforeAll(async () => {
  const handle = database.current.database;
  await insertSources(handle);
  app = await buildTestApp({ database: handle, search: createPostgresDealSearch(handle) });
});
afterAll(() => app.close());

const changesOf = async (...watched: readonly string[]) => {
  const query = new URLSearchParams(watched.map((id) => ['ids', id]));
  const response = await app.inject(`/api/deals/changes?${query.toString()}`);
  return listDealChanges.response.parse(response.json());
};

test('returns each deal newer than its known version, and the ids of unavailable ones', async () => {
  const handle = database.current.database;
  const [first, second] = await insertDeals(handle, [aDeal(), aDeal()]);
  const all = await changesOf(`${first}`, `${second}`, '999999');
  expect(new Set(all.changes.map(({ deal }) => Number(deal.id)))).toEqual(new Set([first, second]));
  expect(all.gone).toEqual(['999999']);

  const known = all.changes.map(({ deal, version }) => `${deal.id}-${version}`);
  expect(await changesOf(...known)).toMatchObject({ changes: [], gone: [] });

  await updateDeal(handle, Number(second), { status: 'expired' });
  const { changes } = await changesOf(...known);
  expect(changes.map(({ deal }) => [deal.id, deal.status])).toEqual([[`${second}`, 'expired']]);

  for (const id of [first, second])
    await updateDeal(handle, Number(id), { deleted_at: new Date() });
  expect((await changesOf(...known)).gone).toHaveLength(2);
});

test('rejects invalid ids, and more than a page may show', async () => {
  for (const query of ['ids=x', 'ids=1-', 'ids=-1', 'ids=1-2-3']) {
    expect((await app.inject(`/api/deals/changes?${query}`)).statusCode).toBe(400);
  }
  const many = Array.from({ length: 101 }, (_, rank) => `ids=${rank + 1}`).join('&');
  expect((await app.inject(`/api/deals/changes?${many}`)).statusCode).toBe(400);
  expect((await app.inject('/api/deals/changes')).json()).toMatchObject({ changes: [], gone: [] });
});

import { expect, test } from 'vitest';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { shopPath } from './shop-path.ts';

const postgres = useTestDatabase();

test("a demo deal's shop says that it is a demo, and only demo shops are served", async () => {
  const { database } = postgres.current;
  await insertSources(database);
  await database
    .insertInto('sources')
    .values({ id: 'iskra-demo', name: 'Искра Техника', source_group: 'other' })
    .execute();
  const title = 'Лаптоп <script>';
  const [id = 0] = await insertDeals(database, [
    aDeal({ source_id: 'iskra-demo', external_id: 'laptop-001', title }),
    aDeal({ source_id: 'shop', external_id: 'laptop-002' }),
  ]);
  const app = await buildTestApp({ database, search: createPostgresDealSearch(database) });
  const response = await app.inject(shopPath('iskra-demo', 'laptop-001'));
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(response.body).toContain('Лаптоп &lt;script&gt;');
  expect(response.body).toContain('демонстрационен магазин');
  expect(response.body).toContain(`href="/deals/${id}"`);
  expect((await app.inject(shopPath('shop', 'laptop-002'))).statusCode).toBe(404);
  expect((await app.inject(shopPath('iskra-demo', 'nothing'))).statusCode).toBe(404);
  await app.close();
});

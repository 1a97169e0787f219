import { expect, test } from 'vitest';
import { suggestLocations } from '@izgodno/contract/locations/calls';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { useTestDatabase } from '#test/test-database.ts';

const postgres = useTestDatabase();

test('a location is completed in the other script, with its district', async () => {
  const { database } = postgres.current;
  const app = await buildTestApp({ database, search: createPostgresDealSearch(database) });
  const response = await app.inject({ url: '/api/locations', query: { q: 'karlovo' } });
  expect(suggestLocations.response.parse(response.json()).locations).toEqual([
    {
      id: 'karlovo',
      kind: 'town',
      name: { bg: 'Карлово', en: 'Karlovo' },
      district: { bg: 'Област Пловдив', en: 'Plovdiv Province' },
    },
  ]);
  await app.close();
});

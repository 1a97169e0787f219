import { rm } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getDeal } from '@izgodno/contract/deals/calls';
import { readConfiguration } from '#config/configuration.ts';
import { groupOffers } from '#features/deals/api.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { aDeal, insertDeals, insertSources, updateDeal, type NewDeal } from '#test/deal-factory.ts';
import { insertSignedIn } from '#test/insert-signed-in.ts';
import { noDeals } from '#test/session-app.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { makeWebFolder } from '#test/web-folder.ts';

const GTIN = '3800123450013';
const PAGE = 'https://shop.example/products/7';
const postgres = useTestDatabase();
let folder = '';
let app: FastifyInstance;

beforeAll(async () => {
  await insertSources(postgres.current.database);
  folder = await makeWebFolder();
  app = await buildTestApp({
    database: postgres.current.database,
    search: noDeals,
    webFolder: folder,
    settings: readConfiguration({
      BASE_URL: 'https://izgodno.example',
      CORS_ORIGINS: 'https://partner.example',
    }),
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  for (const table of ['deals', 'offer_keys', 'offers_to_group'] as const)
    await postgres.current.database.deleteFrom(table).execute();
});

/** Stores deals, and groups those of one product. */
const add = async (...given: readonly Partial<NewDeal>[]): Promise<readonly number[]> => {
  const { database } = postgres.current;
  const ids = await insertDeals(database, given.map(aDeal));
  await regroup(ids);
  return ids;
};

const regroup = async (ids: readonly number[]): Promise<void> => {
  const { database } = postgres.current;
  await database
    .insertInto('offers_to_group')
    .values(ids.map((id) => ({ deal_id: id })))
    .execute();
  await groupOffers(database);
};

const remove = async (id: number): Promise<void> => {
  await updateDeal(postgres.current.database, id, { deleted_at: '2026-05-02T10:00:00Z' });
  await regroup([id]);
};

const open = async (id: number, query = '') => {
  const { statusCode, headers, body } = await app.inject(`/deals/${id}${query}`);
  return { statusCode, headers, location: headers.location, body };
};

const read = (id: number) => app.inject(getDeal.path.replace(':id', String(id)));

const cents = (amount: number) => ({ price_amount: amount, price_eur: amount });

describe('equal offers of several sources', () => {
  test('have the page of the one that lists show as their canonical URL', async () => {
    const [cheap = 0, dear = 0] = await add(
      { gtin: GTIN, ...cents(10_00) },
      { source_id: 'board', gtin: GTIN, ...cents(20_00) },
    );
    for (const id of [cheap, dear]) {
      const { statusCode, body } = await open(id);
      expect(statusCode).toBe(200);
      expect(body).toContain(
        `<link rel="canonical" href="https://izgodno.example/deals/${cheap}">`,
      );
      expect(body).toContain(`hreflang="bg" href="https://izgodno.example/deals/${cheap}?lang=bg"`);
      expect(body.match(/rel="canonical"/g)).toHaveLength(1);
    }
    expect((await open(dear, '?lang=bg')).body).toContain(
      `<link rel="canonical" href="https://izgodno.example/deals/${cheap}?lang=bg">`,
    );
    const response = await app.inject(getDeal.path.replace(':id', String(dear)));
    expect(response.json()).toMatchObject({ deal: { representative: String(cheap) } });
    const own = await app.inject(getDeal.path.replace(':id', String(cheap)));
    expect(own.json()).not.toHaveProperty('deal.representative');
  });
});

describe('the address of a removed deal', () => {
  test.for([
    ['the same product at another shop', { gtin: GTIN }, { source_id: 'board', gtin: GTIN }],
    [
      'the same part number of the brand',
      { brand: 'Acme', mpn: 'AC-4711' },
      { source_id: 'board', brand: 'ACME', mpn: 'ac4711' },
    ],
    ['the same page of the shop, imported again', { link: PAGE }, { link: PAGE }],
  ] as const)('leads to %s', async ([, old, current]) => {
    const [removed = 0, next = 0] = await add(old, current);
    await remove(removed);
    const { statusCode, location, headers } = await open(removed, '?lang=bg&from=list');
    expect([statusCode, location]).toEqual([301, `/deals/${next}?lang=bg&from=list`]);
    // Browsers must not remember it, because the deal may be offered again.
    expect(headers['cache-control']).toBe('no-cache');
    // Pages that open it without a page load read the same from the call.
    const response = await read(removed);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({
      error: { code: 'not_found', details: { successor: String(next) } },
    });
  });

  test('leads to the one that lists show, and no longer once it is offered again', async () => {
    const [removed = 0, dear = 0, cheap = 0] = await add(
      { gtin: GTIN },
      { source_id: 'board', gtin: GTIN, ...cents(30_00) },
      { source_id: 'trips', gtin: GTIN, ...cents(20_00) },
    );
    await remove(removed);
    expect(await open(removed)).toMatchObject({ statusCode: 301, location: `/deals/${cheap}` });
    expect(await open(dear)).toMatchObject({ statusCode: 200 });
    await updateDeal(postgres.current.database, removed, { deleted_at: null });
    expect((await open(removed)).statusCode).toBe(200);
  });

  test('is not found if nothing replaces it', async () => {
    const [removed = 0, other = 0] = await add(
      { gtin: GTIN },
      { source_id: 'board', gtin: GTIN, condition: 'good' },
    );
    await remove(removed);
    expect((await open(removed)).statusCode).toBe(404);
    await remove(other);
    expect((await open(other)).statusCode).toBe(404);
  });

  test('is not found if the only other offer has ended', async () => {
    const [removed = 0, ended = 0] = await add({ gtin: GTIN }, { source_id: 'board', gtin: GTIN });
    await updateDeal(postgres.current.database, ended, { status: 'expired' });
    await remove(removed);
    expect((await open(removed)).statusCode).toBe(404);
    // What has ended but was not removed says so on its own page.
    expect((await open(ended)).statusCode).toBe(200);
  });

  test('of a member stays not found', async () => {
    const { id: seller } = await insertSignedIn(postgres.current.database, 'member');
    const [post = 0] = await add({ seller_id: seller, gtin: GTIN }, { gtin: GTIN });
    await remove(post);
    expect((await open(post)).statusCode).toBe(404);
    expect((await read(post)).json()).not.toHaveProperty('error.details');
  });
});

test.for([
  ['/deals/1/', '/deals/1'],
  ['/chat/?from=a/', '/chat?from=a/'],
  ['//login', '/login'],
  ['//users//0190//', '/users/0190'],
] as const)('%s leads to the address of its page', async ([url, location]) => {
  const { statusCode, headers } = await app.inject(url);
  expect([statusCode, headers.location]).toEqual([301, location]);
});

test('a cache does not send what it stored for another site or language', async () => {
  const { id } = await insertSignedIn(postgres.current.database, 'member');
  for (const url of ['/chat', `/users/${id}/deals.atom`, '/manifest.webmanifest']) {
    const { headers } = await app.inject(url);
    expect(String(headers.vary).split(', ')).toEqual(
      expect.arrayContaining(['Origin', 'Accept-Language']),
    );
  }
});

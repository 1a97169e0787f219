import { rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfiguration } from '#config/configuration.ts';
import { createErrorHandler } from '#platform/http/error-handler.ts';
import type { GuardedFetch } from '#platform/http/guarded-fetch.ts';
import { removedError } from '#schema/removed-error.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { aDeal, insertDeals, insertSources, type NewDeal } from '#test/deal-factory.ts';
import { serveInTest } from '#test/serve-in-test.ts';
import { noDeals } from '#test/session-app.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { makeWebFolder } from '#test/web-folder.ts';
import type { Deal } from '@izgodno/contract/deals/deal';
import { drawPreview, type PreviewContent } from './draw-preview.ts';
import { registerLinkPreviews } from './register-link-previews.ts';
import { assessmentText } from '#features/deals/api.ts';

const content: PreviewContent = {
  title: 'Кафемашина <Sage> & мелачка',
  price: '399,00 €',
  note: 'Най-ниската цена за 90 дни',
  siteName: 'Izgodno',
  image: null,
};

/** The part of an area that is darker than a half. */
const darkness = async (png: Buffer, left: number, top: number): Promise<number> => {
  const area = { left, top, width: 480, height: 180 };
  const { data } = await sharp(png)
    .extract(area)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.filter((value) => value < 128).length / data.length;
};

const show = (cents: number) => (cents / 100).toFixed(2);

describe('a drawn preview', () => {
  test('is a PNG of 1200 by 630 with the title in Cyrillic', async () => {
    const png = await drawPreview(content);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    const empty = await drawPreview({ ...content, title: '' });
    expect(png.equals(empty)).toBe(false);
    expect(await darkness(png, 64, 100)).toBeGreaterThan(0.05);
    const latin = await drawPreview({ ...content, title: 'Kafemashina <Sage> & melachka' });
    expect(png.equals(latin)).toBe(false);
  });

  test('has its image in the left half', async () => {
    const image = await sharp({
      create: { width: 300, height: 900, channels: 3, background: '#000000' },
    })
      .jpeg()
      .toBuffer();
    const png = await drawPreview({ ...content, image });
    expect(await darkness(png, 20, 400)).toBe(1);
    expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630 });
  });

  test.each([
    ['a broken image', { image: Buffer.from('no image') }],
    ['markup and control characters', { title: '</span>\u0000\u202E<b>', note: '&' }],
    ['emoji only, and nothing else', { title: '🎉🎉', price: '', note: null, siteName: '' }],
    ['a title of any length', { title: 'Дълга'.repeat(5_000) }],
  ])('is drawn with %s', async (_, given) => {
    const png = await drawPreview({ ...content, ...given });
    expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630 });
  });
});

test.each([
  [{ code: 'lowest', days: 90 }, 'Lowest price in 90 days', 'Най-ниската цена за 90 дни'],
  [{ code: 'usual', days: 90 }, 'The usual price', 'Обичайната цена'],
  [
    { code: 'was_less', days: 7, amount: 2_00 },
    'Was 2.00 less in the last 7 days',
    'Беше с 2.00 по-евтино през последните 7 дни',
  ],
  [
    { code: 'below_usual', days: 90, amount: 5_00 },
    '5.00 below the usual price',
    'С 5.00 под обичайната цена',
  ],
  [
    { code: 'above_usual', days: 90, amount: 5_00 },
    '5.00 above the usual price',
    'С 5.00 над обичайната цена',
  ],
  [{ code: 'not_enough_history', days: 3 }, null, null],
] as const)('%o is said in both languages', (assessment, en, bg) => {
  expect(assessmentText(assessment, 'en', show)).toBe(en);
  expect(assessmentText(assessment, 'bg', show)).toBe(bg);
});

const deal: Deal = {
  id: '1',
  title: 'Кафемашина',
  description: '',
  media: [{ url: 'https://shop.example/image', kind: 'image' }],
  price: { amount: 399_00, currency: 'EUR' },
  category: 'home-garden',
  condition: 'new',
  tags: [],
  source: { id: 'shop', name: 'Shop', group: 'other' },
  status: 'active',
  inStock: true,
  views: 0,
  likes: 0,
  postedAt: '2026-11-20T10:00:00Z',
};

/** Previews of deals like this one, whose images `fetch` fetches. */
const previewsOf = (given: Partial<Deal>, fetch: GuardedFetch) => {
  const previews = fastify();
  previews.setErrorHandler(createErrorHandler(removedError));
  registerLinkPreviews(previews, {
    siteName: 'Izgodno',
    baseUrl: 'https://izgodno.example',
    responses: { one: async (id) => ({ ...deal, id, ...given }) },
    fetch,
  });
  // `inject` sends nothing before its result is asked for.
  return async (id: number) => await previews.inject(`/previews/${id}-bg.png`);
};

const respondWith =
  (type: string, body: Buffer): GuardedFetch =>
  async (url) => ({ status: 200, headers: new Headers({ 'content-type': type }), url, body });

const imageDarkness = async (fetch: GuardedFetch) =>
  darkness((await previewsOf({}, fetch)(1)).rawPayload, 20, 400);

describe('the image of a shop', () => {
  const create = { width: 9, height: 9, channels: 3, background: '#000000' } as const;
  const blackImage = () => sharp({ create }).png().toBuffer();
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9H0z"/></svg>';

  test('is drawn', async () => {
    expect(await imageDarkness(respondWith('image/png', await blackImage()))).toBe(1);
  });

  // A drawing could name further files.
  test.each([
    ['image/svg+xml', Buffer.from(` ${drawing}`)],
    ['image/png', Buffer.from(` ${drawing}`)],
    ['text/html', Buffer.from(` ${drawing}`)],
    ['image/png', gzipSync(drawing)],
  ])('is not drawn if it is a drawing, called %s', async (type, body) => {
    expect(await imageDarkness(respondWith(type, body))).toBeLessThan(0.1);
  });

  test('is fetched once, and again if that failed', async () => {
    const good = vi.fn<GuardedFetch>(respondWith('image/png', await blackImage()));
    const bad = vi.fn<GuardedFetch>(respondWith('text/html', Buffer.from('')));
    for (const [fetch, times] of [
      [good, 1],
      [bad, 2],
    ] as const) {
      const preview = previewsOf({}, fetch);
      await preview(1);
      await preview(1);
      expect(fetch).toHaveBeenCalledTimes(times);
    }
  });

  test('that is slow holds back a limited number of previews', async () => {
    const image = await blackImage();
    const arrived = Promise.withResolvers<void>();
    const preview = previewsOf({}, async (...request) => {
      await arrived.promise;
      return respondWith('image/png', image)(...request);
    });
    // One is drawn, and twenty wait for it.
    const held = Array.from({ length: 21 }, (_, index) => preview(index + 1));
    expect((await preview(22)).statusCode).toBe(503);
    arrived.resolve();
    expect((await Promise.all(held)).map(({ statusCode }) => statusCode)).toEqual(
      held.map(() => 200),
    );
  });
});

test('the preview of a deal does not wait for itself, if its source calls it an image', async () => {
  const url = 'https://izgodno.example/previews/1-bg.png';
  const preview = previewsOf({ media: [{ url, kind: 'image' }] }, () =>
    Promise.reject(new Error()),
  );
  expect((await preview(1)).statusCode).toBe(200);
});

test('the preview of a deal that is over says so instead of what its price is worth', async () => {
  const noImage = respondWith('text/html', Buffer.from(''));
  const priceVerdict = { code: 'lowest', days: 90 } as const;
  const drawn = async (given: Partial<Deal>) =>
    (await previewsOf(given, noImage)(1)).rawPayload.toString('base64');
  const over = [
    await drawn({ status: 'sold', priceVerdict }),
    await drawn({ status: 'expired', priceVerdict }),
    await drawn({ status: 'deleted', priceVerdict }),
  ];
  expect(new Set([...over, await drawn({ priceVerdict })]).size).toBe(4);
  expect(await drawn({ status: 'sold' })).toBe(over[0]);
});

describe('the preview of a deal', () => {
  const database = useTestDatabase();
  let folder = '';
  let app: FastifyInstance;

  const insert = async (given: Partial<NewDeal>): Promise<number> => {
    const [id = 0] = await insertDeals(database.current.database, [aDeal(given)]);
    return id;
  };

  beforeAll(async () => {
    await insertSources(database.current.database);
    folder = await makeWebFolder();
    app = await buildTestApp({
      database: database.current.database,
      search: noDeals,
      webFolder: folder,
      settings: readConfiguration({ BASE_URL: 'https://izgodno.example' }),
    });
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('is named by its page, and has an image of the product', async () => {
    const media = JSON.stringify([{ url: '/demo-media/headphones-7.svg', kind: 'image' }]);
    const [shown, bare] = [await insert({ media }), await insert({})];
    const { body } = await app.inject({
      url: `/deals/${shown}`,
      headers: { 'accept-language': 'bg' },
    });
    const [, image = ''] = /property="og:image" content="([^"]*)"/.exec(body) ?? [];
    expect(image).toMatch(new RegExp(`^https://izgodno.example/previews/${shown}-bg\\.png\\?v=`));
    const response = await app.inject(image.replace('https://izgodno.example', ''));
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
    });
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
    const other = await app.inject(`/previews/${bare}-bg.png`);
    expect(other.rawPayload.equals(response.rawPayload)).toBe(false);
    const again = await app.inject(`/previews/${bare}-bg.png`);
    expect(again.rawPayload.equals(other.rawPayload)).toBe(true);
  });

  test('in a private network is drawn without its image', async () => {
    const requested: (string | undefined)[] = [];
    const origin = await serveInTest(({ url }, response) => {
      requested.push(url);
      response.end();
    });
    const media = JSON.stringify([{ url: `${origin}/x.png`, kind: 'image' }]);
    const id = await insert({ media });
    expect((await app.inject(`/previews/${id}-en.png`)).statusCode).toBe(200);
    expect(requested).toEqual([]);
  });

  test.each([
    '/previews/999999999-en.png',
    '/previews/1-de.png',
    '/previews/x.png',
    '/previews/0-en.png',
  ])('%s does not exist', async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404);
  });
});

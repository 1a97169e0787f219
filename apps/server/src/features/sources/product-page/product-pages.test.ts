import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { createIpGuard } from '#platform/http/ip-guard.ts';
import { createFakeTime } from '#test/connector-harness.ts';
import { useFeedServers } from '#test/import-harness.ts';
import { createSourceNetwork } from '../politeness/polite-http.ts';
import { createProductPages } from './product-pages.ts';

const serve = useFeedServers();

const product = (more: object = {}) =>
  `<title>Кафемашина</title><link rel="canonical" href="/p"><script type="application/ld+json">${JSON.stringify(
    {
      '@type': 'Product',
      name: 'Кафемашина',
      gtin13: '4006381333931',
      offers: { '@type': 'Offer', price: '99.90', priceCurrency: 'EUR' },
      ...more,
    },
  )}</script>`;

/** A reader that may reach the test's own servers only, with a clock that waits at once. */
const createReader = () => {
  const time = createFakeTime();
  const guard = createIpGuard({ allow: ['127.0.0.1'] });
  const network = createSourceNetwork({ guard, contact: undefined, timing: time.timing });
  const { signal } = new AbortController();
  const pages = createProductPages(network);
  return { time, read: (url: string) => pages.read(url, signal) };
};

const shop =
  (page: string, robots = ''): RequestListener =>
  (request, response) => {
    const isRobots = request.url === '/robots.txt';
    response
      .writeHead(200, { 'content-type': isRobots ? 'text/plain' : 'text/html; charset=utf-8' })
      .end(isRobots ? robots : page);
  };

test('a product with a price is an offer, at its URL without tracking', async () => {
  const url = await serve(shop(product()));
  const reading = await createReader().read(
    `${url}/p?size=4&utm_source=mail&gbraid=1&mc_cid=2#top`,
  );
  expect(reading).toMatchObject({
    kind: 'offer',
    offer: {
      url: `${url}/p?size=4`,
      title: 'Кафемашина',
      price: { amount: 99_90, currency: 'EUR' },
      merchant: '127.0.0.1',
    },
  });
});

test.each([
  ['without a price', product({ offers: undefined })],
  ['that names nothing', '<p>Добре дошли</p>'],
])('a page %s offers no product', async (_, page) => {
  const url = await serve(shop(page));
  expect(await createReader().read(`${url}/`)).toEqual({ kind: 'none', why: 'no_product' });
});

test('a page that robots.txt forbids is not read', async () => {
  const asked: string[] = [];
  const page = shop(product(), 'User-agent: *\nDisallow: /p');
  const url = await serve((request, response) => {
    asked.push(request.url ?? '');
    page(request, response);
  });
  expect(await createReader().read(`${url}/p`)).toEqual({ kind: 'none', why: 'forbidden' });
  expect(asked).toEqual(['/robots.txt']);
});

test.each([
  ['a private network', 'http://10.0.0.1/'],
  ['the address of cloud machines', 'http://169.254.169.254/latest/meta-data'],
])('a redirect to %s is as unreadable as a missing page', async (_, location) => {
  const url = await serve((request, response) =>
    request.url === '/robots.txt'
      ? response.writeHead(404).end()
      : response.writeHead(302, { location }).end(),
  );
  expect(await createReader().read(`${url}/p`)).toEqual({ kind: 'none', why: 'unreadable' });
});

test.each([
  ['missing', 404, 'text/html'],
  ['refused', 403, 'text/html'],
  ['no page', 200, 'application/pdf'],
])('a page that is %s is unreadable', async (_, status, type) => {
  const url = await serve((__, response) =>
    response.writeHead(status, { 'content-type': type }).end(product()),
  );
  expect(await createReader().read(`${url}/p`)).toEqual({ kind: 'none', why: 'unreadable' });
});

test('pages of one host follow each other at the pace of sources', async () => {
  const url = await serve(shop(product()));
  const { time, read } = createReader();
  await Promise.all([read(`${url}/1`), read(`${url}/2`)]);
  // After robots.txt and after the first page.
  expect(time.slept).toBeGreaterThanOrEqual(3_000);
});

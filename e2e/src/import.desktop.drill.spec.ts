import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  dealLinks,
  expectResultCount,
  filterOption,
  optionCount,
  searchFor,
} from './deals-page.ts';
import { importFeed } from './import-feed.ts';
import { expect, test } from './journey.ts';

interface FeedOffer {
  readonly id: string;
  readonly title: string;
  readonly price: string;
}

const feedOf = (offers: readonly FeedOffer[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>
<title>Journey shop</title><link>https://journey.example</link>
${offers
  .map(
    ({ id, title, price }) => `<item><g:id>${id}</g:id><title>${title}</title>
<link>https://journey.example/${id}</link><g:price>${price}</g:price>
<g:availability>in stock</g:availability><g:condition>new</g:condition></item>`,
  )
  .join('\n')}
</channel></rss>`;

test('an import reaches an open browser', async ({ page, ownProduct }) => {
  // Its product starts with its own data.
  test.slow();
  const { url, dataDirectory } = ownProduct;
  await page.goto(`${url}/deals`);
  await expect(filterOption(page, 'Source', 'Journey shop')).toHaveCount(0);

  const feed = path.join(dataDirectory, 'feed.xml');
  const red = { id: 'red', title: 'Хвърчило Кралимарко, червено', price: '19.90 EUR' };
  const blue = { id: 'blue', title: 'Хвърчило Кралимарко, синьо', price: '29.90 EUR' };
  const broken = { id: 'broken', title: 'Без цена', price: 'скоро' };
  await writeFile(feed, feedOf([red, blue, broken]));
  const report = await importFeed(feed, { source: 'journey-shop', dataDirectory });
  expect(report).toMatch(/inserted +2\n/);
  expect(report).toMatch(/rejected +1\n/);
  await expect
    .poll(async () => (await page.request.get(`${url}/api/deals?source=journey-shop`)).text())
    .toContain('"total":2');

  await searchFor(page, 'hvarchilo');
  await expect(dealLinks(page).filter({ hasText: 'Кралимарко' })).toHaveCount(2);
  const source = filterOption(page, 'Source', 'Journey shop');
  expect(await optionCount(source)).toBe(2);
  await source.getByRole('checkbox').check();
  await expectResultCount(page, 2);
  await expect(page).toHaveURL(`${url}/deals?q=hvarchilo&source=journey-shop`);

  await dealLinks(page).filter({ hasText: 'червено' }).click();
  await expect(page.getByRole('main').getByRole('strong').first()).toHaveText('€19.90');
  const offer = page.getByRole('link', { name: /^See the offer at / });
  await expect(offer).toHaveAttribute('href', 'https://journey.example/red');
  await expect(offer).toHaveAttribute('rel', /noopener/);
});

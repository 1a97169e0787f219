import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dealCards, dealLinks } from './deals-page.ts';
import { importFeed } from './import-feed.ts';
import { expect, test } from './journey.ts';

const itemOf = (size: string, price: string, stock = 'in stock'): string =>
  `<item><g:id>rim-${size}</g:id><title>Маратонки Рим, размер ${size}</title>
<link>https://journey.example/rim-${size}</link><g:price>${price}</g:price>
<g:item_group_id>rim</g:item_group_id><g:size>${size}</g:size>
<g:availability>${stock}</g:availability><g:condition>new</g:condition></item>`;

const feed = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>
<title>Journey shop</title><link>https://journey.example</link>
${itemOf('41', '49.90 EUR')}${itemOf('42', '59.90 EUR')}${itemOf('43', '39.90 EUR', 'out of stock')}
</channel></rss>`;

test.use({ ownSettings: { DEMO_DATA: 'off' } });

test('a card says how many sizes a product has and from which price', async ({
  page,
  browser,
  ownProduct,
}) => {
  // Its product starts with its own data.
  test.slow();
  const { url, dataDirectory } = ownProduct;
  const file = path.join(dataDirectory, 'feed.xml');
  await writeFile(file, feed);
  await importFeed(file, { source: 'journey-shop', dataDirectory });
  const list = `${url}/deals?source=journey-shop`;
  await expect
    .poll(async () => (await page.request.get(list.replace('/deals', '/api/deals'))).text())
    .toContain('"total":1');

  await page.goto(list);
  await expect(dealCards(page)).toContainText('from €49.90');
  await expect(dealCards(page)).toContainText('2 sizes');
  await dealLinks(page).click();
  await expect(page.getByRole('main').getByRole('strong').first()).toHaveText('from €49.90');
  const rows = page.getByRole('table', { name: '2 of 3 in stock' }).getByRole('row');
  await expect(rows).toContainText(['Option', 'Size 41', 'Size 42€59.90', 'Size 43€39.90']);
  await expect(rows.last()).toContainText('Out of stock');

  const bare = await browser.newPage({ javaScriptEnabled: false, locale: 'bg-BG' });
  await bare.goto(list);
  await expect(bare.getByRole('main')).toContainText(/от 49,90\s€/);
  await bare.getByRole('link', { name: /Маратонки Рим/ }).click();
  await expect(bare.getByRole('main')).toContainText('2 размера');
  await expect(bare.getByRole('listitem')).toContainText([
    /^Размер 41: 49,90\s€$/,
    /^Размер 42: 59,90\s€$/,
    /^Размер 43: 39,90\s€ · Изчерпано$/,
  ]);
  await bare.close();
});

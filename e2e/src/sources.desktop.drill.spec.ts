import { dealLinks } from './deals-page.ts';
import { becomeAdministrator } from './become-administrator.ts';
import { expect, test as base } from './journey.ts';
import { startReplayServers, type ReplayServers } from './replay-servers.ts';

const SIZE = 40;
/** A source is read every 20 s, and an open page refreshes every 20 s, both at a polite pace. */
const minute = { timeout: 60_000 };

const test = base.extend<{ readonly replay: ReplayServers }>({
  replay: async ({}, use) => {
    const replay = await startReplayServers(SIZE);
    await use(replay);
    await replay.stop();
  },
  ownSettings: async ({ replay }, use) => use({ ...replay.settings, DEMO_DATA: 'off' }),
});

test('every source provides deals, and a changed price reaches the page of its deal', async ({
  page,
  otherVisitor,
  ownProduct,
  replay,
  expectedConsole,
}) => {
  test.setTimeout(180_000);
  const { url } = ownProduct;
  // The shops of the feeds and their images are fictional.
  expectedConsole.push(/Failed to load resource: net::ERR_/);

  await becomeAdministrator(page, ownProduct);
  await page.goto(`${url}/admin?view=sources`);
  const rows = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Run now/ }) });
  await expect(rows).toHaveCount(6);
  await expect(rows.filter({ hasText: 'Healthy' })).toHaveCount(6, minute);
  for (const row of await rows.all()) await expect(row).toContainText(/Rows\s*[1-9]/);

  const search = async (query: string): Promise<unknown> => {
    const response = await page.request.get(`${url}/api/deals?${query}`);
    return response.json();
  };
  // The network's feed has the same offers as its API: merged, each is listed under the cheaper
  // one.
  for (const source of ['shoes', 'travelpayouts', 'profitshare']) {
    await expect.poll(() => search(`source=${source}`)).toMatchObject({ total: SIZE });
  }
  expect(await search('group=marketplace')).toMatchObject({ total: SIZE });
  expect(await search('group=travel')).toMatchObject({ total: 2 * SIZE });

  await otherVisitor.goto(`${url}/deals?q=${encodeURIComponent('маратонки 7')}&source=shoes`);
  await dealLinks(otherVisitor)
    .filter({ hasText: /^Маратонки 7$/ })
    .click();
  const price = otherVisitor.getByRole('strong').first();
  await expect(price).toHaveText('€559.33');
  await replay.send('TRAVELPAYOUTS_BASE_URL', 'fault?kind=status&status=401&times=99');
  await replay.send('MERCHANT_FEEDS', 'price?item=7&amount=1999');
  await replay.send('PROFITSHARE_BASE_URL', 'price?item=7&amount=2999');

  await expect(price).toHaveText('€19.99', minute);
  expect(await search('source=shoes&maxPrice=19.99&minPrice=19.99')).toMatchObject({ total: 1 });
  await expect
    .poll(() => search('source=profitshare&maxPrice=29.99&minPrice=29.99'), minute)
    .toMatchObject({ total: 1 });

  // A source that rejects requests shows why, keeps its deals, and delays no other.
  const failing = rows.filter({ hasText: 'Aviasales' });
  await expect(failing).toContainText('Degraded', minute);
  await expect(failing).toContainText('Its server denies us access.');
  await expect(rows.filter({ hasText: 'Healthy' })).toHaveCount(5);
  expect(await search('source=travelpayouts')).toMatchObject({ total: SIZE });
});

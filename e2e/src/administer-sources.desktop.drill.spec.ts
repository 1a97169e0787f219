import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { fillRegistration, fillSignIn } from './account-forms.ts';
import { ADMIN_EMAIL, becomeAdministrator } from './become-administrator.ts';
import { createDataFolder } from './data-folder.ts';
import { expect, expectAccessible, test } from './journey.ts';
import { startProduct, type Product } from './product.ts';
import { portOf } from '../../apps/server/test/port-of.ts';

let product: Product;
let dataDirectory: string;

test.beforeAll(async () => {
  dataDirectory = await createDataFolder();
  product = await startProduct({
    dataDirectory,
    port: 0,
    environment: { OUTGOING_ALLOW: '127.0.0.1', DEMO_DATA: 'off' },
  });
});

test.afterAll(async () => {
  await product.stop();
  await rm(dataDirectory, { recursive: true, force: true });
});

const feedOf = (
  price: string,
): string => `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel><title>Coffee Corner</title><link>https://coffee.example.bg</link>
<item><g:id>1</g:id><title>Espresso machine Aurora</title><link>https://coffee.example.bg/1</link><g:price>${price}</g:price></item>
<item><g:id>2</g:id><title>Grinder without a currency</title><link>https://coffee.example.bg/2</link><g:price>15.00 USD</g:price></item>
</channel></rss>`;

/** A shop's server with one offer, whose price can change. */
const startShop = async () => {
  let price = '199.00 EUR';
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.end(feedOf(price));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}/feed.xml`,
    reprice: (next: string) => void (price = next),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Registers on the way to the page of sources. */
const register = async (page: Page): Promise<void> => {
  await page.goto(`${product.url}/admin?view=sources`);
  await page.getByRole('link', { name: 'Create account' }).click();
  await fillRegistration(page, 'Mila Petrova');
  await expect(page).toHaveURL(/\/admin\?view=sources$/);
};

test.describe.configure({ mode: 'serial' });

test('an administrator adds a feed, reads what it rejects, pauses it and sees its new price', async ({
  page,
  otherVisitor,
}) => {
  // The shop's server is requested at the polite pace, some seconds apart.
  const shop = await startShop();
  await becomeAdministrator(page, product);
  // The former address.
  await page.goto(`${product.url}/operations`);
  await expect(page).toHaveURL(/\/admin\?view=sources$/);
  await expect(page.getByRole('heading', { name: 'Sources' })).toBeVisible();

  await page.getByLabel('Address of the feed').fill(shop.url);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('1 of 2 rows can be used')).toBeVisible();
  await expect(page.getByText('Espresso machine Aurora')).toBeVisible();
  await expect(page.getByText('Currency not supported: 1')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add this source' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Coffee Corner' });
  await expect(row).toContainText('Healthy', { timeout: 20_000 });
  await row.getByRole('button', { name: 'Rejected rows of Coffee Corner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rejected rows of Coffee Corner' });
  await expect(dialog).toContainText('15.00 USD');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await otherVisitor.goto(`${product.url}/deals?q=espresso`);
  await expect(otherVisitor.getByText('€199').first()).toBeVisible();

  shop.reprice('149.00 EUR');
  await row.getByRole('button', { name: 'Run now: Coffee Corner' }).click();
  await expect(row).toContainText(/Changed\s*1/, { timeout: 20_000 });
  // The open page shows the new price without a reload.
  await expect(otherVisitor.getByText('€149').first()).toBeVisible({ timeout: 30_000 });

  await row.getByRole('button', { name: 'Pause Coffee Corner' }).click();
  await expect(row).toContainText('Paused');
  await row.getByRole('button', { name: 'Resume Coffee Corner' }).click();
  await expect(row.getByRole('button', { name: 'Pause Coffee Corner' })).toBeVisible();

  await page.setViewportSize({ width: 320, height: 640 });
  // The sidebar closes first.
  await expect
    .poll(() =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    )
    .toBeLessThanOrEqual(0);
  await expectAccessible(page);
  shop.close();
});

test('the page is not for users without a role', async ({ page }) => {
  await register(page);
  await expect(page.getByText('You are not authorized to perform this action')).toBeVisible();
});

test('a URL that is not a feed shows an error beside it', async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource: .*422/);
  await page.goto(`${product.url}/login?from=%2Fadmin%3Fview%3Dsources`);
  await fillSignIn(page, ADMIN_EMAIL);
  await page.getByLabel('Address of the feed').fill('http://10.0.0.1/feed.xml');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Its server cannot be reached.')).toBeVisible();
});

import { dealCards, dealLinks, dealTitles } from './deals-page.ts';
import { expect, SERVER_UNAVAILABLE, test } from './journey.ts';
import { letSessionRunLow } from './let-session-run-low.ts';
import { openAsMember } from './new-member.ts';

test('the server goes down and comes back under an open page', async ({
  page,
  ownProduct,
  expectedConsole,
}) => {
  // Its product starts twice.
  test.slow();
  expectedConsole.push(SERVER_UNAVAILABLE);

  await page.goto(`${ownProduct.url}/deals`);
  await expect(dealCards(page)).toHaveCount(24);
  const titles = await dealTitles(page);
  const [first = '', second = ''] = titles;
  // Only code that was never loaded is unreachable without the server.
  await dealLinks(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
  await page.goBack();
  const opened = await page.evaluate(() => performance.timeOrigin);

  await ownProduct.stop();
  await page.getByRole('button', { name: /^Show 24 more of/ }).click();
  const message = page.getByRole('alert').getByText('Connection lost. Please check your internet.');
  await expect(message).toBeVisible();
  await expect(dealLinks(page)).toHaveText(titles);

  await dealLinks(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
  await page.goBack();
  await dealLinks(page).nth(1).click();
  await expect(page.getByRole('heading', { name: 'We could not load the deal' })).toBeVisible();

  await ownProduct.restart();
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible();
  await page.goBack();
  await expect(message).toBeHidden();
  await page.getByRole('button', { name: /^Show 24 more of/ }).click();
  await expect(dealCards(page)).toHaveCount(48);
  expect(await page.evaluate(() => performance.timeOrigin), 'never loaded again').toBe(opened);
});

test('a page whose code was unreachable shows once the server is back', async ({
  page,
  ownProduct,
  expectedConsole,
}) => {
  test.slow();
  expectedConsole.push(SERVER_UNAVAILABLE, /dynamically imported module/);
  await page.goto(`${ownProduct.url}/deals`);
  await expect(dealCards(page)).toHaveCount(24);
  const [first = ''] = await dealTitles(page);

  await ownProduct.stop();
  await dealLinks(page).first().click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByText('Connection lost. Please check your internet.')).toBeVisible();

  await ownProduct.restart();
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible({
    timeout: 20_000,
  });
});

test('a server that is down during the refresh ends no session', async ({
  page,
  ownProduct,
  expectedConsole,
}) => {
  test.slow();
  expectedConsole.push(SERVER_UNAVAILABLE);
  await page.clock.install();
  await openAsMember(page, '/settings', { origin: ownProduct.url });
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  // Waits for pending requests, so that they do not fail when the server stops.
  await page.waitForLoadState('networkidle');
  await ownProduct.stop();
  await letSessionRunLow(page);
  // Pauses the clock, so that the session does not expire during a slow start.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await ownProduct.restart();
  await page.clock.resume();
  await page.getByRole('button', { name: 'Extend Session' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Session refreshed successfully' }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

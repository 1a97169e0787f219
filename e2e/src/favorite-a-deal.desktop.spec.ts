import type { Page } from '@playwright/test';
import { fillRegistration } from './account-forms.ts';
import { dealCards, dealLinks } from './deals-page.ts';
import { expect, expectAccessible, test } from './journey.ts';

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** Creates an account when asked to sign in. */
const register = async (page: Page): Promise<void> => {
  const prompt = page.getByRole('dialog', { name: 'Please sign in to access this feature' });
  await prompt.getByRole('button', { name: 'Create account' }).click();
  await fillRegistration(page, 'Mila Petrova');
};

test('favourite a deal after being asked to sign in, find it among the favourites, remove it', async ({
  page,
}) => {
  await page.goto('/deals?category=sports');
  const title = await dealLinks(page).nth(2).innerText();
  const heart = dealCards(page)
    .nth(2)
    .getByRole('button', { name: /^Favorite: / });
  await heart.click();
  await register(page);

  await expect(page).toHaveURL('/deals?category=sports');
  await expect(toast(page, 'Added to favorites')).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/favorites');
  await expect(dealLinks(page)).toHaveText([title]);
  await expectAccessible(page);
  await dealLinks(page).first().click();
  await page.getByRole('button', { name: 'In favorites' }).click();
  await expect(toast(page, 'Removed from favorites')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('No favorites here yet')).toBeVisible();
});

test('like and report a deal after being asked to sign in', async ({ page }) => {
  await page.goto('/deals?q=bicycle');
  await dealLinks(page).first().click();
  const like = page.getByRole('button', { name: /^Like/ });
  const before = Number((await like.innerText()).replaceAll(/\D/g, ''));
  await page.getByRole('button', { name: 'Report' }).click();
  await register(page);

  const dialog = page.getByRole('dialog', { name: 'Report this deal' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'The price is wrong' }).check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(toast(page, 'The moderators will look at it.')).toBeVisible();

  await like.click();
  await expect(like).toHaveAccessibleName(`Like ${(before + 1).toLocaleString('en')}`);
  await like.click();
  await expect(like).toHaveAccessibleName(`Like ${before.toLocaleString('en')}`);
});

test('trending deals are public, in both languages', async ({ page }) => {
  await page.goto('/trending');
  await expect(page.getByRole('heading', { level: 1, name: 'Hot deals' })).toBeVisible();
  await expect(page).toHaveTitle('Hot deals - Izgodno');
  await expectAccessible(page);
  await page.getByRole('button', { name: /Български/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Популярни оферти' })).toBeVisible();
  await expect(page).toHaveTitle('Популярни оферти - Izgodno');
});

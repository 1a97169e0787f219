import { expect, type Page } from '@playwright/test';
import { fillSignIn } from './account-forms.ts';
import { PASSWORD } from './new-member.ts';
import type { Product } from './product.ts';

export const ADMIN_EMAIL = 'operator@example.com';

/**
 * Creates the first administrator by the link that the product printed at its start, and signs them
 * in.
 */
export const becomeAdministrator = async (
  page: Page,
  { consoleLink }: Pick<Product, 'consoleLink'>,
  name = 'Olga Operator',
): Promise<void> => {
  if (consoleLink === null) throw new Error('The start printed no link.');
  await page.goto(consoleLink);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(ADMIN_EMAIL);
  await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText('You are the administrator now.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(page, ADMIN_EMAIL);
  await expect(page).toHaveURL(/\/deals$/, { timeout: 30_000 });
};

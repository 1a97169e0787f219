import { expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';

export interface Administrator {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Creates the first administrator by the link that the product printed at its start, and signs them
 * in.
 */
export const becomeAdministrator = async (
  page: Page,
  { consoleLink }: Pick<Product, 'consoleLink'>,
  { name, email, password }: Administrator,
): Promise<void> => {
  if (consoleLink === null) throw new Error('The start printed no link.');
  await page.goto(consoleLink);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'New password' }).fill(password);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText('You are the administrator now.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/deals$/, { timeout: 30_000 });
};

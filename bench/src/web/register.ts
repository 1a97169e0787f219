import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';

/** Registers an account in the browser, which is then signed in. */
export const register = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/register`);
  await page.getByLabel('Name').fill('Mila Petrova');
  await page.getByLabel('Email').fill(`mila-${randomUUID()}@example.com`);
  await page.getByRole('textbox', { name: 'Password' }).fill('trotting otter lamp 9');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(/\/deals/);
};

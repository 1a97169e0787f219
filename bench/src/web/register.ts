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

/** Sends a message, so that the chat opens as for a user who has been there before. */
export const writeMessage = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/chat`);
  const channelStored = page.waitForResponse((response) =>
    response.url().includes('/lastActiveMessage/'),
  );
  await page.getByRole('textbox', { name: /^Message / }).fill('Is the laptop still there?');
  await page.keyboard.press('Enter');
  await channelStored;
};

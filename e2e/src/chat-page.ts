import { expect, type Locator, type Page } from '@playwright/test';
import { showSidebar } from './drawer.ts';
import { openAsMember } from './new-member.ts';

/** The field in which a message is written. */
export const composer = (page: Page): Locator => page.getByRole('textbox', { name: /^Message / });

/** The messages of the open channel. */
export const messages = (page: Page): Locator =>
  page.getByRole('region', { name: 'Messages', exact: true });

/** The first message with a text. */
export const message = (page: Page, text: string): Locator =>
  messages(page).getByRole('article').filter({ hasText: text }).first();

/** Sends by the button, because Enter breaks the line on a phone. */
export const write = async (page: Page, text: string): Promise<void> => {
  await composer(page).fill(text);
  await composer(page).locator('..').getByRole('button', { name: 'Send', exact: true }).click();
};

/** Writes a message and waits until the server has it. `shown` is a part of it as the reader sees it. */
export const send = async (page: Page, text: string, shown = text): Promise<void> => {
  await write(page, text);
  await expect(message(page, shown)).not.toContainText(/Waiting|Sending/);
};

/** Opens the chat as a new member. The product is the shared one unless an origin is given. */
export const enterChat = async (page: Page, origin = '', name?: string): Promise<void> => {
  await openAsMember(page, '/chat', { origin, ...(name === undefined ? {} : { name }) });
  await expect(page).toHaveURL(/\/chat\/[\da-f-]{36}/);
  await expect(composer(page)).toBeVisible();
};

/** Finds a user, and opens the channel of both. */
export const openDirectMessage = async (page: Page, name: string): Promise<void> => {
  await (await showSidebar(page)).getByRole('button', { name: 'New direct message' }).click();
  const dialog = page.getByRole('dialog', { name: 'New direct message' });
  await dialog.getByLabel('Name of the person').fill(name);
  await dialog.getByRole('button', { name: new RegExp(name) }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
};

import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './journey.ts';

/** A picture of 64 by 48 pixels in one colour. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAIAAAAuKetIAAAAQ0lEQVR42u3PQQkAAAgEsKtlFRMbywp+hcEKLDX9WgQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQErhY3skTxPY2sMwAAAABJRU5ErkJggg==',
  'base64',
);

/** What a browser says of a server that is gone, or of a network that is. */
const UNREACHABLE =
  /ERR_(?:CONNECTION_(?:REFUSED|RESET)|INTERNET_DISCONNECTED|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|NETWORK_CHANGED)|WebSocket connection|could not be (?:read|saved|sent)|status of 50[23]/;

const register = async (page: Page, origin: string, name: string): Promise<void> => {
  await page.goto(`${origin}/register`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`);
  await page.getByRole('textbox', { name: 'Password' }).fill('trotting otter lamp 9');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/deals/);
  await page.goto(`${origin}/chat`);
  await expect(page).toHaveURL(/\/chat\/[\da-f-]{36}/);
  await expect(composer(page)).toBeVisible();
};

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message / });
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const message = (page: Page, text: string) =>
  messages(page).getByRole('article').filter({ hasText: text }).first();

const write = async (page: Page, text: string): Promise<void> => {
  await composer(page).fill(text);
  await composer(page).press('Enter');
};

/** Where the sidebar is a drawer, it is opened first. */
const sidebar = async (page: Page) => {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if ((await menu.getAttribute('aria-expanded')) === 'false') await menu.click();
  return page.getByRole('complementary', { name: 'Menu' });
};

const act = async (page: Page, text: string, action: string): Promise<void> => {
  await message(page, text).hover();
  await message(page, text)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
};

/** The last messages as they stand, without their times. */
const transcript = async (page: Page): Promise<readonly string[]> => {
  const texts = await messages(page).getByRole('article').allInnerTexts();
  return texts.slice(-3).map((text) => text.replaceAll(/\d+:\d+|Seen/g, '').trim());
};

test('two people talk through a restart of the server and a spell without network', async ({
  page: ann,
  otherVisitor: boris,
  ownProduct: product,
  expectedConsole,
}) => {
  test.setTimeout(150_000);
  expectedConsole.push(UNREACHABLE);
  // Its port is known from now on: links to it are links to its own deals.
  await product.stop();
  await product.restart();
  await Promise.all([
    register(ann, product.url, 'Ann Lee'),
    register(boris, product.url, 'Boris Petrov'),
  ]);

  // Ann finds Boris, and writes to him.
  await (await sidebar(ann)).getByRole('button', { name: 'New direct message' }).click();
  const dialog = ann.getByRole('dialog', { name: 'New direct message' });
  await dialog.getByLabel('Name of the person').fill('Boris');
  await dialog.getByRole('button', { name: /Boris Petrov/ }).click();
  await expect(ann.getByRole('heading', { level: 1 })).toContainText('Boris Petrov');
  await expect(ann).toHaveTitle(/^Boris Petrov - /);
  await write(ann, 'Hello **Boris**');

  const conversation = (await sidebar(boris)).getByRole('link', { name: /Ann Lee/ });
  await expect(conversation).toContainText('1 unread message');
  await conversation.click();
  await expect(message(boris, 'Hello Boris').locator('strong').last()).toHaveText('Boris');
  await expect(conversation).not.toContainText('unread');
  await expect(message(ann, 'Hello Boris')).toContainText('Seen');

  // A deal whose price is its own, an answer with a quotation, a reaction.
  await write(ann, `What about ${product.url}/deals/1 ?`);
  await expect(message(boris, 'What about').getByRole('link', { name: /€/ })).toBeVisible();
  await act(boris, 'What about', 'Reply');
  await write(boris, 'A good price');
  await expect(
    message(ann, 'A good price').getByRole('button', { name: /Ann Lee What about/ }),
  ).toBeVisible();
  await act(boris, 'What about', 'React with 👍');
  await expect(
    message(ann, 'What about').getByRole('button', { name: '👍, 1 reaction' }),
  ).toBeVisible();

  // A picture: its place is there at once, then the picture itself.
  await ann
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'tent.png', mimeType: 'image/png', buffer: PICTURE });
  await write(ann, 'Mine looks so');
  await expect(message(boris, 'Mine looks so')).toContainText('tent.png');
  for (const page of [ann, boris]) {
    await expect(
      message(page, 'Mine looks so').getByRole('button', { name: 'Open picture tent.png' }),
    ).toBeVisible({ timeout: 30_000 });
  }

  // The last message of one's own is edited by the arrow key.
  await composer(ann).press('ArrowUp');
  const edit = ann.getByRole('textbox', { name: /^Message / });
  await expect(edit).toHaveValue('Mine looks so');
  await edit.fill('Mine looks like this');
  await edit.press('Enter');
  await expect(message(boris, 'Mine looks like this')).toContainText('(edited)');

  // What is written while the server is gone is sent when it is back.
  await product.stop();
  await write(ann, 'Written while the server was gone');
  await expect(message(ann, 'Written while')).toContainText(/Waiting to be sent|Sending/);
  await product.restart();
  await expect(message(boris, 'Written while')).toBeVisible({ timeout: 40_000 });
  await expect(message(ann, 'Written while')).not.toContainText(/Waiting|Sending/);

  // So is what is written without a network; what others write meanwhile is not missed.
  await boris.context().setOffline(true);
  await write(boris, 'From the tunnel');
  await write(ann, 'Are you there?');
  await expect(message(ann, 'Are you there?')).not.toContainText(/Waiting|Sending/);
  await boris.context().setOffline(false);
  await expect(message(ann, 'From the tunnel')).toBeVisible({ timeout: 40_000 });
  await expect(message(boris, 'Are you there?')).toBeVisible({ timeout: 40_000 });
  await expect(message(boris, 'From the tunnel')).not.toContainText(/Waiting|Sending/);

  await expect.poll(async () => transcript(boris)).toEqual(await transcript(ann));

  for (const colorScheme of ['light', 'dark'] as const) {
    await ann.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(ann);
  }
});

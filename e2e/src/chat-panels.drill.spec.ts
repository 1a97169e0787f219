import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { fillRegistration } from './account-forms.ts';
import { message, messages, send } from './chat-page.ts';
import { showSidebar } from './drawer.ts';
import { expect, expectAccessible, test } from './journey.ts';
import { pngImage } from './png-image.ts';

/** Expects no serious violation in either theme. */
const expectSound = async (page: Page): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  // Nothing else depends on the theme.
  await expectAccessible(page, ['color-contrast']);
};

/** Expects no panel over a message that it led to; beside the messages it stays, and is closed here. */
const expectUncovered = async (page: Page, panel: string): Promise<void> => {
  const isBeside = (page.viewportSize()?.width ?? 0) > 1_100;
  await expect(page.getByRole('region', { name: panel })).toBeVisible({ visible: isBeside });
  if (isBeside) await page.getByRole('button', { name: panel }).click();
  await expect(page.getByRole('region', { name: panel })).toBeHidden();
};

const openMenu = async (page: Page, text: string): Promise<void> => {
  await message(page, text).hover();
  await message(page, text)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
};

test('no panel of the chat has a serious violation, in either theme', async ({ page }) => {
  // Some fifteen states, each checked twice.
  test.setTimeout(240_000);
  await page.goto('/register?from=%2Fchat');
  await fillRegistration(page, 'Mila Petrova');
  await expect(page).toHaveURL(/\/chat\/.+/, { timeout: 30_000 });

  for (const [button, dialog] of [
    ['Browse public channels', 'Browse public channels'],
    ['New direct message', 'New direct message'],
    ['New channel', 'New channel'],
  ] as const) {
    await showSidebar(page);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await expectSound(page);
    if (button !== 'New channel') await page.keyboard.press('Escape');
  }
  const name = `Panels ${randomUUID()}`;
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Create/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await send(page, 'A list:\n- **bold**\n- `code`\n\n> quoted\n\n```\nlet a = 1;\n```', 'A list');
  await send(page, 'The other one @Mila Petrova');
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'green.png', mimeType: 'image/png', buffer: pngImage([57, 255, 20]) });
  await send(page, 'A picture');
  const image = message(page, 'A picture').getByRole('button', { name: /^Open picture/ });
  await expect(image).toBeVisible({ timeout: 30_000 });

  await openMenu(page, 'The other one');
  await expectSound(page);
  await page.getByRole('menuitem', { name: 'Pin' }).click();
  await expect(message(page, 'The other one')).toContainText('pinned');
  await openMenu(page, 'The other one');
  await page.getByRole('menuitem', { name: 'More emoji' }).click();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await openMenu(page, 'The other one');
  await page.getByRole('menuitem', { name: 'Reply' }).click();
  await send(page, 'An answer');
  await message(page, 'The other one').getByRole('button', { name: '1 reply' }).click();
  await expect(page.getByRole('region', { name: 'Thread' })).toContainText('An answer');
  await expectSound(page);
  await page.getByRole('region', { name: 'Thread' }).getByRole('button', { name: 'Close' }).click();

  await image.click();
  await expect(page.getByRole('dialog', { name: 'Picture green.png' })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Search messages' }).click();
  await page.getByRole('searchbox').fill('picture');
  await expect(page.getByRole('button', { name: /A picture/ })).toBeVisible();
  await expectSound(page);
  await page.getByLabel('Go to a day').fill('2020-01-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('This is the beginning of')).toBeInViewport();
  await expectUncovered(page, 'Search messages');
  await page.getByRole('button', { name: 'Pinned messages' }).click();
  await expectSound(page);
  await page.getByRole('button', { name: 'Show in the channel' }).click();
  await expect(message(page, 'The other one')).toBeInViewport();
  await expectUncovered(page, 'Pinned messages');
  await page.getByRole('button', { name: 'About the channel' }).click();
  for (const tab of ['Members', 'Files', 'About']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectSound(page);
  }
  await page.keyboard.press('Escape');
  await messages(page).press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectSound(page);
});

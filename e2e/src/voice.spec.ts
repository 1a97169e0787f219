import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './journey.ts';
import { openAsMember } from './new-member.ts';
import { play } from './play.ts';

// The browser's fake microphone beeps once a second (see the configuration).
test.use({ permissions: ['microphone'] });

test.beforeEach(({ expectedConsole }) => {
  // Recording and the phases of an upload take seconds on any machine.
  test.slow();
  // Leaving a page closes its socket abruptly.
  expectedConsole.push(/WebSocket connection to .* failed/);
});

/** Opens a new channel as a new member. */
const openOwnChannel = async (page: Page): Promise<void> => {
  await openAsMember(page, '/chat');
  await expect(page).toHaveURL(/\/chat\/.+/, { timeout: 20_000 });
  const newChannel = page.getByRole('button', { name: 'New channel' });
  if (!(await newChannel.isVisible())) await page.getByRole('button', { name: 'Menu' }).click();
  await newChannel.click();
  const name = `Voices ${randomUUID()}`;
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Create/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};

const recorder = (page: Page) => page.getByRole('group', { name: 'Record a voice message' });
const player = (page: Page) => page.getByRole('group', { name: 'Voice message' });
/** Runs in the page: the height above which messages at its bottom lie. */
const coveredHeight = (): string =>
  document.documentElement.style.getPropertyValue('--above-input');
const startRecording = (page: Page) =>
  page.getByRole('button', { name: 'Record a voice message' }).click();

/** Waits until at least so many seconds are recorded. */
const recorded = (page: Page, seconds: number) =>
  expect
    .poll(async () =>
      Number((await recorder(page).getByRole('timer').innerText()).split(':').at(-1)),
    )
    .toBeGreaterThanOrEqual(seconds);

test('a voice message is recorded with a pause, sent, and played with seek and speed', async ({
  page,
}) => {
  await openOwnChannel(page);
  await startRecording(page);
  await recorded(page, 2);
  // Messages at the bottom of the window lie above the recorder, whose button they would cover.
  await expect.poll(() => page.evaluate(coveredHeight)).toMatch(/^[1-9]\d+px$/);
  await recorder(page).getByRole('button', { name: 'Pause recording' }).click();
  await expectAccessible(page);
  await recorder(page).getByRole('button', { name: 'Continue recording' }).click();
  await recorded(page, 3);
  await recorder(page).getByRole('button', { name: 'Send' }).click();
  await expect(recorder(page)).toBeHidden();

  await play(player(page));
  const position = player(page).getByRole('slider', { name: 'Position' });
  await position.press('ArrowRight');
  await expect(position).toHaveAttribute('aria-valuetext', /^0:0[2-9] of/);
  await player(page)
    .getByRole('button', { name: /^Speed 1,/ })
    .click();
  await expect(player(page).getByRole('button', { name: /^Speed 1.5,/ })).toBeVisible();
  await expectAccessible(page);
});

test('a recording interrupted by a page failure is offered again, played and sent', async ({
  page,
}) => {
  await openOwnChannel(page);
  await startRecording(page);
  await recorded(page, 3);
  await page.reload();
  const offer = page.getByRole('listitem').filter({ hasText: 'did not send it' });
  await expect(offer).toBeVisible();
  await play(offer);
  await expectAccessible(page);
  await offer.getByRole('button', { name: 'Send' }).click();
  await expect(offer).toBeHidden();
  await expect(player(page).getByRole('button', { name: 'Play' })).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(player(page)).toHaveCount(1);
  await expect(offer).toBeHidden();
});

test('a discarded recording is removed', async ({ page }) => {
  await openOwnChannel(page);
  await startRecording(page);
  await recorded(page, 1);
  await recorder(page).getByRole('button', { name: 'Discard recording' }).click();
  await expect(recorder(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Record a voice message' })).toBeVisible();
  await expect(page.getByText('did not send it')).toBeHidden();
});

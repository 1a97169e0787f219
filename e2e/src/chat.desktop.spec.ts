import type { Page } from '@playwright/test';
import { composer, enterChat, message, messages, openDirectMessage, write } from './chat-page.ts';
import { showSidebar } from './drawer.ts';
import { expect, expectAccessible, SERVER_UNAVAILABLE, test } from './journey.ts';
import { play } from './play.ts';
import { wordOfItsOwn } from './word-of-its-own.ts';

/** An image of 64 by 48 pixels in one colour. */
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAIAAAAuKetIAAAAQ0lEQVR42u3PQQkAAAgEsKtlFRMbywp+hcEKLDX9WgQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQErhY3skTxPY2sMwAAAABJRU5ErkJggg==',
  'base64',
);

test.use({ permissions: ['microphone'] });

const PHONE = { width: 360, height: 740 };

const act = async (page: Page, text: string, action: string): Promise<void> => {
  await message(page, text).hover();
  await message(page, text)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
};

/**
 * Returns the whole conversation from its first message. Scrolls while reading, because only
 * messages near the screen are in the page. Omits times, and what only the sender sees.
 */
const transcript = async (page: Page): Promise<readonly string[]> => {
  const read = new Set<string>();
  const list = messages(page);
  // The message under the mouse has more controls.
  await page.mouse.move(0, 0);
  let top = 0;
  let end = 1;
  for (; top < end; top += 150) {
    end = await list.evaluate((element, to) => {
      element.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
      element.scrollTop = to;
      return element.scrollHeight - element.clientHeight + 150;
    }, top);
    // New messages are measured within two frames.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    for (const text of await list.getByRole('article').allInnerTexts())
      read.add(text.replaceAll(/\d+:\d+|Seen/g, '').trim());
  }
  return [...read];
};

test('two users talk through a network outage', async ({
  page: ann,
  otherVisitor: boris,
  baseURL,
  expectedConsole,
}) => {
  test.slow();
  expectedConsole.push(SERVER_UNAVAILABLE, /could not be (?:read|saved|sent)/);
  // Ann uses a desktop.
  await boris.setViewportSize(PHONE);
  const names = { ann: `Ann ${wordOfItsOwn()}`, boris: `Boris ${wordOfItsOwn()}` };
  await enterChat(ann, baseURL, names.ann);
  await enterChat(boris, baseURL, names.boris);
  await openDirectMessage(ann, names.boris);
  await expect(ann).toHaveTitle(new RegExp(`${names.boris} - `));
  await write(ann, 'Hello **Boris**');

  const channelView = async () =>
    (await showSidebar(boris)).getByRole('link', { name: new RegExp(names.ann) });
  await expect(await channelView()).toContainText('1 unread message');
  await (await channelView()).click();
  await expect(message(boris, 'Hello Boris').locator('strong').last()).toHaveText('Boris');
  await expect(await channelView()).not.toContainText('unread');
  // On narrow screens, this closes the drawer.
  await (await channelView()).click();
  await expect(message(ann, 'Hello Boris')).toContainText('Seen');

  // A deal with its price, a reply with a quotation, a reaction.
  await write(ann, `What about ${baseURL}/deals/1 ?`);
  await expect(message(boris, 'What about').getByRole('link', { name: /€/ })).toBeVisible();
  await act(boris, 'What about', 'Reply');
  await write(boris, 'A good price');
  await expect(
    message(ann, 'A good price').getByRole('button', {
      name: new RegExp(`${names.ann} What about`),
    }),
  ).toBeVisible();
  await act(boris, 'What about', 'React with 👍');
  await expect(
    message(ann, 'What about').getByRole('button', { name: '👍, 1 reaction' }),
  ).toBeVisible();

  // An image: its placeholder appears at once, then the image.
  await ann
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'tent.png', mimeType: 'image/png', buffer: IMAGE });
  await write(ann, 'Mine looks so');
  await expect(message(boris, 'Mine looks so')).toContainText('tent.png');
  for (const page of [ann, boris]) {
    await expect(
      message(page, 'Mine looks so').getByRole('button', { name: 'Open picture tent.png' }),
    ).toBeVisible({ timeout: 30_000 });
  }

  // Once it was processed, the thumbnail appears and opens the full image.
  const photo = message(boris, 'Mine looks so').getByRole('button', { name: /^Open picture/ });
  await expect(photo.locator('img')).toHaveAttribute('src', /small\.webp$/);
  await photo.click();
  const viewer = boris.getByRole('dialog', { name: 'Picture tent.png' });
  await expect
    .poll(() => viewer.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(64);
  await boris.keyboard.press('Escape');
  await expect(viewer).toBeHidden();

  // The other user plays a voice message.
  await ann.getByRole('button', { name: 'Record a voice message' }).click();
  const recorder = ann.getByRole('group', { name: 'Record a voice message' });
  await expect(recorder.getByRole('timer')).toHaveText(/0:0[2-9]/);
  await recorder.getByRole('button', { name: 'Send' }).click();
  const player = messages(boris).getByRole('group', { name: 'Voice message' });
  await play(player);
  await expect(player.getByRole('button', { name: 'Play' })).toBeVisible();

  // The arrow key edits the user's last message.
  await composer(ann).press('ArrowUp');
  const edit = ann.getByRole('textbox', { name: /^Message / });
  await expect(edit).toHaveValue('Mine looks so');
  await edit.fill('Mine looks like this');
  await edit.press('Enter');
  await expect(message(boris, 'Mine looks like this')).toContainText('(edited)');

  // Messages written offline are sent later; messages of others meanwhile are not missed.
  await boris.context().setOffline(true);
  await write(boris, 'From the tunnel');
  await write(ann, 'Are you there?');
  await expect(message(ann, 'Are you there?')).not.toContainText(/Waiting|Sending/);
  await boris.context().setOffline(false);
  await expect(message(ann, 'From the tunnel')).toBeVisible({ timeout: 40_000 });
  await expect(message(boris, 'Are you there?')).toBeVisible({ timeout: 40_000 });
  await expect(message(boris, 'From the tunnel')).not.toContainText(/Waiting|Sending/);

  const said = await transcript(ann);
  expect(said).toHaveLength(7);
  expect(await transcript(boris)).toEqual(said);

  for (const colorScheme of ['light', 'dark'] as const) {
    await ann.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(ann);
  }
});

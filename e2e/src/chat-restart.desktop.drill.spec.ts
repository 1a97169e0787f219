import { enterChat, message, openDirectMessage, send, write } from './chat-page.ts';
import { showSidebar } from './drawer.ts';
import { expect, SERVER_UNAVAILABLE, test } from './journey.ts';

test('messages written while the server is down are sent when it is back', async ({
  page: ann,
  otherVisitor: boris,
  ownProduct,
  expectedConsole,
}) => {
  // Its product starts twice.
  test.slow();
  expectedConsole.push(SERVER_UNAVAILABLE, /could not be (?:read|saved|sent)/);
  await enterChat(ann, ownProduct.url, 'Ann Lee');
  await enterChat(boris, ownProduct.url, 'Boris Petrov');
  await openDirectMessage(ann, 'Boris Petrov');
  await send(ann, 'Hello Boris');
  await (await showSidebar(boris)).getByRole('link', { name: /Ann Lee/ }).click();
  await expect(message(boris, 'Hello Boris')).toBeVisible();

  await ownProduct.stop();
  await write(ann, 'Written while the server was gone');
  await expect(message(ann, 'Written while')).toContainText(/Waiting to be sent|Sending/);
  await ownProduct.restart();
  await expect(message(boris, 'Written while')).toBeVisible({ timeout: 40_000 });
  await expect(message(ann, 'Written while')).not.toContainText(/Waiting|Sending/);
});

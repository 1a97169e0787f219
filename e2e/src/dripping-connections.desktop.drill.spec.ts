import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { fillRegistration } from './account-forms.ts';
import { composer, message, messages, write } from './chat-page.ts';
import { dealCards, dealLinks } from './deals-page.ts';
import { openDrippingConnections } from './dripping-connections.ts';
import { expect, test } from './journey.ts';

const CONNECTIONS = 300;
const NAMES = ['Ana', 'Boris', 'Vera', 'Georgi', 'Petya'] as const;
const FILE_BYTES = 3 * 1024 * 1024;
/** The server closes a connection after 30 seconds; three times that is for a busy machine. */
const LONGEST_DRIP_MS = 90_000;

test.use({ ownSettings: { UPLOAD_PACING: 'instant' } });

interface User {
  readonly name: string;
  readonly page: Page;
  readonly openedSockets: number;
  readonly closedSockets: number;
}

const menuLink = (page: Page, name: string): Locator =>
  page.getByRole('complementary', { name: 'Menu' }).getByRole('link', { name, exact: true });

const signUp = async (page: Page, origin: string, name: string): Promise<User> => {
  const user = { name, page, openedSockets: 0, closedSockets: 0 };
  page.on('websocket', (socket) => {
    user.openedSockets += 1;
    socket.on('close', () => (user.closedSockets += 1));
  });
  await page.goto(`${origin}/register?from=%2Fchat`);
  await fillRegistration(page, name);
  await expect(composer(page)).toBeVisible({ timeout: 60_000 });
  return user;
};

const browseDeals = async ({ page }: User): Promise<void> => {
  await menuLink(page, 'Deals').click();
  await expect(dealCards(page)).not.toHaveCount(0);
  const title = await dealLinks(page).first().innerText();
  await dealLinks(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await menuLink(page, 'Chat').click();
  await expect(composer(page)).toBeVisible();
};

const uploadFile = async ({ name, page }: User, buffer: Buffer): Promise<void> => {
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: `${name}.bin`, mimeType: 'application/octet-stream', buffer });
  await write(page, `The file of ${name}`);
  await expect(message(page, `The file of ${name}`)).toContainText(`${name}.bin`);
};

/** Everybody writes, and everybody reads what each of the others has written. */
const chat = async (users: readonly User[], round: number): Promise<void> => {
  const text = ({ name }: User): string => `${name} in round ${round}`;
  await Promise.all(
    users.map(async (user) => {
      await write(user.page, text(user));
    }),
  );
  await Promise.all(
    users.flatMap(({ page }) =>
      users.map((sender) =>
        expect(
          messages(page)
            .getByRole('article')
            .filter({ hasText: text(sender) }),
        ).toHaveCount(1),
      ),
    ),
  );
};

const expectDownload = async (reader: User, sender: User, buffer: Buffer): Promise<void> => {
  const link = message(reader.page, `The file of ${sender.name}`).getByRole('link', {
    name: `Download ${sender.name}.bin`,
  });
  await expect(link).toBeVisible();
  const url = new URL((await link.getAttribute('href')) ?? '', reader.page.url());
  const stored = await reader.page.request.get(url.href);
  expect((await stored.body()).equals(buffer), sender.name).toBe(true);
};

const expectHealthy = async (origin: string): Promise<void> => {
  const health = await fetch(`${origin}/api/health`);
  expect(await health.json()).toMatchObject({ status: 'healthy' });
};

test('five signed-in browsers work while 300 connections drip, and the server closes all of those', async ({
  browser,
  ownProduct: { url: origin },
  consoleWatch,
}) => {
  // Five browsers share the machine with whatever else it does.
  test.setTimeout(240_000);
  const contexts = await Promise.all(NAMES.map(() => browser.newContext()));
  for (const context of contexts) consoleWatch.watch(context);
  const users = await Promise.all(
    contexts.map(async (context, index) =>
      signUp(await context.newPage(), origin, NAMES[index] ?? ''),
    ),
  );
  const dripping = await openDrippingConnections(origin, CONNECTIONS);
  const deadline = Date.now() + LONGEST_DRIP_MS;
  try {
    const buffer = randomBytes(FILE_BYTES);
    await Promise.all(users.map((user) => uploadFile(user, buffer)));
    const neighbours = [...users.slice(1), ...users.slice(0, 1)];
    await Promise.all(
      users.map((reader, index) => expectDownload(reader, neighbours[index] ?? reader, buffer)),
    );
    let round = 0;
    do {
      round += 1;
      await Promise.all(users.map(browseDeals));
      await chat(users, round);
    } while (dripping.open() > 0 && Date.now() < deadline);

    expect(dripping.open(), 'connections that the server has not closed').toBe(0);
    expect(new Set(await dripping.responses())).toEqual(new Set(['408 request_timeout']));
    expect(users.map(({ openedSockets }) => openedSockets)).toEqual(users.map(() => 1));
    expect(users.map(({ closedSockets }) => closedSockets)).toEqual(users.map(() => 0));
    await expectHealthy(origin);
  } finally {
    dripping.stop();
    await Promise.all(contexts.map((context) => context.close()));
  }
});

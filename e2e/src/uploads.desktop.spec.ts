import { randomBytes } from 'node:crypto';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { composer } from './chat-page.ts';
import { showSidebar } from './drawer.ts';
import { expect, expectAccessible, test } from './journey.ts';
import { openAsMember } from './new-member.ts';
import { pngImage } from './png-image.ts';

const MEBIBYTE = 1024 * 1024;
/** Upload rate in bytes per second: slow enough to observe and interrupt an upload. */
const TRICKLE = MEBIBYTE / 8;
const UPLINK = MEBIBYTE;
const UNLIMITED = -1;

interface JourneyFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** One second of silence: PCM, one channel, 8000 samples of one byte. */
const silence = (): Buffer => {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + 8_000, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(8_000, 40);
  return Buffer.concat([header, Buffer.alloc(8_000, 128)]);
};

const large: JourneyFile = {
  name: 'large.bin',
  mimeType: 'application/octet-stream',
  buffer: randomBytes(12 * MEBIBYTE),
};
const image: JourneyFile = {
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: pngImage([30, 160, 90]),
};
const notes: JourneyFile = {
  name: 'notes.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Изгодно'),
};
const letter: JourneyFile = {
  name: 'letter.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n%%EOF\n'),
};
const sound: JourneyFile = { name: 'sound.wav', mimeType: 'audio/wav', buffer: silence() };

const manager = (page: Page): Locator => page.getByRole('region', { name: 'Upload Manager' });
const row = (page: Page, { name }: JourneyFile): Locator =>
  manager(page).getByRole('listitem').filter({ hasText: name });

/** Adds files as a drop or a paste does. */
const bring = (
  target: Locator,
  way: 'drop' | 'paste',
  files: readonly JourneyFile[],
): Promise<void> =>
  target.evaluate(
    (element, { way, given }) => {
      const data = new DataTransfer();
      for (const { name, mimeType, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: mimeType }));
      }
      const shared = { bubbles: true, cancelable: true };
      if (way === 'paste') {
        element.dispatchEvent(new ClipboardEvent('paste', { ...shared, clipboardData: data }));
        return;
      }
      for (const type of ['dragenter', 'dragover', 'drop']) {
        element.dispatchEvent(new DragEvent(type, { ...shared, dataTransfer: data }));
      }
    },
    {
      way,
      given: files.map(({ name, mimeType, buffer }) => ({
        name,
        mimeType,
        base64: buffer.toString('base64'),
      })),
    },
  );

/** Limits the upload rate, or goes offline. */
const setNetwork = (network: CDPSession, offline: boolean, uplink = TRICKLE): Promise<unknown> =>
  network.send('Network.emulateNetworkConditions', {
    offline,
    latency: 0,
    downloadThroughput: UNLIMITED,
    uploadThroughput: uplink,
  });

/** Records the bytes that the server has confirmed, and which of them are sent again. */
const watchConfirmed = (page: Page) => {
  const confirmed = new Map<string, number>();
  const sentAgain: string[] = [];
  page.context().on('request', (request) => {
    if (request.method() !== 'PATCH') return;
    const offset = Number(request.headers()['upload-offset']);
    const known = confirmed.get(request.url()) ?? 0;
    if (offset < known) sentAgain.push(`${request.url()}: from ${offset} instead of ${known}`);
  });
  page.context().on('response', (response) => {
    const offset = Number(response.headers()['upload-offset'] ?? 0);
    confirmed.set(response.url(), Math.max(offset, confirmed.get(response.url()) ?? 0));
  });
  return { sentAgain, most: () => Math.max(0, ...confirmed.values()) };
};

const goToDeals = async (page: Page): Promise<void> => {
  const sidebar = await showSidebar(page);
  await sidebar.getByRole('link', { name: 'Deals', exact: true }).click();
  await expect(page).toHaveURL(/\/deals/);
};

/** Expects that the message has every file, each shown by its kind, with its bytes. */
const expectAllFiles = async (page: Page): Promise<void> => {
  const message = page
    .getByRole('region', { name: 'Messages' })
    .getByRole('article')
    .filter({ hasText: 'All of it' });
  await expect(message).toHaveCount(1);
  for (const file of [notes, letter, large]) {
    const link = message.getByRole('link', { name: `Download ${file.name}` });
    await expect(link).toBeVisible({ timeout: 20_000 });
    const url = new URL((await link.getAttribute('href')) ?? '', page.url());
    const stored = await page.request.get(url.href);
    expect((await stored.body()).equals(file.buffer), file.name).toBe(true);
  }
  await expect(message.getByRole('button', { name: 'Open picture picture.png' })).toBeVisible();
  await expect(message.getByRole('button', { name: 'Play' })).toBeVisible();
};

test.use({
  ownSettings: {
    UPLOAD_METHOD: 'resumable',
    UPLOAD_PACING: 'instant',
    UPLOAD_CHUNK_SIZE: '5MB',
  },
});

test('five files reach their message across other pages, a lost network, a restart and a reload', async ({
  page,
  ownProduct,
  expectedConsole,
}) => {
  // Megabytes over a slow line and a product's start take time.
  test.setTimeout(180_000);
  // The browser logs aborted requests.
  expectedConsole.push(
    /Failed to load resource|WebSocket connection|An upload broke off|could not be (?:read|saved|sent)/,
  );
  await openAsMember(page, '/chat', { origin: ownProduct.url });
  await expect(composer(page)).toBeVisible({ timeout: 30_000 });
  const { sentAgain, most } = watchConfirmed(page);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await setNetwork(network, false);

  await page.locator('input[type=file][multiple]').setInputFiles([large, image]);
  await bring(composer(page), 'drop', [notes, letter]);
  await bring(composer(page), 'paste', [sound]);
  await composer(page).fill('All of it');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(row(page, large).getByText('Uploading', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await goToDeals(page);
  await page.getByRole('button', { name: 'Minimise' }).click();
  const bar = page.getByRole('button', { name: 'Show the upload manager' });
  await expect(bar).toBeFocused();
  await expectAccessible(page);
  await bar.click();
  await manager(page).getByRole('button', { name: 'Close', exact: true }).click();
  const pill = page.getByRole('button', { name: 'uploading Tap to expand' });
  await expect(pill).toBeFocused();
  await expectAccessible(page);
  await pill.click();

  await setNetwork(network, false, UPLINK);
  await expect.poll(most, { timeout: 30_000 }).toBeGreaterThanOrEqual(5_000_000);
  await setNetwork(network, true);
  await expect(row(page, large).getByText('Waiting for the network')).toBeVisible();
  await setNetwork(network, false);
  await expect(row(page, large).getByText('Uploading', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Pause large.bin' }).click();
  await expect(row(page, large).getByText('Paused')).toBeVisible();

  await ownProduct.kill();
  await ownProduct.restart();
  await page.reload();
  await expect(row(page, large).getByText('Paused')).toBeVisible();
  await setNetwork(network, false, UNLIMITED);
  await page.getByRole('button', { name: 'Resume large.bin' }).click();
  await expect(row(page, large).getByText('Completed')).toBeVisible({ timeout: 30_000 });

  await page.goto(`${ownProduct.url}/chat`);
  await expectAllFiles(page);
  expect(sentAgain).toEqual([]);
});

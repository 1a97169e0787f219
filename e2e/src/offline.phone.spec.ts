import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { fillRegistration, signOut } from './account-forms.ts';
import { startBefore } from './changed-release.ts';
import { messages, write } from './chat-page.ts';
import { dealCards, dealLinks, dealTitles } from './deals-page.ts';
import { expect, expectAccessible, SERVER_UNAVAILABLE, test } from './journey.ts';
import { openAsMember } from './new-member.ts';

/** The icons by their side length. */
const icons = [
  ['icon-192', 192],
  ['icon-512', 512],
  ['icon-maskable-512', 512],
  ['apple-touch-icon', 180],
] as const;

/** Waits for the service worker, which is registered after everything else. */
const workerInCharge = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 30_000 })
    .toBe('activated');

/** Shows the page again in a language. */
const chooseLanguage = async (page: Page, language: 'bg' | 'en'): Promise<void> => {
  await page.evaluate((code) => {
    localStorage.setItem('preferred-language', code);
    localStorage.setItem('language-manually-selected', 'true');
  }, language);
  await page.reload();
};

/** What the browser has cached for the site: the URL of each response, by the name of its cache. */
const storedUrls = (page: Page) =>
  page.evaluate(async () => {
    const stored: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const keys = await (await caches.open(name)).keys();
      stored[name] = keys.map(({ url }) => new URL(url).pathname + new URL(url).search);
    }
    return stored;
  });

/** The distinct cache policies of the cached responses below a path. */
const storedPolicies = (page: Page, path: string) =>
  page.evaluate(async (path) => {
    const policies = new Set<string>();
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const key of await cache.keys()) {
        if (!new URL(key.url).pathname.startsWith(path)) continue;
        const response = await cache.match(key);
        policies.add(response?.headers.get('cache-control')?.split(',')[0] ?? 'nothing');
      }
    }
    return [...policies];
  }, path);

test('offline, what was viewed last is there, says so, and all else waits', async ({
  page,
  ownProduct,
  expectedConsole,
}) => {
  // Its product starts twice.
  test.slow();
  expectedConsole.push(SERVER_UNAVAILABLE, /FetchEvent/);
  const { url } = ownProduct;
  await page.goto(`${url}/deals`);
  await expect(dealCards(page)).toHaveCount(24);
  await workerInCharge(page);
  const titles = await dealTitles(page);
  const [first = ''] = titles;
  await dealLinks(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
  const seenDeal = page.url();
  await expect
    .poll(async () => (await storedUrls(page))['izgodno-deals']?.length, { timeout: 20_000 })
    .toBe(2);

  await ownProduct.stop();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
  await page.goto(`${url}/deals`);
  await expect(dealLinks(page)).toHaveText(titles);
  await expect(
    page.getByText(/^No connection\. You see what you viewed \d minutes? ago\.$/),
  ).toBeVisible({ timeout: 20_000 });
  // Their images too.
  const image = dealCards(page).first().locator('img').first();
  await expect(image).toHaveJSProperty('complete', true);
  expect(await image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);

  // A page that was never viewed.
  await page.goto(`${url}/trending`);
  await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
  await expect(page).toHaveTitle('No connection - Izgodno');
  const seen = page.getByRole('list', { name: 'Viewed last' });
  await expect(seen.getByRole('article').getByRole('link')).toHaveText([first]);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Deals as you last saw them' }).click();
  await expect(dealLinks(page)).toHaveText(titles);
  await page.goBack();
  await seen.getByRole('article').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
  expect(page.url()).toBe(seenDeal);
  await page.goBack();

  // Both languages are cached.
  await chooseLanguage(page, 'bg');
  await expect(page.getByRole('heading', { level: 1, name: 'Няма връзка' })).toBeVisible();

  await ownProduct.restart();
  // The page also comes back by itself, perhaps before this press.
  await page
    .getByRole('button', { name: 'Нов опит' })
    .click({ timeout: 5_000 })
    .catch(() => {});
  await expect(page).toHaveURL(`${url}/trending`);
  await expect(page.getByRole('heading', { level: 1, name: 'Популярни оферти' })).toBeVisible();
  await page.goto(`${url}/deals`);
  await expect(dealCards(page).or(page.getByRole('list', { name: 'Оферти' }))).not.toHaveCount(0);
  await expect(page.getByText(/^Няма връзка/)).toBeHidden();
});

test('an application that the browser has erased is stored again', async ({ page, context }) => {
  await page.goto('/deals');
  await workerInCharge(page);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.reload();
  await expect
    .poll(async () => Object.values(await storedUrls(page)).flat(), { timeout: 30_000 })
    .toContain('/offline');
  await context.setOffline(true);
  // Also what a page that came from the server loads later.
  expect(await page.evaluate(async () => (await fetch('/offline')).ok)).toBe(true);
  await page.reload();
  await expect(dealCards(page)).toHaveCount(24);
});

test('nothing private is cached, and signing out erases what was viewed', async ({
  page,
  expectedConsole,
}) => {
  await page.goto('/deals');
  await workerInCharge(page);
  await page.goto('/register?from=%2Fchat');
  await fillRegistration(page, 'Vera Marinova');
  await expect(page).toHaveURL(/\/chat/);
  for (const path of ['/favorites', '/profile', '/settings', '/dashboard', '/deals']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  const stored = await storedUrls(page);
  expect(Object.keys(stored)).toContain('izgodno-deals');
  const urls = Object.values(stored).flat();
  expect(urls.filter((path) => path.startsWith('/api/'))).not.toHaveLength(0);
  expect(
    urls.filter(
      (path) =>
        !/^\/(?:assets|demo-media|api\/files)\/|^\/api\/deals(?:\/\d+)?(?:\?|$)|^\/(?:offline|favicon\.svg)$/.test(
          path,
        ),
    ),
  ).toEqual([]);
  // Images of posts have the same path as private files, so every cached one must be public.
  expect((await storedPolicies(page, '/api/files/')).filter((said) => said !== 'public')).toEqual(
    [],
  );
  // Responses to requests with a token are cached without private data.
  const texts = await page.evaluate(async () => {
    const cache = await caches.open('izgodno-deals');
    const found: string[] = [];
    for (const key of await cache.keys())
      found.push((await (await cache.match(key))?.text()) ?? '');
    return found;
  });
  expect(texts.join()).not.toMatch(/favorite"|liked"|Marinova|accessToken/);

  // The page after sign-out caches images again, so this entry marks the cache from before.
  const seenBefore = '/seen-before';
  await page.evaluate(async (path) => {
    await (await caches.open('izgodno-pictures')).put(path, new Response(''));
  }, seenBefore);
  // Requests pending at sign-out are rejected.
  expectedConsole.push(/401 \(Unauthorized\)/);
  await signOut(page);
  await expect
    .poll(async () => Object.values(await storedUrls(page)).flat())
    .not.toContain(seenBefore);
});

test('a new version waits until the user asks for it, and never reloads the page by itself', async ({
  page,
}) => {
  const before = await startBefore(process.env['PRODUCT_URL'] ?? '');
  try {
    await page.goto(`${before.url}/deals`);
    await workerInCharge(page);
    const opened = await page.evaluate(() => performance.timeOrigin);
    before.release();
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update();
    });
    const toast = page.getByRole('status').getByText('A new version is ready.');
    await expect(toast).toBeVisible({ timeout: 20_000 });
    await page.getByRole('combobox', { name: 'Search deals' }).fill('half a th');
    expect(await page.evaluate(() => performance.timeOrigin), 'as it was').toBe(opened);

    await page.getByRole('button', { name: 'Reload' }).click();
    await expect
      .poll(() => page.evaluate(() => performance.timeOrigin).catch(() => opened))
      .not.toBe(opened);
    await expect(dealCards(page)).toHaveCount(24);
    const waiting = () =>
      page.evaluate(async () => (await navigator.serviceWorker.ready).waiting === null);
    await expect.poll(waiting).toBe(true);
    await expect(toast).toBeHidden();
  } finally {
    await before.close();
  }
});

test('a push becomes a notice', async ({ page, context }) => {
  const origin = new URL(process.env['PRODUCT_URL'] ?? '').origin;
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (ours !== undefined) resolve(ours.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await page.goto('/deals');
  await workerInCharge(page);
  // A headless browser never grants permission for notifications, so the test records what would be
  // shown.
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => {
    const noted: unknown[] = [];
    Object.assign(globalThis, { noted });
    Object.assign(Reflect.get(globalThis, 'registration'), {
      showNotification: async (...what: unknown[]) => void noted.push(what),
    });
  });
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data: JSON.stringify({
      title: 'Cheaper: Mountain bicycle',
      body: '€321.76 → €199',
      path: '/deals/7',
      tag: 'deal-7',
    }),
  });
  const noted = () => worker?.evaluate((): unknown => Reflect.get(globalThis, 'noted'));
  await expect.poll(noted).toEqual([
    [
      'Cheaper: Mountain bicycle',
      expect.objectContaining({
        body: '€321.76 → €199',
        tag: 'deal-7',
        data: { path: '/deals/7' },
      }),
    ],
  ]);
});

test('the browser can install the product', async ({ page, context }) => {
  await page.goto('/deals');
  await workerInCharge(page);
  const devtools = await context.newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Izgodno', lang: 'en' });
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);

  for (const [name, side] of icons) {
    const size = await page.evaluate(async (file) => {
      const image = new Image();
      image.src = `/icons/${file}.png`;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, name);
    expect([name, ...size]).toEqual([name, side, side]);
  }
});

/** The texts of the messages that the browser has stored. */
const storedTexts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<readonly string[]>((resolve) => {
        const opening = indexedDB.open('izgodno-chat');
        opening.addEventListener('success', () => {
          const database = opening.result;
          const reading = database.transaction('logs').objectStore('logs').getAll();
          reading.addEventListener('success', () => {
            database.close();
            const logs: { readonly messages: readonly { readonly text: string }[] }[] =
              reading.result;
            resolve(logs.flatMap(({ messages }) => messages.map(({ text }) => text)));
          });
        });
      }),
  );

test('without a connection the chat can be read and searched, and goes on by itself', async ({
  page,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(SERVER_UNAVAILABLE, /FetchEvent|ERR_INTERNET_DISCONNECTED/);
  await openAsMember(page, '/chat');
  const word = `tent${randomUUID().slice(0, 8)}`;
  await write(page, `The ${word} is in the attic`);
  await expect(messages(page).getByText(word)).toBeVisible();
  await workerInCharge(page);
  await expect
    .poll(() => storedTexts(page), { timeout: 30_000 })
    .toContain(`The ${word} is in the attic`);
  const worker = await (await page.request.get('/service-worker.js')).text();
  const files = worker.match(/\/assets\/[\w.-]+\.js/g);
  await expect
    .poll(async () => Object.values(await storedUrls(page)).flat(), { timeout: 30_000 })
    .toEqual(expect.arrayContaining(files ?? []));

  await context.setOffline(true);
  await page.reload();
  await expect(messages(page).getByText(word)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Search messages' }).click();
  await page.getByRole('searchbox', { name: 'Words' }).fill(word.slice(0, 8));
  await expect(page.getByText('1 message found', { exact: true })).toBeVisible();
  await expect(page.getByText(/^No connection: only the messages stored/)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).last().click();

  // The code of the lists is stored, too, although none was opened.
  for (const list of ['saved', 'threads', 'search']) {
    await page.goto(`/chat/${list}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.getByRole('searchbox').fill(word.slice(0, 8));
  await expect(page.getByText(/^No connection: only the messages stored/)).toBeVisible();
  await page.getByRole('region', { name: 'Messages' }).getByRole('link').click();
  await expect(messages(page).getByText(word)).toBeVisible();

  // Both languages are stored.
  await chooseLanguage(page, 'bg');
  await expect(page.getByRole('region', { name: 'Съобщения' })).toContainText(word);
  await expect(page.getByRole('button', { name: 'Търсене в съобщенията' })).toBeVisible();
  await chooseLanguage(page, 'en');
  await write(page, `Written without a connection: ${word}`);

  await context.setOffline(false);
  await expect(
    messages(page)
      .getByRole('article')
      .filter({ hasText: `connection: ${word}` }),
  ).toBeVisible();
  await expect
    .poll(() => storedTexts(page), { timeout: 30_000 })
    .toContain(`Written without a connection: ${word}`);

  // Requests pending at sign-out are rejected.
  expectedConsole.push(/401 \(Unauthorized\)/);
  await signOut(page);
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain('izgodno-chat');
});

test('a server that does not answer the worker keeps no page waiting', async ({
  page,
  context,
}) => {
  // The page has its deals; only the worker asks for them, when it stores the open pages.
  await context.route('**/api/deals', () => new Promise(() => {}));
  await page.goto('/deals');
  await expect(dealCards(page)).toHaveCount(24);
  await workerInCharge(page);
  await page.reload();
  await expect(dealCards(page)).toHaveCount(24);
});

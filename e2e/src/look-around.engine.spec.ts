import { expect } from '@playwright/test';
import { test } from './engines/engine-journey.ts';
import { startSlowUplink } from './engines/slow-uplink.ts';
import { the, type Visitor } from './engines/visitor.ts';

const BICYCLE = /велосипед|колело|bicycle|bike/i;

const heading = (name: string | RegExp) => the('heading', name);
const deals = the('list', 'Deals');
const cards = the('article', undefined, deals);
const links = the('link', undefined, cards);
const resultLine = the('status', undefined, the('main'));

/** Waits for a new list, and returns the number of its deals. */
const resultCount = async (visitor: Visitor, than?: number): Promise<number> => {
  let count = Number.NaN;
  await visitor.until(`a number of deals other than ${than}`, async () => {
    const line = /^([\d,]+) deals?$/.exec((await visitor.texts(resultLine))[0] ?? '');
    count = Number(line?.[1]?.replaceAll(',', ''));
    return Number.isInteger(count) && count !== than;
  });
  return count;
};

/** The first price of each card, in euro. */
const euroPrices = async (visitor: Visitor): Promise<readonly number[]> =>
  (await visitor.texts(cards)).map((text) =>
    Number(/€([\d,]+(?:\.\d\d)?)/.exec(text)?.[1]?.replaceAll(',', '')),
  );

const untilWorkerActive = (visitor: Visitor): Promise<void> =>
  visitor.until('an active service worker', async () => {
    const state = await visitor.run(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return String(registration?.active?.state);
    });
    if (state !== 'activated') throw new Error(`The service worker is ${state}`);
    return true;
  });

test('a search, filters, a deal, and the way back', async ({ arrive }) => {
  const visitor = await arrive();
  await visitor.open('/deals');
  const all = await resultCount(visitor);
  await visitor.fill(the('combobox', 'Search deals'), 'велосипед');
  await visitor.key('Enter');
  await visitor.see(heading('Results for “велосипед”'));
  const bicycles = await resultCount(visitor, all);
  for (const title of await visitor.texts(links)) expect(title).toMatch(BICYCLE);

  const isNew = the('checkbox', /^New [\d,]+$/, the('list', 'Condition'));
  await visitor.press(isNew);
  const newBicycles = await resultCount(visitor, bicycles);
  await visitor.fill(the('textbox', 'From, €'), '300');
  await visitor.press(the('button', 'Apply'));
  const dearer = await resultCount(visitor, newBicycles);
  expect(dearer).toBeLessThan(newBicycles);
  await visitor.choose(the('combobox', 'Sort by'), 'Price: low to high');
  await visitor.at(/^\/deals\?q=.+&condition=new&minPrice=300&sort=price_asc$/);
  await visitor.see(the('button', /^Remove/, the('list', 'Active filters')), 2);

  // The list of before stays until the next one has come.
  await visitor.until('the deals in the order of their prices', async () => {
    const prices = await euroPrices(visitor);
    return prices.length > 0 && String(prices) === String(prices.toSorted((a, b) => a - b));
  });

  const last = { ...links, rank: 6 };
  const title = await visitor.text(last);
  await visitor.press(last);
  await visitor.see(heading(title));
  await visitor.back();
  await visitor.see(heading('Results for “велосипед”'));
  expect(await resultCount(visitor)).toBe(dearer);
  await visitor.until('the focus on the same deal', async () => {
    return (await visitor.run(() => document.activeElement?.textContent ?? '')) === title;
  });
  await visitor.back();
  await visitor.back();
  expect(await resultCount(visitor, dearer)).toBe(newBicycles);
  await visitor.until('the filter of the page before', async () => {
    return (await visitor.property(isNew, 'checked')) === 'true';
  });
});

test('the language and the theme change at once and stay', async ({ arrive }) => {
  const visitor = await arrive();
  const background = () => visitor.run(() => getComputedStyle(document.body).backgroundColor);
  await visitor.open('/deals');
  await visitor.press(the('button', 'БГ, Български'));
  await visitor.see(heading('Оферти'));
  expect(await visitor.run(() => `${document.documentElement.lang} ${document.title}`)).toBe(
    'bg Оферти - Izgodno',
  );
  const light = await background();
  await visitor.press(the('button', 'Тъмна тема'));
  await visitor.until('another background', async () => (await background()) !== light);
  const dark = await background();
  // Before the reload, because WebKitGTK may lose a worker whose page reloads while it is installed.
  await untilWorkerActive(visitor);
  // A first visit has no older version to leave.
  expect(await visitor.texts(the('button', 'Презареждане'))).toEqual([]);
  await visitor.reload();
  await visitor.see(heading('Оферти'));
  expect(await background()).toBe(dark);
  await visitor.press(the('button', 'EN, English'));
  await visitor.see(heading('Oferti'));
});

test('the deals seen last are there without a connection', async ({ arrive }) => {
  const connection = await startSlowUplink(process.env['PRODUCT_URL'] ?? '', Infinity);
  const visitor = await arrive(connection.url);
  await visitor.open('/deals');
  await untilWorkerActive(visitor);
  const shown = await visitor.see(links);
  await connection.close();
  await visitor.reload();
  await visitor.see(links, shown.length);
});

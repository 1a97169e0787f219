import { expect, test } from 'vitest';
import { currentLocation } from './location.ts';

/** As if the browser had loaded the current entry: the module runs again. Returns the entry's state. */
const load = async (): Promise<unknown> => {
  await import(/* @vite-ignore */ `./location.ts?load=${crypto.randomUUID()}`);
  return history.state;
};

test('each typed URL is an entry of its own, also after a reload', async () => {
  history.pushState(null, '', '/deals');
  const first = await load();
  history.pushState(null, '', '/trending');
  const second = await load();
  expect(first).not.toBeNull();
  expect(second).not.toEqual(first);
  expect(await load()).toEqual(second);
});

test('an entry that the browser adds for a part of the page has its own key, and stays there', async () => {
  const { key } = currentLocation();
  const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  location.hash = 'part';
  await arrived;
  expect(currentLocation().key).not.toBe(key);
  expect(currentLocation().keepsScroll).toBe(true);
});

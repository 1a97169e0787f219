import { expect, test } from 'vitest';
import { tabStorage } from '#shared/storage.ts';
import { createEntryMemory } from './entry-memory.ts';
import { currentLocation, navigate } from './location.ts';

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

test('what the last hundred entries remember survives a reload', () => {
  const memory = createEntryMemory('a-memory');
  for (let entry = 0; entry < 102; entry += 1) memory.set(`${entry}`, 'once');
  memory.set('0', 'twice');
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  const reloaded = createEntryMemory('a-memory');
  const remembered = ['0', '1', '2', '3', '101'].map((entry) => reloaded.get(entry));
  expect(remembered).toEqual(['twice', undefined, undefined, 'once', 'once']);
});

test.each(['no JSON', '{}', '[1, ["entry"], ["entry", 7]]'])(
  'a memory that cannot be read is empty: %s',
  (stored) => {
    tabStorage.setItem('a-memory', stored);
    expect(createEntryMemory('a-memory').get('entry')).toBeUndefined();
  },
);

test('an entry has only the state with which it was opened', () => {
  navigate('/deals/7', { state: { fromDeals: true } });
  expect(currentLocation().state).toEqual({ fromDeals: true });
  navigate('/deals/8');
  expect(currentLocation().state).toEqual({});
});

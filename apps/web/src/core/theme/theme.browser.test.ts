import { afterEach, beforeEach, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import {
  chooseTheme,
  storedThemeChoice,
  THEME_KEY,
  themeChoiceStore,
  themeStore,
} from './theme.ts';

const metas: HTMLMetaElement[] = [];

const system = async (value: 'light' | 'dark' | ''): Promise<void> => {
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-color-scheme', value }],
  });
};

beforeEach(() => {
  for (const theme of ['light', 'dark']) {
    const meta = document.createElement('meta');
    meta.name = 'theme-color';
    meta.dataset['theme'] = theme;
    metas.push(meta);
    document.head.append(meta);
  }
});

afterEach(async () => {
  for (const meta of metas.splice(0)) meta.remove();
  chooseTheme('system');
  await system('');
});

const media = (): readonly string[] => metas.map((meta) => meta.media);

test.each([
  [null, 'system'],
  ['light', 'light'],
  ['dark', 'dark'],
  ['system', 'system'],
  ['sepia', 'system'],
] as const)('the stored choice %s is %s', (stored, choice) => {
  if (stored === null) localStorage.removeItem(THEME_KEY);
  else localStorage.setItem(THEME_KEY, stored);
  expect(storedThemeChoice()).toBe(choice);
});

test('a chosen theme holds against the system, whose own comes back with that choice', async () => {
  await system('dark');
  await expect.poll(themeStore.get).toBe('dark');
  chooseTheme('light');
  expect([themeStore.get(), document.documentElement.dataset['theme']]).toEqual(['light', 'light']);
  expect(media()).toEqual(['all', 'not all']);
  chooseTheme('system');
  expect([themeStore.get(), themeChoiceStore.get()]).toEqual(['dark', 'system']);
  expect(document.documentElement.dataset['theme']).toBe('system');
  expect(media()).toEqual(['not all', 'all']);
  await system('light');
  await expect.poll(themeStore.get).toBe('light');
  expect(media()).toEqual(['all', 'not all']);
});

import { afterAll, beforeEach, expect, test } from 'vitest';
import { followOtherTabs } from './follow-other-tabs.ts';
import { chooseLanguage, currentLanguage } from './language/language.ts';
import { chooseTheme, themeStore } from './theme/theme.ts';

const otherTab = document.createElement('iframe');

/** Stores a value as another tab does, of which this one gets an event. */
const store = (key: string, value: string): void =>
  otherTab.contentWindow?.localStorage.setItem(key, value);

beforeEach(async () => {
  await chooseLanguage('en');
  chooseTheme('light');
});

afterAll(() => {
  otherTab.remove();
  localStorage.clear();
});

document.body.append(otherTab);
followOtherTabs();

test('a theme chosen in another tab', async () => {
  store('theme-mode', 'dark');
  await expect.poll(themeStore.get).toBe('dark');
});

test('a language chosen in another tab', async () => {
  store('preferred-language', 'bg');
  await expect.poll(() => currentLanguage().code).toBe('bg');
});

test('a language that another tab only detected stays there', async () => {
  localStorage.removeItem('language-manually-selected');
  store('preferred-language', 'bg');
  store('theme-mode', 'dark');
  // Events arrive in order.
  await expect.poll(themeStore.get).toBe('dark');
  expect(currentLanguage().code).toBe('en');
});

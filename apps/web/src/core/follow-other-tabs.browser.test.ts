import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
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

test('the first language that is chosen, in another tab', async () => {
  localStorage.clear();
  // A tab in another process sees each value from its event on. This frame is in the same process.
  const seen = new Map<string, string>();
  const see = ({ key, newValue }: StorageEvent): void => {
    if (key !== null && newValue !== null) seen.set(key, newValue);
  };
  window.addEventListener('storage', see, { capture: true });
  const read = vi
    .spyOn(Storage.prototype, 'getItem')
    .mockImplementation((key) => seen.get(key) ?? null);
  onTestFinished(() => {
    window.removeEventListener('storage', see, { capture: true });
    read.mockRestore();
  });
  const script = document.createElement('script');
  script.type = 'module';
  // The test runner wraps each import of a module by this object.
  script.textContent = `
    globalThis.__vitest_browser_runner__ = parent.__vitest_browser_runner__;
    const { chooseLanguage } = await import('${import.meta.resolve('./language/language.ts')}');
    await chooseLanguage('bg');`;
  otherTab.contentDocument?.body.append(script);
  await expect.poll(() => [...seen.keys()]).toHaveLength(2);
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

test('what another tab chose before this one began to follow it', async () => {
  // Without an event, because this window stores them itself.
  localStorage.setItem('theme-mode', 'dark');
  localStorage.setItem('preferred-language', 'bg');
  followOtherTabs();
  expect(themeStore.get()).toBe('dark');
  await expect.poll(() => currentLanguage().code).toBe('bg');
});

import { sharedStorage } from '#shared/storage.ts';
import { createStore } from '#shared/store.ts';

/** Storage key of the chosen theme (specification, section 1); absent or `system` while that decides. */
export const THEME_KEY = 'theme-mode';

export type Theme = 'light' | 'dark';
export type ThemeChoice = Theme | 'system';

export const storedThemeChoice = (): ThemeChoice => {
  const stored = sharedStorage.getItem(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
};

const system = matchMedia('(prefers-color-scheme: dark)');

export const themeChoiceStore = createStore(storedThemeChoice());

const currentTheme = (): Theme => {
  const choice = themeChoiceStore.get();
  return choice === 'system' ? (system.matches ? 'dark' : 'light') : choice;
};

export const themeStore = createStore(currentTheme());

const show = (): void => {
  const theme = currentTheme();
  // The browser frame has the header's colour. For a stored choice, the page's own script sets it
  // before this.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    meta.media = meta.dataset['theme'] === theme ? 'all' : 'not all';
  themeStore.set(theme);
};

system.addEventListener('change', show);

export const chooseTheme = (choice: ThemeChoice): void => {
  sharedStorage.setItem(THEME_KEY, choice);
  document.documentElement.dataset['theme'] = choice;
  themeChoiceStore.set(choice);
  show();
};

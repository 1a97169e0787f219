import { sharedStorage } from '#shared/storage.ts';
import { createStore } from '#shared/store.ts';

/** Storage key of the chosen theme (specification, section 1); absent while the system decides. */
const THEME_KEY = 'theme-mode';

export type Theme = 'light' | 'dark';

/** The stored choice, else the system's preference. */
export const resolveTheme = (stored: string | null, systemIsDark: boolean): Theme =>
  stored === 'light' || stored === 'dark' ? stored : systemIsDark ? 'dark' : 'light';

const system = matchMedia('(prefers-color-scheme: dark)');

export const themeStore = createStore<Theme>(
  resolveTheme(sharedStorage.getItem(THEME_KEY), system.matches),
);

system.addEventListener('change', () =>
  themeStore.set(resolveTheme(sharedStorage.getItem(THEME_KEY), system.matches)),
);

export const chooseTheme = (theme: Theme): void => {
  sharedStorage.setItem(THEME_KEY, theme);
  document.documentElement.dataset['theme'] = theme;
  // The browser frame has the header's colour. For a stored choice, the page's own script sets it
  // before this.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    meta.media = meta.dataset['theme'] === theme ? 'all' : 'not all';
  themeStore.set(theme);
};

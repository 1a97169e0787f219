import {
  getSettings,
  updateSettings,
  type PersonalSettings,
} from '@izgodno/contract/profiles/calls';
import { api } from '#core/api/api.ts';
import { secondaryAmountStore, showSecondaryAmount } from '#core/format/secondary-amount.ts';
import {
  chooseLanguage,
  currentLanguage,
  isLanguageChosen,
  onLanguageChange,
} from '#core/language/language.ts';
import { chooseTheme, themeStore } from '#core/theme/theme.ts';

type Choices = Partial<Pick<PersonalSettings, 'language' | 'theme' | 'showLev'>>;

/** The language if the user chose it; a detected one depends on the place and is not shared. */
const chosenLanguage = (): Choices =>
  isLanguageChosen() ? { language: currentLanguage().code } : {};

/** The theme if the user chose it; the system's preference is not shared with other devices. */
const chosenTheme = (): Choices => {
  const theme = themeStore.get();
  return document.documentElement.dataset['theme'] === theme ? { theme } : {};
};

/** Applies the choices of another device to this one. */
const apply = async ({ language, theme, showLev }: Choices): Promise<void> => {
  if (theme !== undefined && theme !== null && theme !== themeStore.get()) chooseTheme(theme);
  if (showLev !== undefined) showSecondaryAmount(showLev);
  if (language !== undefined && language !== null && language !== currentLanguage().code)
    await chooseLanguage(language);
};

/**
 * Synchronises the user's language, theme and currency across devices. If loading or storing fails,
 * the choices stay local. Returns a function that ends it.
 */
export const followSettings = (): (() => void) => {
  const signal = new AbortController();
  let known: Choices | null = null;
  /** Choices made here before the stored ones loaded; they have priority. */
  let early: Choices = {};

  const send = async (changes: Choices): Promise<void> => {
    await api.call(updateSettings, { body: changes });
  };

  const choose = (changes: Choices): void => {
    if (known === null) {
      early = { ...early, ...changes };
      return;
    }
    const before: Choices = known;
    known = { ...known, ...changes };
    const isNew =
      ('language' in changes && changes.language !== before.language) ||
      ('theme' in changes && changes.theme !== before.theme) ||
      ('showLev' in changes && changes.showLev !== before.showLev);
    if (isNew) send(changes).catch(() => undefined);
  };

  const start = async (): Promise<void> => {
    const { settings } = await api.call(getSettings, {}, signal.signal);
    const { language, theme, showLev } = { ...settings, ...early };
    known = { language, theme, showLev };
    if (Object.keys(early).length > 0) send(early).catch(() => undefined);
    await apply(known);
  };

  const stops = [
    onLanguageChange(() => choose(chosenLanguage())),
    themeStore.subscribe(() => choose(chosenTheme())),
    secondaryAmountStore.subscribe(() => choose({ showLev: secondaryAmountStore.get() })),
  ];
  start().catch(() => undefined);
  return () => {
    signal.abort();
    for (const stop of stops) stop();
  };
};

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

/** The language where a person has chosen it; a detected one is that of the place one is at. */
const chosenLanguage = (): Choices =>
  isLanguageChosen() ? { language: currentLanguage().code } : {};

/** The theme where a person has chosen it; the system's is no choice to carry to other devices. */
const chosenTheme = (): Choices => {
  const theme = themeStore.get();
  return document.documentElement.dataset['theme'] === theme ? { theme } : {};
};

/** Shows on this device what was chosen on another. */
const apply = async ({ language, theme, showLev }: Choices): Promise<void> => {
  if (theme !== undefined && theme !== null && theme !== themeStore.get()) chooseTheme(theme);
  if (showLev !== undefined) showSecondaryAmount(showLev);
  if (language !== undefined && language !== null && language !== currentLanguage().code)
    await chooseLanguage(language);
};

/**
 * Has choices of language, theme and currency follow the person who is signed in from device to
 * device. What cannot be fetched or stored stays a matter of this device. Returns the function that
 * ends it.
 */
export const followSettings = (): (() => void) => {
  const signal = new AbortController();
  let known: Choices | null = null;
  /** Chosen here before it was known what was chosen elsewhere: that goes first. */
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

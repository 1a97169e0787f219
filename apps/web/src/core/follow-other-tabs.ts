import {
  chooseLanguage,
  currentLanguage,
  isLanguageChosen,
  LANGUAGE_KEY,
} from '#core/language/language.ts';
import { sharedStorage } from '#shared/storage.ts';
import { chooseTheme, storedThemeChoice, THEME_KEY, themeChoiceStore } from '#core/theme/theme.ts';

const followLanguage = (code: string | null): void => {
  // A language that another tab detected is not the user's choice.
  if (code !== null && isLanguageChosen()) void chooseLanguage(code);
};

/** Applies the language and the theme that the user chooses in another tab. */
export const followOtherTabs = (): void => {
  // Fires only in the tabs that did not store the value themselves.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME_KEY) chooseTheme(storedThemeChoice());
    if (key === LANGUAGE_KEY) followLanguage(newValue);
  });
  // What was chosen while this page loaded.
  if (storedThemeChoice() !== themeChoiceStore.get()) chooseTheme(storedThemeChoice());
  const stored = sharedStorage.getItem(LANGUAGE_KEY);
  if (stored !== currentLanguage().code) followLanguage(stored);
};

import { chooseLanguage, isLanguageChosen, LANGUAGE_KEY } from '#core/language/language.ts';
import { chooseTheme, storedThemeChoice, THEME_KEY } from '#core/theme/theme.ts';

/** Applies the language and the theme that the user chooses in another tab. */
export const followOtherTabs = (): void => {
  // Fires only in the tabs that did not store the value themselves.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME_KEY) chooseTheme(storedThemeChoice());
    // A language that another tab detected is not the user's choice.
    if (key === LANGUAGE_KEY && newValue !== null && isLanguageChosen())
      void chooseLanguage(newValue);
  });
};

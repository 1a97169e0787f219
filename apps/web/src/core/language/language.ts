import { setupI18n, type Messages } from '@lingui/core';
import { readStored, writeStored } from '#shared/storage.ts';
import { createStore, useStore } from '#shared/store.ts';
import type { en } from './catalogue/en.ts';
import { DEFAULT_LANGUAGE, detectLanguage, isLanguage, type LanguageCode } from './detect.ts';

/** Storage keys of the specification, section 9. */
const LANGUAGE_KEY = 'preferred-language';
const MANUAL_LANGUAGE_KEY = 'language-manually-selected';

/** Every text of the product has its key in the English catalogue. */
export type MessageKey = keyof typeof en;

/** The text of a key in the current language; a missing one shows the key. */
export type Translate = (
  key: MessageKey,
  values?: Readonly<Record<string, string | number>>,
) => string;

export interface CurrentLanguage {
  readonly code: LanguageCode;
  readonly t: Translate;
}

const catalogues = {
  en: async (): Promise<Messages> => (await import('./catalogue/en.ts')).en,
  bg: async (): Promise<Messages> => (await import('./catalogue/bg.ts')).bg,
};

// One instance per language, so that `t` changes its identity with the language and memoised
// components render anew.
const translator = (code: LanguageCode, messages: Messages): CurrentLanguage => {
  const i18n = setupI18n({ locale: code, messages: { [code]: messages } });
  return { code, t: (key, values) => i18n._(key, { ...values }) };
};

const store = createStore<CurrentLanguage>(translator(DEFAULT_LANGUAGE, {}));

const activate = async (code: LanguageCode): Promise<void> => {
  store.set(translator(code, await catalogues[code]()));
  document.documentElement.lang = code;
};

/** Loads the texts of the language that the browser's signs speak for. */
export const startLanguage = (): Promise<void> =>
  activate(
    detectLanguage({
      stored: readStored(LANGUAGE_KEY),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      browserLanguages: navigator.languages,
    }),
  );

/** Changes the language by a person's choice and remembers it. Unsupported codes are ignored. */
export const chooseLanguage = async (code: string): Promise<void> => {
  if (!isLanguage(code)) {
    console.warn(`Language ${code} is not supported`);
    return;
  }
  await activate(code);
  writeStored(LANGUAGE_KEY, code);
  writeStored(MANUAL_LANGUAGE_KEY, 'true');
};

export const currentLanguage = store.get;
/** Returns the function that ends the subscription. */
export const onLanguageChange = store.subscribe;
export const useLanguage = (): CurrentLanguage => useStore(store);

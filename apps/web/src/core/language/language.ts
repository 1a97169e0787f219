import type { LanguageCode } from '@izgodno/contract/common/language';
import { sharedStorage } from '#shared/storage.ts';
import { createStore, useStore } from '#shared/store.ts';
import { loadAreaTexts, loadStartTexts, type Area, type MessageKey } from './catalogue/areas.ts';
import { DEFAULT_LANGUAGE, detectLanguage, isLanguage } from './detect.ts';
import { createFormat, type Message, type MessageValues } from './format-message.ts';

export type { Area, MessageKey } from './catalogue/areas.ts';

/** Storage keys of the specification, section 9. */
const LANGUAGE_KEY = 'preferred-language';
const MANUAL_LANGUAGE_KEY = 'language-manually-selected';

/** The text of a key in the current language; a missing one shows the key. */
export type Translate = (key: MessageKey, values?: MessageValues) => string;

export interface CurrentLanguage {
  readonly code: LanguageCode;
  readonly t: Translate;
}

interface Translator {
  readonly language: CurrentLanguage;
  readonly texts: Map<string, Message>;
  /** The parts of the catalogue that were asked for, each once. */
  readonly parts: Map<Area | 'start', Promise<void>>;
}

const createTranslator = (code: LanguageCode): Translator => {
  const texts = new Map<string, Message>();
  const format = createFormat(code);
  return {
    language: { code, t: (key, values) => format(texts.get(key) ?? key, values) },
    texts,
    parts: new Map(),
  };
};

// One instance per language, so that `t` changes its identity with the language and memoised
// components render anew. Texts that come later do not change it: what shows them comes after them.
const translators: Readonly<Record<LanguageCode, Translator>> = {
  en: createTranslator('en'),
  bg: createTranslator('bg'),
};

const store = createStore<CurrentLanguage>(translators[DEFAULT_LANGUAGE].language);

const loadPart = (code: LanguageCode, part: Area | 'start'): Promise<void> => {
  const { texts, parts } = translators[code];
  const load = async (): Promise<void> => {
    const loaded = part === 'start' ? loadStartTexts[code]() : loadAreaTexts(code, part);
    for (const [key, text] of Object.entries(await loaded)) texts.set(key, text);
  };
  const known = parts.get(part) ?? load();
  parts.set(part, known);
  // What failed is asked for again the next time.
  known.catch(() => parts.delete(part));
  return known;
};

const wanted = new Set<Area>();

/** Loads the texts of an area, now and in every language chosen later. Throws where it cannot. */
export const loadArea = async (area: Area): Promise<void> => {
  wanted.add(area);
  let code: LanguageCode;
  do {
    ({ code } = store.get());
    await loadPart(code, area);
    // The language may have changed meanwhile.
  } while (code !== store.get().code);
};

/** Loads the texts that a language needs now. Throws where they cannot be had. */
const loadTexts = async (code: LanguageCode): Promise<void> => {
  let areas: number;
  do {
    areas = wanted.size;
    await Promise.all((['start', ...wanted] as const).map((part) => loadPart(code, part)));
    // Another page may have been opened meanwhile.
  } while (areas < wanted.size);
};

const show = (code: LanguageCode): void => {
  store.set(translators[code].language);
  document.documentElement.lang = code;
};

/** The code where the product speaks it; others are ignored with a warning (specification, section 5). */
const supported = (code: string | null): LanguageCode | null => {
  if (code === null || isLanguage(code)) return code;
  console.warn(`Language ${code} is not supported`);
  return null;
};

/** Whether a person has chosen the language by hand: it is then no longer detected. */
export const isLanguageChosen = (): boolean => sharedStorage.getItem(MANUAL_LANGUAGE_KEY) !== null;

/** How often a language was wanted: texts that come after a later wish are not shown. */
let wishes = 0;

const settle = async (code: LanguageCode): Promise<void> => {
  wishes += 1;
  const own = wishes;
  await loadTexts(code);
  if (own !== wishes) return;
  sharedStorage.setItem(LANGUAGE_KEY, code);
  show(code);
};

/** Asks which country the visitor is in. A failure leaves the present language. */
const locate = async (): Promise<void> => {
  try {
    const { locateLanguage } = await import('./locate.ts');
    const code = (await locateLanguage()) ?? store.get().code;
    // Somebody may have chosen one meanwhile.
    if (!isLanguageChosen()) await settle(code);
  } catch (error) {
    console.warn('The language could not be detected', error);
  }
};

/**
 * Loads the texts of the language that the signs of the browser and the address speak for, in the
 * order of the specification (section 4). Where only the visitor's country may tell, that is waited
 * for, which `onWait` is told of; a language known from an earlier visit stands meanwhile.
 */
export const startLanguage = async (onWait?: () => void): Promise<void> => {
  const stored = supported(sharedStorage.getItem(LANGUAGE_KEY));
  const detected = detectLanguage({
    stored,
    isChosen: isLanguageChosen(),
    asked: supported(new URLSearchParams(location.search).get('lang')),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    browserLanguages: navigator.languages,
  });
  if (detected !== null) return settle(detected);
  const present = stored ?? DEFAULT_LANGUAGE;
  await loadTexts(present);
  show(present);
  const located = locate();
  if (stored === null) {
    onWait?.();
    await located;
  }
};

/**
 * Changes the language by a person's choice and remembers it. Unsupported codes are ignored, and a
 * language whose texts cannot be had leaves the current one (specification, section 4).
 */
export const chooseLanguage = async (wanted: string): Promise<void> => {
  const code = supported(wanted);
  if (code === null) return;
  const before = store.get().code;
  // At once: who leaves the page while texts are on their way has chosen all the same.
  sharedStorage.setItem(LANGUAGE_KEY, code);
  sharedStorage.setItem(MANUAL_LANGUAGE_KEY, 'true');
  try {
    await settle(code);
  } catch (error) {
    // Another may have been chosen meanwhile.
    if (sharedStorage.getItem(LANGUAGE_KEY) === code) sharedStorage.setItem(LANGUAGE_KEY, before);
    console.warn(`The texts of language ${code} could not be loaded`, error);
  }
};

const isLoaded = (key: string): key is MessageKey => translators[store.get().code].texts.has(key);

/** The key where its text is loaded, else the other one. For keys that are put together. */
export const loadedKey = (key: string, otherwise: MessageKey): MessageKey =>
  isLoaded(key) ? key : otherwise;

export const currentLanguage = store.get;
/** Returns the function that ends the subscription. */
export const onLanguageChange = store.subscribe;
export const useLanguage = (): CurrentLanguage => useStore(store);

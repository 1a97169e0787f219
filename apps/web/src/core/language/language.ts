import { DEFAULT_LANGUAGE, type LanguageCode } from '@izgodno/contract/common/language';
import { sharedStorage } from '#shared/storage.ts';
import { createStore, useStore } from '#shared/store.ts';
import { loadTextsOf, type Area, type TextKey } from './texts/areas.ts';
import { detectLanguage, isLanguage } from './detect.ts';
import { createFormat, type Message, type MessageValues } from './format-message.ts';

export type { Area, TextKey } from './texts/areas.ts';

/** Storage keys of the specification, section 9. */
export const LANGUAGE_KEY = 'preferred-language';
const MANUAL_LANGUAGE_KEY = 'language-manually-selected';

/** Returns the text of a key in the current language; a missing text shows the key. */
export type Translate = (key: TextKey, values?: MessageValues) => string;

export interface CurrentLanguage {
  readonly code: LanguageCode;
  readonly t: Translate;
}

interface Translator {
  readonly language: CurrentLanguage;
  readonly texts: Map<string, Message>;
  /** The parts requested so far, each loaded once. */
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
// components render again. Texts that load later do not change it, because components that show
// them render later.
const translators: Readonly<Record<LanguageCode, Translator>> = {
  en: createTranslator('en'),
  bg: createTranslator('bg'),
};

const store = createStore<CurrentLanguage>(translators[DEFAULT_LANGUAGE].language);

const loadPart = (code: LanguageCode, part: Area | 'start'): Promise<void> => {
  const { texts, parts } = translators[code];
  const load = async (): Promise<void> => {
    for (const [key, text] of Object.entries(await loadTextsOf(code, part))) texts.set(key, text);
  };
  const known = parts.get(part) ?? load();
  parts.set(part, known);
  // A failed load is tried again on the next request.
  known.catch(() => parts.delete(part));
  return known;
};

const wanted = new Set<Area>();

/** Loads the texts of an area, now and in every language chosen later. Throws on failure. */
export const loadArea = async (area: Area): Promise<void> => {
  wanted.add(area);
  let code: LanguageCode;
  do {
    ({ code } = store.get());
    await loadPart(code, area);
    // Repeats if the language changed during the load.
  } while (code !== store.get().code);
};

/** Loads all texts that a language needs now. Throws if they cannot be loaded. */
const loadTexts = async (code: LanguageCode): Promise<void> => {
  let areas: number;
  do {
    areas = wanted.size;
    await Promise.all((['start', ...wanted] as const).map((part) => loadPart(code, part)));
    // Repeats if another page was opened during the load.
  } while (areas < wanted.size);
};

const show = (code: LanguageCode): void => {
  store.set(translators[code].language);
  document.documentElement.lang = code;
};

/**
 * Returns the code if the product supports it; ignores others with a warning (specification,
 * section 5).
 */
const supported = (code: string | null): LanguageCode | null => {
  if (code === null || isLanguage(code)) return code;
  console.warn(`Language ${code} is not supported`);
  return null;
};

/** Whether the user chose the language manually, which turns detection off. */
export const isLanguageChosen = (): boolean => sharedStorage.getItem(MANUAL_LANGUAGE_KEY) !== null;

/** Counts language changes. Texts that load after a later change are not shown. */
let wishes = 0;

const settle = async (code: LanguageCode): Promise<void> => {
  wishes += 1;
  const own = wishes;
  await loadTexts(code);
  if (own !== wishes) return;
  sharedStorage.setItem(LANGUAGE_KEY, code);
  show(code);
};

/** Asks for the visitor's country. On failure the current language stays. */
const locate = async (): Promise<void> => {
  try {
    const { locateLanguage } = await import('./locate.ts');
    const code = (await locateLanguage()) ?? store.get().code;
    // The user may have chosen a language during the request.
    if (!isLanguageChosen()) await settle(code);
  } catch (error) {
    console.warn('The language could not be detected', error);
  }
};

// A first `Intl.DateTimeFormat` loads locale data for some 10 ms, in the longest task of a page.
const timeZone = (): string =>
  'Temporal' in globalThis
    ? Temporal.Now.timeZoneId()
    : Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Detects the language by the browser's and the URL's signals, in the order of the specification
 * (section 4), and loads its texts. Waits for the country if only that can decide, and calls
 * `onWait` first. If a language is known from an earlier visit, shows that one and does not wait.
 */
export const startLanguage = async (onWait?: () => void): Promise<void> => {
  const stored = supported(sharedStorage.getItem(LANGUAGE_KEY));
  const detected = detectLanguage({
    stored,
    isChosen: isLanguageChosen(),
    asked: supported(new URLSearchParams(location.search).get('lang')),
    timeZone: timeZone(),
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
 * Changes the language by the user's choice and stores it. Ignores unsupported codes. Keeps the
 * current language if the texts cannot be loaded (specification, section 4).
 */
export const chooseLanguage = async (wanted: string): Promise<void> => {
  const code = supported(wanted);
  if (code === null) return;
  const before = store.get().code;
  // Stored at once, so that the choice holds even if the user leaves the page before the texts have
  // loaded.
  // The flag first: other tabs follow the language only if they know already that it was chosen.
  sharedStorage.setItem(MANUAL_LANGUAGE_KEY, 'true');
  sharedStorage.setItem(LANGUAGE_KEY, code);
  try {
    await settle(code);
  } catch (error) {
    // The user may have chosen another language during the load.
    if (sharedStorage.getItem(LANGUAGE_KEY) === code) sharedStorage.setItem(LANGUAGE_KEY, before);
    console.warn(`The texts of language ${code} could not be loaded`, error);
  }
};

const isLoaded = (key: string): key is TextKey => translators[store.get().code].texts.has(key);

/** Returns the key if its text is loaded, else the other one. For composed keys. */
export const loadedKey = (key: string, otherwise: TextKey): TextKey =>
  isLoaded(key) ? key : otherwise;

export const currentLanguage = store.get;
/** Returns a function that ends the subscription. */
export const onLanguageChange = store.subscribe;
export const useLanguage = (): CurrentLanguage => useStore(store);

import { DEFAULT_LANGUAGE, languages, type LanguageCode } from '@izgodno/contract/common/language';

/** The native name of each language. */
export const nativeNames = {
  en: 'English',
  bg: 'Български',
} as const satisfies Record<LanguageCode, string>;

/** Time zones that select a language (specification, section 9). */
const timeZones: Readonly<Record<LanguageCode, RegExp>> = {
  en: /^(America\/(New_York|Chicago|Denver|Los_Angeles|Toronto)|Europe\/London|Australia\/(Sydney|Melbourne))$/,
  bg: /^Europe\/(Sofia|Athens|Bucharest|Belgrade|Skopje|Podgorica|Sarajevo|Zagreb)$/,
};

export const isLanguage = (value: string): value is LanguageCode =>
  languages.some((code) => code === value);

export interface LanguageSigns {
  /** The language of the last visit. */
  readonly stored: LanguageCode | null;
  /** Whether the user chose it manually. */
  readonly isChosen: boolean;
  /** The language that the URL names. */
  readonly asked: LanguageCode | null;
  /** IANA name, such as Europe/Sofia. */
  readonly timeZone: string;
  /** BCP 47 tags, in order of preference. */
  readonly browserLanguages: readonly string[];
}

/**
 * Detects the language without a request: the manual choice, else the URL, the time zone, the first
 * supported browser language (specification, section 4). Null if only the visitor's country can
 * decide.
 */
export const detectLanguage = (signs: LanguageSigns): LanguageCode | null =>
  signs.isChosen
    ? (signs.stored ?? DEFAULT_LANGUAGE)
    : (signs.asked ??
      languages.find((code) => timeZones[code].test(signs.timeZone)) ??
      signs.browserLanguages
        .map((tag) => tag.split('-')[0]?.toLowerCase() ?? '')
        .find(isLanguage) ??
      null);

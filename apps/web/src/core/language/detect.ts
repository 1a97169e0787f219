import { languages, type LanguageCode } from '@izgodno/contract/common/language';

export const DEFAULT_LANGUAGE: LanguageCode = 'en';

/** What each language calls itself. */
export const nativeNames = {
  en: 'English',
  bg: 'Български',
} as const satisfies Record<LanguageCode, string>;

/** Time zones that speak for a language (specification, section 9). */
const timeZones: Readonly<Record<LanguageCode, RegExp>> = {
  en: /^(America\/(New_York|Chicago|Denver|Los_Angeles|Toronto)|Europe\/London|Australia\/(Sydney|Melbourne))$/,
  bg: /^Europe\/(Sofia|Athens|Bucharest|Belgrade|Skopje|Podgorica|Sarajevo|Zagreb)$/,
};

export const isLanguage = (value: string): value is LanguageCode =>
  languages.some((code) => code === value);

export interface LanguageSigns {
  /** The language of the last visit. */
  readonly stored: LanguageCode | null;
  /** Whether a person has chosen it by hand. */
  readonly isChosen: boolean;
  /** The language that the address names. */
  readonly asked: LanguageCode | null;
  /** IANA name, such as Europe/Sofia. */
  readonly timeZone: string;
  /** BCP 47 tags, most wanted first. */
  readonly browserLanguages: readonly string[];
}

/**
 * The language as far as it is known without asking anybody: the one chosen by hand, else the
 * address's, the time zone's, the first supported one of the browser (specification, section 4).
 * Null where only the visitor's country may tell.
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

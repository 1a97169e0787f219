export const languages = ['en', 'bg'] as const;
export type LanguageCode = (typeof languages)[number];

export const DEFAULT_LANGUAGE: LanguageCode = 'en';

export interface Language {
  readonly code: LanguageCode;
  readonly name: string;
  readonly nativeName: string;
  readonly flag: string;
}

export const languageRecords: Readonly<Record<LanguageCode, Language>> = {
  en: { code: 'en', name: 'English', nativeName: 'English', flag: '🇬🇧' },
  bg: { code: 'bg', name: 'Bulgarian', nativeName: 'Български', flag: '🇧🇬' },
};

/** Time zones that speak for a language (specification, section 9). */
const timeZones = {
  en: [
    'America/New_York',
    'America/Chicago',
    'America/Denver',
    'America/Los_Angeles',
    'America/Toronto',
    'Europe/London',
    'Australia/Sydney',
    'Australia/Melbourne',
  ],
  bg: [
    'Europe/Sofia',
    'Europe/Athens',
    'Europe/Bucharest',
    'Europe/Belgrade',
    'Europe/Skopje',
    'Europe/Podgorica',
    'Europe/Sarajevo',
    'Europe/Zagreb',
  ],
} as const satisfies Record<LanguageCode, readonly string[]>;

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
      languages.find((code) => timeZones[code].some((zone) => zone === signs.timeZone)) ??
      signs.browserLanguages
        .map((tag) => tag.split('-')[0]?.toLowerCase() ?? '')
        .find(isLanguage) ??
      null);

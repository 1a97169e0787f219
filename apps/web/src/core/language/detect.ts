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
const timeZones: Readonly<Record<string, LanguageCode>> = {
  'Europe/Sofia': 'bg',
  'Europe/Athens': 'bg',
  'Europe/Bucharest': 'bg',
  'Europe/Belgrade': 'bg',
  'Europe/Skopje': 'bg',
  'Europe/Podgorica': 'bg',
  'Europe/Sarajevo': 'bg',
  'Europe/Zagreb': 'bg',
  'America/New_York': 'en',
  'America/Chicago': 'en',
  'America/Denver': 'en',
  'America/Los_Angeles': 'en',
  'America/Toronto': 'en',
  'Europe/London': 'en',
  'Australia/Sydney': 'en',
  'Australia/Melbourne': 'en',
};

export const isLanguage = (value: string): value is LanguageCode =>
  languages.some((code) => code === value);

export interface LanguageSigns {
  /** What lies under the key of a stored choice. */
  readonly stored: string | null;
  /** IANA name, such as Europe/Sofia. */
  readonly timeZone: string;
  /** BCP 47 tags, most wanted first. */
  readonly browserLanguages: readonly string[];
}

/**
 * The language to begin with: a stored choice, else the time zone's, else the first supported one
 * of the browser, else English (specification, section 4).
 */
export const detectLanguage = ({
  stored,
  timeZone,
  browserLanguages,
}: LanguageSigns): LanguageCode => {
  if (stored !== null && isLanguage(stored)) return stored;
  const ofZone = timeZones[timeZone];
  if (ofZone !== undefined) return ofZone;
  for (const tag of browserLanguages) {
    const code = tag.slice(0, 2).toLowerCase();
    if (isLanguage(code)) return code;
  }
  return DEFAULT_LANGUAGE;
};

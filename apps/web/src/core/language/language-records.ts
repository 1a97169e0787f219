import type { LanguageCode } from '@izgodno/contract/common/language';
import { nativeNames } from './detect.ts';

/** A language as users choose it (specification, section 3). */
export interface Language {
  readonly code: LanguageCode;
  readonly name: string;
  readonly nativeName: string;
  readonly flag: string;
}

export const languageRecords: Readonly<Record<LanguageCode, Language>> = {
  en: { code: 'en', name: 'English', nativeName: nativeNames.en, flag: '🇬🇧' },
  bg: { code: 'bg', name: 'Bulgarian', nativeName: nativeNames.bg, flag: '🇧🇬' },
};

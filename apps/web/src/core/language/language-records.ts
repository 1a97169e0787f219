import type { LanguageCode } from '@izgodno/contract/common/language';
import { nativeNames } from './detect.ts';
import britishFlag from './flags/en.svg?inline';
import bulgarianFlag from './flags/bg.svg?inline';

/** A language as users choose it (specification, section 3). */
export interface Language {
  readonly code: LanguageCode;
  readonly name: string;
  readonly nativeName: string;
  /** Address of a picture: the flag characters of fonts are missing on many machines. */
  readonly flag: string;
}

export const languageRecords: Readonly<Record<LanguageCode, Language>> = {
  en: { code: 'en', name: 'English', nativeName: nativeNames.en, flag: britishFlag },
  bg: { code: 'bg', name: 'Bulgarian', nativeName: nativeNames.bg, flag: bulgarianFlag },
};

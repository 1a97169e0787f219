import { DEFAULT_LANGUAGE, type LanguageCode } from '@izgodno/contract/common/language';

/** The language in which a user is written to: their choice, else that of their browser. */
export const mailLanguageOf = (user: {
  readonly chosen: LanguageCode | null;
  readonly browser: LanguageCode | null;
}): LanguageCode => user.chosen ?? user.browser ?? DEFAULT_LANGUAGE;

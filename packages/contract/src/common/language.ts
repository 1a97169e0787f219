/** Languages of the product (specification, section 3). */
export const languages = ['en', 'bg'] as const;
export type LanguageCode = (typeof languages)[number];
/** The language of a person who has chosen none, and whose browser asks for neither. */
export const DEFAULT_LANGUAGE: LanguageCode = 'en';

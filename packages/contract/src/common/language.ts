/** Languages of the product (specification, section 3). */
export const languages = ['en', 'bg'] as const;
export type LanguageCode = (typeof languages)[number];

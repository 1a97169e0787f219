import { loadedKey, type TextKey } from '#core/language/language.ts';

/** The text of a source's error, by the server's code. */
export const sourceErrorText = (code: string): TextKey =>
  loadedKey(`sources.error.${code}`, 'sources.error.other');

/** The text of a rejection's reason, by the server's code. */
export const reasonText = (code: string): TextKey =>
  loadedKey(`sources.reason.${code}`, 'sources.reason.other');

/** The text of a source's kind, by the name of its connector. */
export const kindText = (kind: string): TextKey =>
  loadedKey(`sources.kind.${kind}`, 'sources.kind.other');

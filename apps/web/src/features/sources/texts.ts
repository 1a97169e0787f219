import { loadedKey, type MessageKey } from '#core/language/language.ts';

/** What is wrong with a source, by the code that the server gives. */
export const faultText = (code: string): MessageKey =>
  loadedKey(`operations.fault.${code}`, 'operations.fault.other');

/** Why a row was rejected, by the code that the server gives. */
export const reasonText = (code: string): MessageKey =>
  loadedKey(`operations.reason.${code}`, 'operations.reason.other');

/** What reads a source, by the name of its connector. */
export const kindText = (kind: string): MessageKey =>
  loadedKey(`operations.kind.${kind}`, 'operations.kind.other');

/** Escapes a text for use in a LIKE pattern. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

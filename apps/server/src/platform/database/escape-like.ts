/** A text as it stands within the pattern of a LIKE, meaning itself. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

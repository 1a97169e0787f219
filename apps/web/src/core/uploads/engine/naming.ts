/** Maximum length of an id that the server accepts. */
const MAX_ID_LENGTH = 200;

/** `upload_{messageId}_{index}` (specification, section 9). */
export const uploadId = (messageId: string, index: number): string =>
  `upload_${messageId}_${index}`;

/**
 * Message id, index, the file name reduced to letters and digits, and size (specification, section
 * 9).
 */
export const placeholderId = (
  messageId: string,
  index: number,
  { name, size }: { readonly name: string; readonly size: number },
): string => {
  const rest = `${messageId}_${index}__${size}`;
  const letters = name.replaceAll(/[^\p{L}\p{N}]/gu, '').slice(0, MAX_ID_LENGTH - rest.length);
  return `${messageId}_${index}_${letters}_${size}`;
};

/** The value of a JSON text; undefined if it is invalid, which schemas then reject too. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Like `parseJson`, for what a server sends. The specification also calls an id `_id`, and the time
 * of creation `created_at` (section 3). In a text inside JSON the quotes are escaped, so only keys
 * are renamed.
 */
export const parsePayload = (text: string): unknown =>
  parseJson(text.replaceAll('"_id":', '"id":').replaceAll('"created_at":', '"createdAt":'));

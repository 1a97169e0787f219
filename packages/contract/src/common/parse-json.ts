/** The value of a JSON text; undefined if it is invalid, which schemas then reject too. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The value of a JSON text, undefined where it is none: a schema then refuses both alike. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A part of a URL as plain text; as it is if it is not percent-encoded. */
export const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

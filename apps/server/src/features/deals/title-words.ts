/** The words of a title that can be compared with another's: of two characters or more, in lower case. */
export const titleWords = (title: string): ReadonlySet<string> =>
  new Set(title.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu));

/** What a server said of an answer, verbatim, to be asked with next time. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/**
 * The validators of one reading. What came with answers is only kept once the reading succeeded:
 * otherwise "not modified" would be said of something that never reached the catalogue.
 */
export interface ReadingValidators {
  headersFor(url: string): Readonly<Record<string, string>>;
  note(url: string, headers: Headers): void;
  /** Of the addresses that were answered anew. */
  readonly noted: ReadonlyMap<string, Validators>;
}

export const createReadingValidators = (
  stored: ReadonlyMap<string, Validators>,
): ReadingValidators => {
  const noted = new Map<string, Validators>();
  return {
    headersFor(url) {
      const { etag = null, lastModified = null } = stored.get(url) ?? {};
      return {
        ...(etag === null ? {} : { 'if-none-match': etag }),
        ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
      };
    },
    note(url, headers) {
      noted.set(url, { etag: headers.get('etag'), lastModified: headers.get('last-modified') });
    },
    noted,
  };
};

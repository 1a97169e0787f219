/** A response's validators, sent back verbatim with the next request. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/**
 * The validators of one reading. New ones are stored only if the reading succeeds; otherwise a
 * later "not modified" would hide data that was never applied.
 */
export interface ReadingValidators {
  headersFor(url: string): Readonly<Record<string, string>>;
  note(url: string, headers: Headers): void;
  /** By URL, of responses with a body. */
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

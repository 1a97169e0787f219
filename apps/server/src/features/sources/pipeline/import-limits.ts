/** Limits of an import. Real exports reach 1.2 million rows and several GB. */
export interface ImportLimits {
  /** Bytes of a feed after decompression. */
  readonly maxFeedBytes: number;
  /** Decompressed to compressed bytes; XML feeds stay under 50, a bomb reaches 1,000. */
  readonly maxCompressionRatio: number;
  /** Decompressed bytes before the ratio is checked. */
  readonly ratioGraceBytes: number;
  /** Characters of one field, tag or comment. */
  readonly maxFieldLength: number;
  /** Characters of one record with all its fields. */
  readonly maxRecordLength: number;
  /** Also limits the memory of the set that finds duplicates: 16 bytes a row. */
  readonly maxRows: number;
}

export const importLimits: ImportLimits = {
  maxFeedBytes: 32 * 2 ** 30,
  maxCompressionRatio: 250,
  ratioGraceBytes: 16 * 2 ** 20,
  maxFieldLength: 2 ** 20,
  maxRecordLength: 2 ** 21,
  maxRows: 5_000_000,
};

/** A feed that lost at least this many percent of its source's deals is rejected. */
export const SHRINK_LIMIT_PERCENT = 90;

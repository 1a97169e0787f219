import type * as z from 'zod/mini';
import type { SourceGroup } from '@izgodno/contract/deals/vocabulary';
import type { Clock } from '#platform/clock.ts';
import type { MappedDeal, Unavailability } from '#features/deals/api.ts';
import type { SourceHttp } from '../source-http.ts';
import type { ImportLimits } from './import-limits.ts';

export type RejectionReason =
  | 'id_missing'
  | 'id_too_long'
  | 'title_missing'
  | 'link_missing'
  | 'link_invalid'
  | 'price_missing'
  | 'price_invalid'
  | 'price_too_high'
  /** Negotiable, a gift or an exchange. */
  | 'price_open'
  | 'currency_unsupported'
  | 'availability_unknown'
  | 'condition_unknown'
  | 'place_invalid'
  | 'date_invalid'
  | 'not_active'
  | 'expired'
  | 'columns_surplus'
  /** The source may break off in it. */
  | 'row_cut'
  /** A field, or the whole record, exceeds the limits. */
  | 'field_too_long'
  /** An id, URL or detail has a character that PostgreSQL cannot store. */
  | 'characters_invalid'
  /** The record does not have the source's documented form. */
  | 'shape_unknown';

/** The length at which a rejection's detail is cut: enough to find the record and its error. */
export const MAX_DETAIL_LENGTH = 200;

/** A record that is no deal. `detail` is the invalid text. */
export interface Rejection {
  readonly reason: RejectionReason;
  readonly detail: string;
}

/** One mapped record of a source; `row` counts the source's records from 1. */
export type MappedRecord =
  | {
      readonly row: number;
      readonly deal: MappedDeal;
      /** The source may break off in the record. */
      readonly isCut?: boolean;
    }
  | {
      readonly row: number;
      readonly externalId: string | null;
      /** The id of the deal that the record shows to be offered, if it is another one. */
      readonly keeps?: string;
      /** What the record says of the stock, unless that is "in stock", which needs a price. */
      readonly unavailable?: Unavailability;
      readonly rejection: Rejection;
    };

/** Where a reading resumes: plain JSON of the connector's own form, stored with the source. */
export type Cursor = Readonly<Record<string, string | number | boolean | null>>;

export interface RecordBatch {
  readonly records: readonly MappedRecord[];
  /** The external ids of deals that the source still offers as they were. */
  readonly seen?: readonly string[];
  /**
   * For incremental sources: the part (a shop, a search) that named these records. Failed parts have
   * the same names.
   */
  readonly part?: string;
  /** For incremental sources: where reading resumes once these records are applied. */
  readonly cursor?: Cursor;
}

/** The source's data about itself, for sources without a configured name. */
export interface SourceDescription {
  readonly id: string | null;
  readonly name: string | null;
}

/**
 * What the end of a reading means for deals that were not in it.
 * - `full`: the records are all that the source has, so other deals are removed. Deals change
 *   only when the source was read to its end; an interrupted reading restarts.
 * - `incremental`: each batch is applied as it comes, and an interrupted reading resumes at the
 *   last cursor. At the end deals not seen for `keepMs` expire; 0 means that one whole reading,
 *   however often interrupted, has seen all there is.
 */
type Coverage =
  | { readonly kind: 'full' }
  | { readonly kind: 'incremental'; readonly keepMs: number };

/**
 * A source being read. The connector fetches, decodes and maps; the pipeline does the rest. Records
 * come in batches, because a promise for each would cost more than parsing it. Reading throws
 * `ImportError` if the source is incomplete, rejects the request, or has changed its format.
 */
export interface Connector {
  /** For the run history: the file or URL, without credentials. */
  readonly origin: string;
  readonly coverage: Coverage;
  /** May be called once. */
  records(): AsyncIterable<RecordBatch>;
  /** Complete once the first batch was read. */
  describe(): SourceDescription;
  /** The progress of the reading, 0 to 1; `null` if the size is unknown. */
  fractionRead(): number | null;
  /**
   * Whether the source reported no change since the last reading. Known when `records` has ended.
   */
  isUnchanged(): boolean;
  /**
   * When an unchanged document would be mapped differently next, as when a sale ends. Known when
   * `records` has ended.
   */
  changesAt?(): number | null;
  /**
   * Whether the source's format has no end, so that one that breaks off between two records looks
   * whole. Known when `records` has ended.
   */
  mayBreakOff?(): boolean;
  /**
   * The parts (origins of fares, shops, searches) that could not be read, with the reasons: their
   * deals stay. Known when `records` has ended.
   */
  failedParts?(): ReadonlyMap<string, string>;
  /**
   * For incremental sources: the cursor that the next reading begins with, if it has to make up for
   * parts of this one. Known when `records` has ended.
   */
  remainder?(): Cursor | null;
}

/** A stored deal that a reading has not seen so far. */
export interface UnseenDeal {
  readonly externalId: string;
  readonly mpn: string | null;
}

/** The environment of one reading. */
export interface ConnectorContext {
  readonly http: SourceHttp;
  readonly clock: Clock;
  /**
   * The cursor of the last applied batch; null restarts. Parse it, because an older release may
   * have written it.
   */
  readonly cursor: Cursor | null;
  readonly signal: AbortSignal;
  readonly limits: ImportLimits;
  /**
   * When the source was last read to its end, in epoch milliseconds; null if never. Incremental
   * sources may stop at older records.
   */
  readonly since: number | null;
  /**
   * External ids of active deals, those not seen for the longest first: for sources that can be
   * asked for a single offer.
   */
  longestUnseen(limit: number): Promise<readonly string[]>;
  /**
   * Active deals of a part that this reading has not seen, those not seen for the longest first; also
   * those of batches that are not applied yet. For sources that can be asked for a single offer.
   */
  unseenOf(part: string, limit: number): Promise<readonly UnseenDeal[]>;
  /**
   * The links of the stored deals with these external ids: for sources whose links cost a call
   * each.
   */
  knownLinks(externalIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * The value of a credential that the source's configuration names. Throws `ImportError` if it is
   * not set.
   */
  readonly credential: (name: string) => string;
}

/** A kind of source: one folder. Each source of the kind is a row of the table `sources`. */
export interface ConnectorKind<KindConfig> {
  /** The value of the column `kind`. */
  readonly name: string;
  /** The schema of the column `config`. */
  readonly config: z.ZodMiniType<KindConfig>;
  readonly group: SourceGroup;
  /** Whether deals of this kind pay us a commission. */
  readonly commission: boolean;
  /** Seconds between two readings if the row does not say. */
  readonly everySeconds: number;
  open(config: KindConfig, context: ConnectorContext): Connector;
}

export const defineConnector = <KindConfig>(
  kind: ConnectorKind<KindConfig>,
): ConnectorKind<KindConfig> => kind;

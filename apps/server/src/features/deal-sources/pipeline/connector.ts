import type * as z from 'zod/mini';
import type { Media } from '@izgodno/contract/deals/deal';
import type { DealDetails } from '@izgodno/contract/deals/details';
import type { Currency } from '@izgodno/contract/common/money';
import type { Category, Condition, SourceGroup } from '@izgodno/contract/deals/vocabulary';
import type { Clock } from '#platform/clock.ts';
import type { Availability } from '#platform/database/schema.ts';
import type { SourceHttp } from '../source-http.ts';
import type { ImportLimits } from './import-limits.ts';

/** A deal as its source offers it, in our vocabulary. Amounts are minor units of `currency`, times are epoch milliseconds. */
export interface DealDraft {
  /** The source's own name for the offer: without line breaks, at most 200 characters. */
  readonly externalId: string;
  readonly title: string;
  readonly description: string;
  readonly link: string;
  /** The shop's own page, where `link` leads there by somebody else's: offers of one page are known by it. */
  readonly productLink: string | null;
  readonly merchant: string | null;
  readonly brand: string | null;
  readonly gtin: string | null;
  readonly mpn: string | null;
  readonly category: Category;
  /** The source's own word for the category, as written. */
  readonly sourceCategory: string | null;
  readonly condition: Condition;
  /** Of the table `locations`. */
  readonly locationId: string | null;
  readonly tags: readonly string[];
  readonly media: readonly Media[];
  readonly amount: number;
  readonly currency: Currency;
  /** The merchant's own former price, above `amount`. */
  readonly originalAmount: number | null;
  readonly availability: Availability;
  /** Tenths of a star, 0 to 50. */
  readonly rating: number | null;
  /** Where the source does not say, the time we first saw it. */
  readonly postedAt: number | null;
  /** When the offer ends by itself. */
  readonly expiresAt: number | null;
  readonly details: DealDetails | null;
}

/** What a draft says where its source says nothing: spread it first. */
export const draftDefaults = {
  description: '',
  productLink: null,
  merchant: null,
  brand: null,
  gtin: null,
  mpn: null,
  sourceCategory: null,
  locationId: null,
  tags: [],
  media: [],
  originalAmount: null,
  availability: 'in_stock',
  rating: null,
  postedAt: null,
  expiresAt: null,
  details: null,
} as const satisfies Partial<DealDraft>;

export type RejectionReason =
  | 'id_missing'
  | 'id_too_long'
  | 'title_missing'
  | 'link_missing'
  | 'link_invalid'
  | 'price_missing'
  | 'price_invalid'
  | 'price_too_high'
  /** A price to be agreed, a gift or an exchange. */
  | 'price_open'
  | 'currency_unsupported'
  | 'availability_unknown'
  | 'condition_unknown'
  | 'place_invalid'
  | 'date_invalid'
  | 'not_active'
  | 'expired'
  | 'columns_surplus'
  /** An id, address or detail holds a character that PostgreSQL cannot store. */
  | 'characters_invalid'
  /** The record is not of the form that the source documents. */
  | 'shape_unknown';

/** A record that is no deal. `detail` is the text at fault. */
export interface Rejection {
  readonly reason: RejectionReason;
  readonly detail: string;
}

/** One record of a source after mapping; `row` counts the source's records from 1. */
export type MappedRecord =
  | { readonly row: number; readonly deal: DealDraft }
  | { readonly row: number; readonly externalId: string | null; readonly rejection: Rejection };

/** Where a reading goes on: plain JSON of the connector's own form, kept with the source. */
export type Cursor = Readonly<Record<string, string | number | boolean | null>>;

export interface RecordBatch {
  readonly records: readonly MappedRecord[];
  /** Incremental sources: where reading goes on once these records are in the catalogue. */
  readonly cursor?: Cursor;
}

/** What a source says of itself, for those that were given no name. */
export interface SourceDescription {
  readonly id: string | null;
  readonly name: string | null;
}

/**
 * What the end of a reading says of deals that did not come up in it.
 * - `full`: the records are all that the source has, so they are removed. The catalogue changes only
 *   when the source was read to its end; a reading that broke off begins anew.
 * - `incremental`: each batch is brought into the catalogue as it comes and a reading that broke off
 *   goes on at the last cursor. At the end deals not seen for `keepMs` expire; 0 means that one whole
 *   reading, however often it broke off, has seen all there is.
 */
export type Coverage =
  | { readonly kind: 'full' }
  | { readonly kind: 'incremental'; readonly keepMs: number };

/**
 * A source being read: fetching, decoding and mapping are the connector's, all that follows is the
 * pipeline's. Records come in batches because a promise for each would cost more than parsing it.
 * Reading throws `ImportError` when the source is not whole, refuses, or has changed its shape.
 */
export interface Connector {
  /** For the run history: the file or address, without credentials. */
  readonly origin: string;
  readonly coverage: Coverage;
  /** May be called once. */
  records(): AsyncIterable<RecordBatch>;
  /** Complete once the first batch has come. */
  describe(): SourceDescription;
  /** How far reading has come, 0 to 1; `null` where the size is not known. */
  fractionRead(): number | null;
  /** The source answered that nothing has changed since the last reading. Known when `records` has ended. */
  isUnchanged(): boolean;
}

/** What a connector is given for one reading. */
export interface ConnectorContext {
  readonly http: SourceHttp;
  readonly clock: Clock;
  /** Of the last batch that is in the catalogue; null begins anew. Parse it: an older release may have written it. */
  readonly cursor: Cursor | null;
  readonly signal: AbortSignal;
  readonly limits: ImportLimits;
  /** When the source was last read to its end, in epoch milliseconds; null before that. Incremental sources may stop at what is older. */
  readonly since: number | null;
  /** External ids of active deals, those longest not seen first: for sources that can be asked after one offer. */
  longestUnseen(limit: number): Promise<readonly string[]>;
  /** Where the deals of these external ids lead, of those that the catalogue holds: for sources whose links cost a call each. */
  knownLinks(externalIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The value of a credential that the source's configuration names. Throws `ImportError` when it is not set. */
  credential(name: string): string;
}

/** A way to read sources: one folder. Each source that is read so is one row of the table `sources`. */
export interface ConnectorKind<Config> {
  /** As the column `kind` has it. */
  readonly name: string;
  /** Of the column `config`. */
  readonly config: z.ZodMiniType<Config>;
  readonly group: SourceGroup;
  /** Whether deals of this kind pay us a commission. */
  readonly commission: boolean;
  /** Seconds between two readings where the row does not say. */
  readonly everySeconds: number;
  open(config: Config, context: ConnectorContext): Connector;
}

export const defineConnector = <Config>(kind: ConnectorKind<Config>): ConnectorKind<Config> => kind;

import * as z from 'zod/mini';
import { HOUR_MS, HOUR_S } from '@izgodno/contract/common/durations';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import {
  type Connector,
  type ConnectorContext,
  type Cursor,
  defineConnector,
  type MappedRecord,
  type RecordBatch,
} from '../pipeline/connector.ts';
import { createIdSet } from '../pipeline/id-set.ts';
import { ImportError } from '../pipeline/import-error.ts';
import { baseUrlSchema, hostOf } from '../records/base-url.ts';
import { reject, toRecord } from '../records/draft-fields.ts';
import { readParts } from '../records/read-parts.ts';
import { createOfferMapper, refreshedAt } from './map-offer.ts';
import {
  type ClassifiedOffer,
  offerDetailSchema,
  type OfferPage,
  offerPageSchema,
  offerSchema,
} from './responses.ts';
import { parseJson, parseShape } from '../records/read-json.ts';
import type { ReadResponse, SourceHttp } from '../source-http.ts';

const ROUTE = '/api/v1/offers/';
/** 51 is rejected (specification of sources, section 2). */
const PAGE_SIZE = 50;
/** The greatest offset of the search: 1050 is rejected. */
const MAX_OFFSET = 1_000;
/** A page of 65 offers with all their texts is far smaller. */
const MAX_PAGE_BYTES = 8 * 2 ** 20;

/** A separately searched part of the site. */
interface Segment {
  readonly categoryId: number | null;
  readonly regionId: number | null;
}

interface OffersApi {
  /** The path of a segment's first page, newest offers first. */
  firstPath(segment: Segment): string;
  /** Reads a page by its path; null beyond the search's limit and for an unchanged first page. */
  page(path: string): Promise<OfferPage | null>;
  /** The path of the next page; null after the last. */
  nextPath(page: OfferPage): string | null;
  /** An offer as received; null if it is unavailable, undefined if unknown. */
  offer(id: string): Promise<unknown>;
}

const offsetOf = (path: string): number =>
  Number(new URLSearchParams(path.split('?')[1]).get('offset') ?? 0);

const rejectResponse = (response: ReadResponse): ImportError => {
  const host = new URL(response.url).host;
  return response.status === 401 || response.status === 403
    ? new ImportError('SOURCE_REFUSES', `${host} refuses us (${response.status}).`)
    : new ImportError('SOURCE_SHAPE_CHANGED', `${host} answered ${response.status}.`);
};

/**
 * The public offers of a classifieds site. It documents no limit, so it is read at the pace of a
 * web site.
 */
const createOffersApi = (http: SourceHttp, baseUrl: string): OffersApi => {
  const read = (path: string, { conditional = false } = {}): Promise<ReadResponse> =>
    http.read(`${baseUrl}${path}`, {
      headers: { accept: 'application/json' },
      conditional,
      maxBytes: MAX_PAGE_BYTES,
    });

  return {
    firstPath({ categoryId, regionId }) {
      const query = new URLSearchParams({ offset: '0', limit: String(PAGE_SIZE) });
      query.set('sort_by', 'created_at:desc');
      if (categoryId !== null) query.set('category_id', String(categoryId));
      if (regionId !== null) query.set('region_id', String(regionId));
      return `${ROUTE}?${query.toString()}`;
    },

    async page(path) {
      const deeper = offsetOf(path) > 0;
      // New offers come first, so later pages changed only if the first one did.
      const response = await read(path, { conditional: !deeper });
      if (response.status === 304 || (response.status === 400 && deeper)) return null;
      if (response.status !== 200) throw rejectResponse(response);
      return parseShape(
        offerPageSchema,
        parseJson(response, 'A page of offers'),
        'A page of offers',
      );
    },

    nextPath(page) {
      const href = page.links?.next?.href;
      if (href === undefined) return null;
      // Only the path is used, because the configured site is the one to read.
      const next = URL.parse(href, baseUrl);
      if (next === null || !next.pathname.endsWith(ROUTE))
        throw new ImportError('SOURCE_SHAPE_CHANGED', `The next page is "${href.slice(0, 200)}".`);
      const offset = Number(next.searchParams.get('offset') ?? Number.NaN);
      return offset <= MAX_OFFSET ? `${ROUTE}${next.search}` : null;
    },

    async offer(id) {
      const response = await read(`${ROUTE}${encodeURIComponent(id)}/`);
      if (response.status === 404 || response.status === 410) return null;
      if (response.status === 401 || response.status === 403) throw rejectResponse(response);
      if (response.status !== 200) return undefined;
      return parseShape(offerDetailSchema, parseJson(response, 'An offer'), 'An offer').data;
    },
  };
};

/** Offers expire after 30 days at their source unless they are renewed. */
const KEEP_MS = 30 * 24 * HOUR_MS;
/**
 * This span before the last reading is read again, because a reading takes a while and clocks
 * differ.
 */
const OVERLAP_MS = 2 * HOUR_MS;
/** Offers requested one by one in each reading, those not seen for the longest first. */
const CHECKED_OFFERS = 20;

const ids = z.array(z.int().check(z.positive()));

const configSchema = z.strictObject({
  /** No default, because an operator must have checked the site's terms. */
  baseUrl: baseUrlSchema,
  /**
   * Categories and regions to read separately, because a search has only the newest thousand; empty
   * for all.
   */
  categoryIds: z._default(ids, []),
  regionIds: z._default(ids, []),
});
type ClassifiedsConfig = z.infer<typeof configSchema>;

const cursorSchema = z.object({
  segment: z.int().check(z.minimum(0)),
  path: z.nullable(z.string().check(z.startsWith(ROUTE))),
  /** The segments that failed, each on a line: its name, a tab, and the time of its last success. */
  behind: z._default(z.string(), ''),
});
type ReadCursor = z.infer<typeof cursorSchema>;

/** The reason of a segment that failed in an earlier part of an interrupted reading. */
const FAILED_BEFORE = 'It failed before the reading was interrupted.';

const START: ReadCursor = { segment: 0, path: null, behind: '' };

const cursorOf = (cursor: Cursor | null): ReadCursor =>
  parseUntrusted(cursorSchema, cursor).data ?? START;

const segmentsOf = ({ categoryIds, regionIds }: ClassifiedsConfig): readonly Segment[] =>
  (categoryIds.length === 0 ? [null] : categoryIds).flatMap((categoryId) =>
    (regionIds.length === 0 ? [null] : regionIds).map((regionId) => ({ categoryId, regionId })),
  );

const segmentName = ({ categoryId, regionId }: Segment): string =>
  `category ${categoryId ?? 'any'}, region ${regionId ?? 'any'}`;

/**
 * The segments that a reading could not read, by name, with the times of their last successes: later
 * readings read them from there.
 */
const createBehind = (stored: string, since: number | null) => {
  const times = new Map(
    stored
      .split('\n')
      .filter(Boolean)
      .map((line): [string, number] => {
        const [name = '', time] = line.split('\t');
        return [name, Number(time) || 0];
      }),
  );
  return {
    /** Until when the offers of a segment are known. */
    since: (name: string): number => times.get(name) ?? since ?? -Infinity,
    failed: (name: string): void => void times.set(name, times.get(name) ?? since ?? 0),
    read: (name: string): void => void times.delete(name),
    names: (): readonly string[] => [...times.keys()],
    text: (): string => [...times].map(([name, time]) => `${name}\t${time}`).join('\n'),
  };
};

const isOlder = (offer: ClassifiedOffer | undefined, than: number): boolean =>
  offer !== undefined && (refreshedAt(offer) ?? Infinity) < than;

/** Whether all that follows was known at the last reading; promoted offers are out of order. */
const isKnown = (
  data: readonly unknown[],
  promoted: readonly unknown[],
  since: number,
): boolean => {
  const ordered = data.filter((_, at) => !promoted.includes(at));
  return (
    ordered.length > 0 &&
    ordered.every((raw) => isOlder(parseUntrusted(offerSchema, raw).data, since - OVERLAP_MS))
  );
};

/** A segment with its place among all. */
interface Part {
  readonly at: number;
  readonly segment: Segment;
}

const open = (config: ClassifiedsConfig, context: ConnectorContext): Connector => {
  const segments = segmentsOf(config);
  const start = cursorOf(context.cursor);
  const behind = createBehind(start.behind, context.since);
  const failures = new Map<string, string>();
  let done = 0;

  const records = async function* (): AsyncGenerator<RecordBatch> {
    const api = createOffersApi(context.http, config.baseUrl);
    const toDeal = createOfferMapper(context.clock.now());
    const seen = createIdSet();
    let row = 0;

    const mapOffer = (raw: unknown): MappedRecord => {
      row += 1;
      const { data: offer } = parseUntrusted(offerSchema, raw);
      if (offer === undefined)
        return toRecord(row, null, reject('shape_unknown', JSON.stringify(raw) ?? ''));
      seen.add(offer.id);
      return toRecord(row, offer.id || null, toDeal(offer));
    };

    const readSegment = async function* ({ at, segment }: Part): AsyncGenerator<RecordBatch> {
      const name = segmentName(segment);
      const since = behind.since(name);
      const firstPath = (at === start.segment ? start.path : null) ?? api.firstPath(segment);
      let last = -1;
      for (let path: string | null = firstPath; path !== null;) {
        // Links back to the same offers could name a new page each time, and never end.
        if (offsetOf(path) < last + 1)
          throw new ImportError('SOURCE_ENDLESS', `${path} leads back to earlier offers.`);
        last = offsetOf(path);
        const page = await api.page(path);
        if (page === null) break;
        const mapped = page.data.map(mapOffer);
        const over =
          page.data.length === 0 || isKnown(page.data, page.metadata?.promoted ?? [], since);
        path = over ? null : api.nextPath(page);
        if (path === null) behind.read(name);
        const cursor = cursorAt(path === null ? at + 1 : at, path);
        yield { records: mapped, part: name, cursor };
      }
      behind.read(name);
      done = at + 1;
    };

    const checkUnseen = async (): Promise<MappedRecord[]> => {
      const checked: MappedRecord[] = [];
      for (const id of await context.longestUnseen(CHECKED_OFFERS)) {
        if (!seen.add(id)) continue;
        const raw = await api.offer(id);
        if (raw === undefined) continue;
        if (raw === null) row += 1;
        checked.push(raw === null ? toRecord(row, id, reject('expired', 'gone')) : mapOffer(raw));
      }
      return checked;
    };

    const parts: readonly Part[] = segments.map((segment, at) => ({ segment, at }));
    const fail = ({ segment }: Part, { message }: Error): void => {
      const name = segmentName(segment);
      behind.failed(name);
      failures.set(name, message);
    };
    yield* readParts(parts.slice(start.segment), readSegment, fail, context);
    yield { records: await checkUnseen(), cursor: cursorAt(segments.length, null) };
  };
  const cursorAt = (segment: number, path: string | null): ReadCursor => ({
    segment,
    path,
    behind: behind.text(),
  });

  return {
    origin: config.baseUrl,
    coverage: { kind: 'incremental', keepMs: KEEP_MS },
    records,
    describe: () => ({ id: hostOf(config.baseUrl), name: hostOf(config.baseUrl) }),
    fractionRead: () => done / segments.length,
    isUnchanged: () => false,
    failedParts: () =>
      new Map(behind.names().map((name) => [name, failures.get(name) ?? FAILED_BEFORE])),
    remainder: () => (behind.text() === '' ? null : cursorAt(0, null)),
  };
};

/**
 * Offers of a classifieds site by its public JSON. No source of this kind is set up by default,
 * because the operator decides whether to read it.
 */
export const classifieds = defineConnector<ClassifiedsConfig>({
  name: 'classifieds',
  config: configSchema,
  group: 'marketplace',
  commission: false,
  everySeconds: HOUR_S,
  open,
});

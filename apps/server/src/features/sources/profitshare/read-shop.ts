import type {
  ConnectorContext,
  MappedRecord,
  RecordBatch,
  UnseenDeal,
} from '../pipeline/connector.ts';
import { createIdSet } from '../pipeline/id-set.ts';
import { failureOfPart } from '../records/read-parts.ts';
import { readEachPage } from '../records/whole-pages.ts';
import { checkProducts } from './check-products.ts';
import type { PageMapper } from './map-page.ts';
import type { ProfitshareApi, Shop } from './profitshare-api.ts';
import { cursorAt, type ReadCursor } from './read-cursor.ts';

/** Unseen deals that are looked up: a thousand may be those of batches that are not applied yet. */
const MAX_UNSEEN = 5_000;

/** What the readings of all shops share. */
export interface ShopReader {
  readonly api: ProfitshareApi;
  readonly context: ConnectorContext;
  readonly mapper: PageMapper;
  /** The parts that failed, with the reasons. */
  readonly failed: Map<string, string>;
  /** Where an interrupted reading resumes. */
  readonly start: ReadCursor | null;
}

/** Notes what is wrong with pages of a shop, beside what an interrupted reading has noted of it. */
const notePages = (failed: Map<string, string>, { id, name }: Shop) => {
  const before = failed.get(name);
  return (reasons: readonly string[]): void => {
    if (reasons.length > 0) failed.set(name, `${id}, ${reasons.join(' ')}`);
    else if (before === undefined) failed.delete(name);
    else failed.set(name, before);
  };
};

/** The deals of a reading of a shop so far. */
const createShown = () => {
  const ids = createIdSet();
  const sample: UnseenDeal[] = [];
  return {
    /** The deals of the first page. */
    sample,
    add(records: readonly MappedRecord[]): void {
      const isFirst = sample.length === 0;
      for (const record of records) {
        const externalId = 'deal' in record ? record.deal.externalId : record.externalId;
        if (externalId !== null) ids.add(externalId);
        if (isFirst && 'deal' in record) sample.push(record.deal);
      }
    },
    lacks: ({ externalId }: UnseenDeal): boolean => ids.add(externalId),
  };
};
type ShownDeals = ReturnType<typeof createShown>;

/**
 * The records of the deals that no page of the shop showed, each requested by its part number,
 * because a page could not be read. What cannot be requested is left out.
 */
const checkUnseen = async function* (
  { api, context, mapper }: ShopReader,
  { id, name }: Shop,
  shown: ShownDeals,
): AsyncGenerator<readonly MappedRecord[]> {
  const unseen = (await context.unseenOf(name, MAX_UNSEEN)).filter(shown.lacks);
  const find = (number: string) => api.productsByNumber(id, number);
  try {
    for await (const { externalId, item } of checkProducts(unseen, shown.sample, find))
      yield item === null ? [mapper.ended(externalId)] : await mapper.map([item]);
  } catch (error) {
    // The other deals stay, as without a check.
    failureOfPart(error, context.signal);
  }
};

/** Reads the products of a shop. Calls `progress` with the share of its pages that was read. */
export const readShop = async function* (
  reader: ShopReader,
  shop: Shop,
  progress: (share: number) => void,
): AsyncGenerator<RecordBatch> {
  const { api, context, mapper, failed, start } = reader;
  const { id: advertiser, name: part } = shop;
  // The last page is read again, because products may have moved to it meanwhile.
  const first = start?.advertiser === advertiser ? start.page : 1;
  const shown = createShown();
  let last = first;
  const pages = readEachPage(
    {
      what: `Profitshare's products of advertiser ${advertiser}`,
      first,
      signal: context.signal,
      failed: notePages(failed, shop),
    },
    (page) => api.products(advertiser, page),
  );
  for await (const page of pages) {
    last = Math.max(last, page.number);
    const records = await mapper.map(page.items);
    shown.add(records);
    yield { records, part, cursor: cursorAt(advertiser, last, failed) };
    progress(last / Math.max(1, page.total));
  }
  if (!failed.has(part)) return;
  for await (const records of checkUnseen(reader, shop, shown))
    yield { records, part, cursor: cursorAt(advertiser, last, failed) };
};

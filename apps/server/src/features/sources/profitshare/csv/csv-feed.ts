import * as z from 'zod/mini';
import { DAY_S } from '@izgodno/contract/common/durations';
import {
  type Connector,
  type ConnectorContext,
  defineConnector,
  type MappedRecord,
  type RecordBatch,
  type Rejection,
} from '../../pipeline/connector.ts';
import { hostOf, withoutSecrets } from '../../records/base-url.ts';
import { createDocumentReader } from '../../records/document-reader.ts';
import { storedAccessSchema } from '../../records/feed-access.ts';
import { inBatches } from '../../records/in-batches.ts';
import { openDocument } from '../../records/open-document.ts';
import { currencyOf, markets } from '../currency.ts';
import { type CsvRow, readCsvRows } from './csv-rows.ts';
import { createCategoryMapper } from '../../mapping/category.ts';
import { cleanLine, cleanUrl } from '../../records/text.ts';
import { draftDefaults, type MappedDeal } from '#features/deals/api.ts';
import {
  keyOf,
  linkIdentity,
  reject,
  toDescription,
  toName,
  toImages,
  toRecord,
  toTitle,
} from '../../records/draft-fields.ts';
import { currentPrice } from '../current-price.ts';
import { FREE_SHIPPING_TAG, GIFT_TAG } from '../map-product.ts';

const YES = /^(?:да|yes|1|true)$/i;
const CURRENCY_LENGTH = 20;

const currencyWords: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['евро', 'EUR'],
  ['лв', 'BGN'],
  ['лв.', 'BGN'],
  ['лева', 'BGN'],
]);

const currencyCode = (text: string): string => {
  const word = cleanLine(text, CURRENCY_LENGTH).toLowerCase();
  return currencyWords.get(word) ?? word.toUpperCase();
};

/** A shop's own product code is more stable than the page's URL. Null without both. */
const idOf = ({ cells }: CsvRow): string | null => {
  const merchant = toName(cells.advertiser ?? '') ?? '';
  const code = toName(cells.code ?? '');
  if (code !== null) return keyOf(merchant, code);
  const link = cleanUrl(cells.link ?? '');
  return link === null ? null : keyOf(merchant, linkIdentity(link));
};

/** Maps the rows of one feed; prices without a currency are in `currency`. */
export const createCsvMapper = (currency: string): ((row: CsvRow) => MappedRecord) => {
  const categoryOf = createCategoryMapper();

  const toDeal = (row: CsvRow, externalId: string | null): MappedDeal | Rejection => {
    const { cells, surplus, tooLong } = row;
    if (tooLong) return reject('field_too_long', '');
    if (surplus) return reject('columns_surplus', 'more columns than the header');
    const title = toTitle(cells.name ?? '');
    if (title === '') return reject('title_missing', cells.name ?? '');
    const linkText = cells.link ?? '';
    if (linkText.trim() === '') return reject('link_missing', '');
    const link = cleanUrl(linkText);
    if (link === null || externalId === null) return reject('link_invalid', linkText);
    const given = currencyCode(cells.currency ?? '');
    const price = currentPrice(cells.price ?? '', cells.discounted ?? '', given || currency);
    if ('reason' in price) return price;
    const isFree = YES.test((cells.freeShipping ?? '').trim());
    return {
      ...draftDefaults,
      ...price,
      externalId,
      title,
      description: toDescription(cells.description ?? ''),
      link,
      merchant: toName(cells.advertiser ?? ''),
      brand: toName(cells.manufacturer ?? ''),
      mpn: toName(cells.code ?? ''),
      category: categoryOf('', cells.category ?? '', title),
      sourceCategory: toName(cells.category ?? ''),
      condition: 'new',
      tags: [
        ...(isFree ? [FREE_SHIPPING_TAG] : []),
        ...(YES.test((cells.gift ?? '').trim()) ? [GIFT_TAG] : []),
      ],
      delivery: isFree ? { cents: 0, days: null } : null,
      media: toImages([cells.image ?? '']),
    };
  };

  return (row) => {
    const externalId = idOf(row);
    return { ...toRecord(row.row, externalId, toDeal(row, externalId)), isCut: row.cut };
  };
};

/** Records per batch to the database. */
const BATCH_RECORDS = 2_000;

const configSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  access: z.optional(storedAccessSchema),
  /** Decides the currency if the feed names none. */
  market: z._default(z.enum(markets), 'bg'),
});
type CsvFeedConfig = z.infer<typeof configSchema>;

const open = ({ url, market, access }: CsvFeedConfig, context: ConnectorContext): Connector => {
  const reader = createDocumentReader(context.limits);

  const records = async function* (): AsyncGenerator<RecordBatch> {
    const texts = reader.read(await openDocument(context, { url, access }));
    if (texts === null) return;
    const map = createCsvMapper(currencyOf(market, context.clock.now()));
    yield* inBatches(texts, BATCH_RECORDS, async function* (pieces) {
      for await (const rows of readCsvRows(pieces, context.limits)) yield rows.map(map);
    });
  };

  return {
    origin: withoutSecrets(url),
    coverage: { kind: 'full' },
    records,
    // Not the network's name alone, because its API is a source with that name.
    describe: () => ({ id: hostOf(url), name: 'Profitshare CSV' }),
    fractionRead: reader.fractionRead,
    isUnchanged: reader.isUnchanged,
    mayBreakOff: () => true,
  };
};

/** The product feed of Profitshare for a partner, as comma- or semicolon-separated values. */
export const profitshareCsv = defineConnector<CsvFeedConfig>({
  name: 'profitshare-csv',
  config: configSchema,
  group: 'other',
  commission: true,
  everySeconds: DAY_S,
  open,
});

import { createCategoryMapper } from '../../mapping/category.ts';
import { cleanLine, cleanUrl } from '../../merchant-feed/text.ts';
import { type MappedRecord, type Rejection } from '../../pipeline/connector.ts';
import { draftDefaults, type MappedDeal } from '#features/deals/api.ts';
import {
  keyOf,
  linkIdentity,
  reject,
  toDescription,
  toName,
  toPictures,
  toRecord,
  toTitle,
} from '../../records/draft-fields.ts';
import { currentPrice } from '../current-price.ts';
import { FREE_SHIPPING_TAG, GIFT_TAG } from '../map-product.ts';
import type { CsvRow } from './csv-rows.ts';

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

/** Maps the rows of one feed; prices without a currency are in `currency`. */
export const createCsvMapper = (currency: string): ((row: CsvRow) => MappedRecord) => {
  const categoryOf = createCategoryMapper();

  const toDeal = ({ cells, surplus }: CsvRow): MappedDeal | Rejection => {
    if (surplus) return reject('columns_surplus', 'more columns than the header');
    const title = toTitle(cells.name ?? '');
    if (title === '') return reject('title_missing', cells.name ?? '');
    const linkText = cells.link ?? '';
    if (linkText.trim() === '') return reject('link_missing', '');
    const link = cleanUrl(linkText);
    if (link === null) return reject('link_invalid', linkText);
    const given = currencyCode(cells.currency ?? '');
    const price = currentPrice(cells.price ?? '', cells.discounted ?? '', given || currency);
    if ('reason' in price) return price;
    const merchant = toName(cells.advertiser ?? '');
    const code = toName(cells.code ?? '');
    return {
      ...draftDefaults,
      ...price,
      // A shop's own product code is more stable than the page's URL.
      externalId: keyOf(merchant ?? '', code ?? linkIdentity(link)),
      title,
      description: toDescription(cells.description ?? ''),
      link,
      merchant,
      brand: toName(cells.manufacturer ?? ''),
      mpn: code,
      category: categoryOf('', cells.category ?? '', title),
      sourceCategory: toName(cells.category ?? ''),
      condition: 'new',
      tags: [
        ...(YES.test((cells.freeShipping ?? '').trim()) ? [FREE_SHIPPING_TAG] : []),
        ...(YES.test((cells.gift ?? '').trim()) ? [GIFT_TAG] : []),
      ],
      media: toPictures([cells.picture ?? '']),
    };
  };

  return (row) => toRecord(row.row, null, toDeal(row));
};

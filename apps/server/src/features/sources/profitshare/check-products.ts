import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import type { UnseenDeal } from '../pipeline/connector.ts';
import { toName } from '../records/draft-fields.ts';
import { productKey } from './map-product.ts';
import { type Product, productSchema } from './responses.ts';

/** Products of a shop that are requested one by one in a reading: a minute of Profitshare's limit. */
const MAX_CHECKED = 60;
/** Part numbers that a query carries, and that the mapping does not change. */
const PLAIN = /^[\p{L}\p{N}._/-]+$/u;

interface NumberedDeal extends UnseenDeal {
  readonly mpn: string;
}

const hasPlainNumber = (deal: UnseenDeal): deal is NumberedDeal =>
  deal.mpn !== null && PLAIN.test(deal.mpn);

/** Requests the products of the shop with a part number. */
type FindByNumber = (partNumber: string) => Promise<readonly unknown[]>;

interface FoundProduct {
  readonly item: unknown;
  readonly product: Product;
}

const findProducts = async (find: FindByNumber, number: string): Promise<readonly FoundProduct[]> =>
  (await find(number)).flatMap((item) => {
    const product = parseUntrusted(productSchema, item).data;
    return product === undefined ? [] : [{ item, product }];
  });

/** Whether the service finds a product that the shop surely has, and no others with it. */
const isReliable = async (
  find: FindByNumber,
  { externalId, mpn }: NumberedDeal,
): Promise<boolean> => {
  const found = await findProducts(find, mpn);
  return (
    found.some(({ product }) => productKey(product) === externalId) &&
    found.every(({ product }) => toName(product.part_number) === mpn)
  );
};

export interface CheckedProduct {
  readonly externalId: string;
  /** The product as received; null if the shop offers it no more. */
  readonly item: unknown;
}

/**
 * Requests products of a shop one by one, by their part numbers: those that its pages did not show
 * when a page of it could not be read. Yields nothing if the service does not find one of `shown`,
 * the products that the pages showed, in this way.
 */
export const checkProducts = async function* (
  unseen: readonly UnseenDeal[],
  shown: readonly UnseenDeal[],
  find: FindByNumber,
): AsyncGenerator<CheckedProduct> {
  const checked = unseen.filter(hasPlainNumber).slice(0, MAX_CHECKED);
  const sample = shown.find(hasPlainNumber);
  if (checked.length === 0 || sample === undefined || !(await isReliable(find, sample))) return;
  for (const { externalId, mpn } of checked) {
    const found = await findProducts(find, mpn);
    const own = found.find(({ product }) => productKey(product) === externalId);
    yield { externalId, item: own?.item ?? null };
  }
};

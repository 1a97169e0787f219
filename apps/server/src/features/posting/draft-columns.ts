import type { Insertable } from 'kysely';
import { convertMinor, type Money } from '@izgodno/contract/common/money';
import type { Media } from '@izgodno/contract/deals/deal';
import type { DealDraft } from '@izgodno/contract/deals/posting-calls';
import type { DealsTable } from '#platform/database/schema.ts';

const GREATEST_DISCOUNT = 99;

/** Whole percent off, rounded down; null where it is less than one. */
const discountOf = (price: Money, original: Money | null): number | null => {
  if (original === null) return null;
  const percent = Math.floor(((original.amount - price.amount) / original.amount) * 100);
  return percent < 1 ? null : Math.min(percent, GREATEST_DISCOUNT);
};

type DraftColumns = Pick<
  Insertable<DealsTable>,
  | 'title'
  | 'description'
  | 'link'
  | 'category'
  | 'condition'
  | 'location_id'
  | 'tags'
  | 'media'
  | 'price_amount'
  | 'price_currency'
  | 'price_eur'
  | 'original_amount'
  | 'discount_percent'
>;

/** A draft as the columns of its deal. */
export const toColumns = (draft: DealDraft, media: readonly Media[]): DraftColumns => ({
  title: draft.title,
  description: draft.description,
  link: draft.link,
  category: draft.category,
  condition: draft.condition,
  location_id: draft.location,
  tags: draft.tags,
  media: JSON.stringify(media),
  price_amount: draft.price.amount,
  price_currency: draft.price.currency,
  price_eur: convertMinor(draft.price.amount, draft.price.currency, 'EUR'),
  original_amount: draft.originalPrice?.amount ?? null,
  discount_percent: discountOf(draft.price, draft.originalPrice),
});

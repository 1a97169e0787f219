import type { Insertable } from 'kysely';
import { convertMinor } from '@izgodno/contract/common/money';
import type { Media } from '@izgodno/contract/deals/deal';
import { discountPercent } from '@izgodno/contract/deals/discount';
import type { DealDraft } from '@izgodno/contract/posts/calls';
import type { DealsTable } from '#schema/deals.ts';

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

/** The columns of a draft's deal. */
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
  discount_percent: discountPercent(draft.price.amount, draft.originalPrice?.amount ?? null),
});

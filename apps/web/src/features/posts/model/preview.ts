import type { Deal, Media } from '@izgodno/contract/deals/deal';
import { discountPercent } from '@izgodno/contract/deals/discount';
import type { PostDraft } from './draft.ts';
import { readAmount } from './post-values.ts';

interface PreviewContext {
  /** Shown instead of a missing title. */
  readonly untitled: string;
  readonly source: string;
  /** ISO 8601. */
  readonly now: string;
  readonly media: readonly Media[];
}

const euro = (amount: number) => ({ amount, currency: 'EUR' as const });

/**
 * The deal as it will appear: price 0 and condition good until values are given (specification,
 * section 3).
 */
export const previewDeal = (draft: PostDraft, context: PreviewContext): Deal => {
  const price = readAmount(draft.price) || 0;
  const original = readAmount(draft.originalPrice) || 0;
  const percent = discountPercent(price, original);
  return {
    id: '1',
    title: draft.title.trim() || context.untitled,
    description: draft.description,
    media: [...context.media],
    price: euro(price),
    ...(original > price ? { originalPrice: euro(original) } : {}),
    ...(percent === null ? {} : { discountPercent: percent }),
    category: draft.category ?? 'other',
    condition: draft.condition,
    ...(draft.location === null ? {} : { location: draft.location }),
    tags: [...draft.tags],
    source: { id: 'users', name: context.source, group: 'marketplace' },
    status: 'active',
    inStock: true,
    views: 0,
    likes: 0,
    postedAt: context.now,
  };
};

import type { DealChanges, DealDraft } from '@izgodno/contract/posts/calls';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import { fileIdOfUrl } from '@izgodno/contract/uploads/file';
import type { Database } from '#schema/schema.ts';

export interface StoredDraft {
  readonly sellerId: string | null;
  readonly status: DealStatus;
  readonly draft: DealDraft;
}

const changed = <Value>(now: Value | undefined, before: Value): Value =>
  now === undefined ? before : now;

/** A draft with changes applied; each file occurs once. */
export const mergeDraft = (before: DealDraft, changes: DealChanges): DealDraft => ({
  title: changed(changes.title, before.title),
  description: changed(changes.description, before.description),
  price: changed(changes.price, before.price),
  originalPrice: changed(changes.originalPrice, before.originalPrice),
  category: changed(changes.category, before.category),
  condition: changed(changes.condition, before.condition),
  location: changed(changes.location, before.location),
  tags: changed(changes.tags, before.tags),
  media: [...new Set(changed(changes.media, before.media))],
  link: changed(changes.link, before.link),
  expiresAt: changed(changes.expiresAt, before.expiresAt),
});

/** The draft of a stored post; null if there is no such post. */
export const readDraft = async (
  database: Database,
  dealId: number,
): Promise<StoredDraft | null> => {
  const row = await database
    .selectFrom('deals')
    .innerJoin('posts', 'posts.deal_id', 'deals.id')
    .select([
      'deals.seller_id',
      'deals.status',
      'deals.title',
      'deals.description',
      'deals.price_amount',
      'deals.price_currency',
      'deals.original_amount',
      'deals.category',
      'deals.condition',
      'deals.location_id',
      'deals.tags',
      'deals.media',
      'deals.link',
      'posts.expires_at',
    ])
    .where('deals.id', '=', dealId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const currency = row.price_currency;
  return {
    sellerId: row.seller_id,
    status: row.status,
    draft: {
      title: row.title,
      description: row.description,
      price: { amount: row.price_amount, currency },
      originalPrice:
        row.original_amount === null ? null : { amount: row.original_amount, currency },
      category: row.category,
      condition: row.condition,
      location: row.location_id,
      tags: row.tags,
      media: row.media.flatMap(({ url }) => fileIdOfUrl(url) ?? []),
      link: row.link,
      expiresAt: row.expires_at.toISOString(),
    },
  };
};

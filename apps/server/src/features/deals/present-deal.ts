import type { Deal } from '@izgodno/contract/deals/deal';
import type { Names } from './facet-names.ts';
import type { DealRow } from './deal-repository.ts';

/**
 * Maps a row to the contract's deal. Throws if its source has no name, because the row would be an
 * orphan.
 */
export const presentDeal = (row: DealRow, names: Names): Deal => {
  const source = names.sources.get(row.source_id);
  if (source === undefined)
    throw new Error(`deal ${row.id} has the unknown source ${row.source_id}`);
  const checkedAt = row.checked_at ?? source.checkedAt;
  const location = row.location_id === null ? undefined : names.locations.get(row.location_id);

  return {
    id: String(row.id),
    title: row.title,
    description: row.description,
    media: row.media,
    price: { amount: row.price_amount, currency: row.price_currency },
    ...(row.original_amount === null
      ? {}
      : { originalPrice: { amount: row.original_amount, currency: row.price_currency } }),
    ...(row.discount_percent === null ? {} : { discountPercent: row.discount_percent }),
    category: row.category,
    condition: row.condition,
    ...(row.location_id === null || location === undefined
      ? {}
      : { location: { id: row.location_id, name: location } }),
    tags: row.tags,
    source: {
      id: row.source_id,
      name: source.name,
      ...(source.names === null ? {} : { names: source.names }),
      group: source.group,
      ...(source.commission ? { commission: true } : {}),
    },
    ...(row.link === null ? {} : { url: row.link }),
    ...(row.merchant === null ? {} : { merchant: row.merchant }),
    ...(row.brand === null ? {} : { brand: row.brand }),
    ...(row.details === null ? {} : { details: row.details }),
    ...(row.offer_count < 2 ? {} : { offerCount: row.offer_count }),
    ...(row.seller_id === null || row.seller_name === null
      ? {}
      : { seller: { id: row.seller_id, name: row.seller_name } }),
    status: row.status,
    inStock: row.availability === 'in_stock',
    ...(row.rating === null ? {} : { rating: row.rating / 10 }),
    views: row.views,
    likes: row.likes,
    postedAt: row.posted_at.toISOString(),
    ...(checkedAt === null ? {} : { checkedAt: checkedAt.toISOString() }),
  };
};

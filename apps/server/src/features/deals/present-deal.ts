import type { Deal } from '@izgodno/contract/deals/deal';
import type { DealRow } from './deal-repository.ts';

/** What of a deal leaves the server. */
export const presentDeal = (row: DealRow): Deal => ({
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
  ...(row.location_id === null || row.location_bg === null || row.location_en === null
    ? {}
    : { location: { id: row.location_id, name: { bg: row.location_bg, en: row.location_en } } }),
  tags: row.tags,
  source: { id: row.source_id, name: row.source_name, group: row.source_group },
  ...(row.link === null ? {} : { url: row.link }),
  ...(row.merchant === null ? {} : { merchant: row.merchant }),
  ...(row.brand === null ? {} : { brand: row.brand }),
  status: row.status,
  inStock: row.availability === 'in_stock',
  ...(row.rating === null ? {} : { rating: row.rating / 10 }),
  views: row.views,
  likes: row.likes,
  postedAt: row.posted_at.toISOString(),
  ...(row.source_checked_at === null ? {} : { checkedAt: row.source_checked_at.toISOString() }),
});

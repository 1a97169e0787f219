import type { DemoDeal } from '@izgodno/demo/demo-deal';
import { convertMinor } from '@izgodno/contract/common/money';
import { classifyDeal } from '../classification/classify-deal.ts';
import { everyByte } from './index/filter-columns.ts';
import type { SearchableDeal } from './searchable-deal.ts';

/** A deal of the demo; its id is its place, from 1. */
export const searchableDemoDeal = (deal: DemoDeal, at: number): SearchableDeal => {
  const { brandSlug, kind } = classifyDeal(deal);
  return {
    brand: brandSlug,
    kind,
    id: at + 1,
    version: at + 1,
    title: deal.title,
    description: deal.description,
    brandName: deal.brand,
    tags: deal.tags.join(', '),
    category: deal.category,
    condition: deal.condition,
    source: deal.source.id,
    group: deal.source.group,
    location: deal.locationId,
    offer: null,
    rooms: null,
    area: null,
    price: convertMinor(deal.amount, deal.currency, 'EUR'),
    total: convertMinor(deal.amount, deal.currency, 'EUR'),
    ...everyByte(() => 0),
    inStock: deal.availability === 'in_stock',
    popularity: 0,
    postedAt: 1_780_000_000_000_000 - deal.postedMinutesAgo * 60_000_000,
  };
};

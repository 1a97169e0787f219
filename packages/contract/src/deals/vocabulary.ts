import * as z from 'zod/mini';

export const categories = [
  'electronics',
  'furniture',
  'photography',
  'clothing',
  'home-garden',
  'sports',
  'automotive',
  'books-media',
  'collectibles',
  'health-beauty',
  'tools-hardware',
  'toys-games',
  'music-instruments',
  'art-crafts',
  'travel',
  'food',
  'imoti',
  'other',
] as const;
export const categorySchema = z.enum(categories);
export type Category = z.infer<typeof categorySchema>;

/** Other names of categories in queries. */
export const categoryAliases = {
  fashion: 'clothing',
  home: 'home-garden',
  beauty: 'health-beauty',
} as const satisfies Record<string, Category>;

/** Values of the category parameter that mean "no filter". */
export const everyCategory = ['all', 'allCategories'] as const;

/** The source of members' posts. */
export const MEMBERS_SOURCE = 'users';

export const sourceGroups = ['marketplace', 'travel', 'other'] as const;
export const sourceGroupSchema = z.enum(sourceGroups);
export type SourceGroup = z.infer<typeof sourceGroupSchema>;

export const conditions = ['new', 'like_new', 'good', 'fair', 'for_parts'] as const;
export const conditionSchema = z.enum(conditions);
export type Condition = z.infer<typeof conditionSchema>;

/** Rooms of a home; the last one means that many or more. */
export const roomCounts = ['1', '2', '3', '4', '5'] as const;

/** Square metres of a home or plot, from the first number up to below the second. */
export const areaRanges = [
  '0-40',
  '40-60',
  '60-80',
  '80-100',
  '100-150',
  '150-250',
  '250-1000',
  '1000-',
] as const;

export const propertyOffers = ['sale', 'rent'] as const;

export const dealStatuses = ['active', 'sold', 'expired', 'deleted'] as const;
export const dealStatusSchema = z.enum(dealStatuses);
export type DealStatus = z.infer<typeof dealStatusSchema>;

export const sortOrders = [
  'relevance',
  'price_asc',
  'price_desc',
  /** By the price with delivery; the price alone where that of delivery is unknown. */
  'total_asc',
  'rating',
  'newest',
] as const;
export const sortOrderSchema = z.enum(sortOrders);
export type SortOrder = z.infer<typeof sortOrderSchema>;

export const sortAliases = {
  priceAsc: 'price_asc',
  priceDesc: 'price_desc',
} as const satisfies Record<string, SortOrder>;

/** Lower edges of the price facet's buckets, in major euro units; the last bucket is open. */
export const priceBucketEdges = [
  0, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000,
] as const;

import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { currencySchema, MAX_PRICE_MINOR } from '../common/money.ts';
import { cursorSchema } from '../common/page.ts';
import { decimalNumber, flag, repeatable, wholeNumber } from '../common/query-values.ts';
import { dealIdSchema, dealSchema } from '../deals/deal.ts';
import { DEAL_PAGE_LIMIT, dealPageSchema } from '../deals/deal-page.ts';
import {
  categories,
  categoryAliases,
  conditionSchema,
  everyCategory,
  sortAliases,
  sortOrders,
  sourceGroupSchema,
  type Category,
  type SortOrder,
} from '../deals/vocabulary.ts';

export const MAX_QUERY_LENGTH = 200;
export const SUGGESTION_LIMIT = 8;
export const SIMILAR_DEALS_LIMIT = 8;
/** How many values of one repeatable filter are taken. */
export const MAX_FILTER_VALUES = 50;

const own = <Key extends string>(record: Readonly<Record<Key, unknown>>, key: string): key is Key =>
  Object.hasOwn(record, key);

const categoryParameter = z.pipe(
  z.enum([...categories, ...everyCategory, 'fashion', 'home', 'beauty']),
  z.transform((value): Category | 'all' =>
    value === 'allCategories'
      ? 'all'
      : own(categoryAliases, value)
        ? categoryAliases[value]
        : value,
  ),
);

const sortParameter = z.pipe(
  z.enum([...sortOrders, 'priceAsc', 'priceDesc']),
  z.transform((value): SortOrder => (own(sortAliases, value) ? sortAliases[value] : value)),
);

/** What was typed into the search box. No database takes a NUL in a text. */
const searchText = z
  .string()
  .check(z.maxLength(MAX_QUERY_LENGTH), z.regex(/^[^\0]*$/, 'Expected text without NUL'));

const slug = z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'Expected a lower-case name'));

/** A price in major units with at most two decimals; minor units come out. */
const majorUnits = z
  .pipe(
    z.pipe(z.union([z.number(), z.string()]), z.transform(String)),
    z.pipe(
      z
        .string()
        .check(z.regex(/^\d{1,8}(\.\d{1,2})?$/, 'Expected a price with at most two decimals')),
      z.transform((value) => Math.round(Number(value) * 100)),
    ),
  )
  .check(z.maximum(MAX_PRICE_MINOR));

export const dealListQuerySchema = z.strictObject({
  q: z.optional(searchText),
  category: repeatable(categoryParameter).check(z.maxLength(MAX_FILTER_VALUES)),
  source: repeatable(slug).check(z.maxLength(MAX_FILTER_VALUES)),
  group: repeatable(sourceGroupSchema).check(z.maxLength(MAX_FILTER_VALUES)),
  condition: repeatable(conditionSchema).check(z.maxLength(MAX_FILTER_VALUES)),
  location: repeatable(slug).check(z.maxLength(MAX_FILTER_VALUES)),
  /** Minor units of `currency` after parsing, like `maxPrice`. */
  minPrice: z.optional(majorUnits),
  maxPrice: z.optional(majorUnits),
  currency: z._default(currencySchema, 'EUR'),
  minDiscount: z.optional(wholeNumber(0, 100)),
  minRating: z.optional(decimalNumber(0, 5)),
  inStock: z.optional(flag),
  sort: z.optional(sortParameter),
  limit: z._default(wholeNumber(1, DEAL_PAGE_LIMIT.maximum), DEAL_PAGE_LIMIT.default),
  cursor: z.optional(cursorSchema),
});
export type DealListQuery = z.infer<typeof dealListQuerySchema>;

export const listDeals = defineCall({
  method: 'GET',
  path: '/api/deals',
  summary: 'Search, filter and page through deals',
  access: 'anyone',
  limit: { cost: 2 },
  audit: false,
  query: dealListQuerySchema,
  response: dealPageSchema,
});

export const suggestionSchema = z.object({
  text: z.string(),
  kind: z.enum(['query', 'category', 'brand']),
  count: z.int(),
});
export type Suggestion = z.infer<typeof suggestionSchema>;

export const suggestDeals = defineCall({
  method: 'GET',
  path: '/api/deals/suggest',
  summary: 'Complete what a visitor is typing into the search box',
  access: 'anyone',
  limit: { cost: 1 },
  audit: false,
  query: z.strictObject({ q: searchText }),
  response: z.object({ success: z.literal(true), suggestions: z.array(suggestionSchema) }),
});

export const listSimilarDeals = defineCall({
  method: 'GET',
  path: '/api/deals/:id/similar',
  summary: 'Active deals like this one, the most alike first',
  access: 'anyone',
  limit: { cost: 3 },
  audit: false,
  params: z.strictObject({ id: dealIdSchema }),
  response: z.object({ success: z.literal(true), items: z.array(dealSchema) }),
});

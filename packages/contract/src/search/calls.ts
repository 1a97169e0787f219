import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { currencySchema } from '../common/money.ts';
import { cursorSchema } from '../common/page.ts';
import { flag, searchText, wholeNumber } from '../common/query-values.ts';
import { dealParams } from '../deals/deal-id.ts';
import { dealSchema } from '../deals/deal.ts';
import { DEAL_PAGE_LIMIT, dealPageSchema } from '../deals/deal-page.ts';
import { namedSortSchema } from '../deals/other-names.ts';
import { categorySchema } from '../deals/vocabulary.ts';
import { filterParameters } from './filter-parameters.ts';
import { MAX_QUERY_LENGTH } from './filters.ts';

export const SUGGESTION_LIMIT = 8;
/** The deals shown beside suggestions. */
export const SUGGESTED_DEALS = 3;
export const SIMILAR_DEALS_LIMIT = 8;

/** The content of the search box. */
const typed = searchText(MAX_QUERY_LENGTH);

export const dealListQuerySchema = z.strictObject({
  q: z.optional(typed),
  ...filterParameters,
  currency: z._default(currencySchema, 'EUR'),
  /** Searches the words as they are. */
  raw: z.optional(flag),
  /** Counts the brands, too. */
  brands: z.optional(flag),
  sort: z.optional(namedSortSchema),
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
  scope: 'deals:read',
  query: dealListQuerySchema,
  response: dealPageSchema,
});

export const suggestionSchema = z.object({
  /** The text to search for; of a category its name in queries. */
  text: z.string(),
  kind: z.enum(['product', 'brand', 'location', 'category', 'query']),
  /** The total of the search. */
  count: z.int(),
  /** Of a product. */
  category: z.optional(categorySchema),
});
export type Suggestion = z.infer<typeof suggestionSchema>;

export const suggestDeals = defineCall({
  method: 'GET',
  path: '/api/deals/suggest',
  summary: 'Complete what a visitor is typing into the search box',
  access: 'anyone',
  limit: { cost: 3 },
  audit: false,
  scope: 'deals:read',
  query: z.strictObject({ q: typed }),
  response: z.object({
    success: z.literal(true),
    suggestions: z.readonly(z.array(suggestionSchema)),
    /** The first deals of the first suggestion. */
    deals: z._default(z.readonly(z.array(dealSchema)), []),
  }),
});

export const listSimilarDeals = defineCall({
  method: 'GET',
  path: '/api/deals/:id/similar',
  summary: 'Active deals like this one, the most alike first',
  access: 'anyone',
  limit: { cost: 3 },
  audit: false,
  scope: 'deals:read',
  params: dealParams,
  response: z.object({ success: z.literal(true), items: z.array(dealSchema) }),
});

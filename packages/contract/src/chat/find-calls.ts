import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { searchText, wholeNumber } from '../common/query-values.ts';
import { dealSchema } from '../deals/deal.ts';
import { chatRates, MAX_SEARCH_TEXT_LENGTH } from './limits.ts';
import { attachmentSchema, messageSchema } from './message.ts';
import { parseSearchText, searchParts, type SearchText } from './search-text.ts';

/** How results are ordered: the newest first, or the best match. */
export const findOrders = ['time', 'relevance'] as const;
export type FindOrder = (typeof findOrders)[number];

/** The number of results of each kind. */
export const FIND_LIMIT = { default: 8, maximum: 20 } as const;

const text = searchText(MAX_SEARCH_TEXT_LENGTH);
// A quotation mark would end the value of an operator.
const value = text.check(z.regex(/^[^"]*$/, 'Expected text without quotation marks'));

const findQuerySchema = z.strictObject({
  q: z._default(text, ''),
  /** Like the operators of the same names in `q`. */
  in: z.optional(value),
  from: z.optional(value),
  has: z.optional(z.enum(searchParts)),
  before: z.optional(z.iso.date()),
  order: z._default(z.enum(findOrders), 'time'),
  limit: z._default(wholeNumber(1, FIND_LIMIT.maximum), FIND_LIMIT.default),
});

/** The words and operators of a search, of `q` and of its parameters. */
export const searchTextOf = (query: z.output<typeof findQuerySchema>): SearchText => {
  const operators = (['in', 'from', 'has', 'before'] as const).flatMap((name) =>
    query[name] === undefined ? [] : [`${name}:"${query[name]}"`],
  );
  return parseSearchText([query.q, ...operators].join(' '));
};

export const findEverywhere = defineCall({
  method: 'GET',
  path: '/api/search',
  summary:
    'Find messages and files of one’s channels, and deals, by one text; `q` also reads `from:`, `in:`, `has:` and `before:`',
  access: 'member',
  limit: { cost: 8, rates: [{ key: 'account', ...chatRates.search }] },
  audit: false,
  scope: 'chat:read',
  query: findQuerySchema,
  response: z.object({
    success: z.literal(true),
    messages: z.array(messageSchema),
    /** Files whose message matches, each with that message. */
    files: z.array(z.object({ file: attachmentSchema, message: messageSchema })),
    /** Empty for a search with an operator, because operators are about messages. */
    deals: z.readonly(z.array(dealSchema)),
  }),
});

import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { cursorSchema } from '../common/page.ts';
import { searchText, wholeNumber } from '../common/query-values.ts';
import { userIdSchema } from '../accounts/session.ts';
import { channelIdSchema } from './channel.ts';
import { dealSchema } from '../deals/deal.ts';
import { chatRates, MAX_SEARCH_TEXT_LENGTH, SEARCH_PAGE_LIMIT } from './limits.ts';
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

/** The words of found texts that a search matched, as they are written there; none of an older node. */
const matchedWordsSchema = z._default(z.array(z.string()), []);

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
    /** Files whose names have the words, of a search without words all that it finds; each with its message. */
    files: z.array(z.object({ file: attachmentSchema, message: messageSchema })),
    matched: matchedWordsSchema,
    /** Empty for a search with an operator, because operators are about messages. */
    deals: z.readonly(z.array(dealSchema)),
  }),
});

export const searchMessages = defineCall({
  method: 'GET',
  path: '/api/message/search',
  summary:
    'Find messages in one’s channels, newest first; `q` also reads `from:`, `in:`, `has:` and `before:`',
  access: 'member',
  limit: { cost: 5, rates: [{ key: 'account', ...chatRates.search }] },
  audit: false,
  scope: 'chat:read',
  query: z.strictObject({
    q: searchText(MAX_SEARCH_TEXT_LENGTH, 1),
    channelId: z.optional(channelIdSchema),
    from: z.optional(userIdSchema),
    limit: z._default(wholeNumber(1, SEARCH_PAGE_LIMIT.maximum), SEARCH_PAGE_LIMIT.default),
    cursor: z.optional(cursorSchema),
  }),
  response: z.object({
    success: z.literal(true),
    messages: z.array(messageSchema),
    matched: matchedWordsSchema,
    nextCursor: z.nullable(z.string()),
  }),
});

/** Where a day of a channel begins, for a client that then reads the page `around` it. */
export const findMessageAt = defineCall({
  method: 'GET',
  path: '/api/message/channel/:channelId/at',
  summary: 'The first message of a channel from a time on, or its last one if there is none later',
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'chat:read',
  errors: ['not_a_member'],
  params: z.strictObject({ channelId: channelIdSchema }),
  query: z.strictObject({ time: z.iso.datetime({ offset: true }) }),
  response: z.object({
    success: z.literal(true),
    /** Its `seq`; null in a channel without messages. */
    seq: z.nullable(z.int()),
  }),
});

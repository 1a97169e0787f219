import { sql } from 'kysely';
import { euroCents } from '@izgodno/contract/common/money';
import type { Deal } from '@izgodno/contract/deals/deal';
import {
  POSSIBLE_DUPLICATES_LIMIT,
  type findPossibleDuplicates as findPossibleDuplicatesCall,
} from '@izgodno/contract/posts/calls';
import { normalLink, titleWords } from '#features/deals/api.ts';
import type { Database } from '#schema/schema.ts';
import { everyDeal } from '#features/search/api.ts';
import type { PostsCall } from './posts-context.ts';

/** The least part of common words, of all words of two titles, for likeness. */
const ALIKE = 0.5;
/** The allowed range of the prices of similar deals. */
const PRICE_RANGE = { lowest: 0.7, highest: 1.4 } as const;
/** Words of a title that are searched for; all must match, so more would find only copies. */
const SEARCHED_WORDS = 3;
const CANDIDATES = 40;

/**
 * The likeness of two titles: 1 for the same words in any order, 0 for none in common (Jaccard).
 */
const likeness = (one: string, other: string): number => {
  const words = titleWords(one);
  const others = titleWords(other);
  const all = new Set([...words, ...others]);
  const common = [...words].filter((word) => others.has(word));
  return all.size === 0 ? 0 : common.length / all.size;
};

const findPostsWithLink = async (database: Database, link: string): Promise<readonly number[]> => {
  const rows = await database
    .selectFrom('deals')
    .select('id')
    .where('seller_id', 'is not', null)
    .where('status', '=', 'active')
    .where(sql<boolean>`md5(link) = md5(${link})`)
    .where('link', '=', link)
    .limit(CANDIDATES)
    .execute();
  return rows.map(({ id }) => id);
};

/** Active deals that a new post may duplicate: those of the same page first, then by likeness. */
export const findPossibleDuplicates: PostsCall<typeof findPossibleDuplicatesCall> = async (
  { database, dealLookup, search },
  { body: { title, price, category, link, except } },
) => {
  const cents = price === undefined ? null : euroCents(price);
  const words = [...titleWords(title)].slice(0, SEARCHED_WORDS);
  const [page, posts] = await Promise.all([
    words.length === 0
      ? null
      : search.search(
          {
            ...everyDeal,
            text: words.join(' '),
            raw: true,
            category: category === undefined ? [] : [category],
            minPrice: cents === null ? null : Math.floor(cents * PRICE_RANGE.lowest),
            maxPrice: cents === null ? null : Math.ceil(cents * PRICE_RANGE.highest),
            sort: 'relevance',
          },
          CANDIDATES,
          null,
        ),
    link === undefined || link === null ? [] : findPostsWithLink(database, link),
  ]);
  const ids = new Set([...posts, ...(page?.hits ?? []).map(({ id }) => Number(id))]);
  const deals = (await dealLookup.read([...ids])).filter(({ id }) => id !== except);

  // Null for a link that leads to a shop rather than to an offer.
  const linkedPage = typeof link === 'string' ? normalLink(link) : null;
  const isSamePage = ({ url }: Deal): boolean =>
    linkedPage !== null && url !== undefined && normalLink(url) === linkedPage;
  const duplicates = deals
    .map((deal) => ({ deal, samePage: isSamePage(deal), likeness: likeness(title, deal.title) }))
    .filter((found) => found.samePage || found.likeness >= ALIKE)
    .sort((a, b) => Number(b.samePage) - Number(a.samePage) || b.likeness - a.likeness)
    .slice(0, POSSIBLE_DUPLICATES_LIMIT)
    .map(({ deal, samePage }) => ({ deal, reason: samePage ? 'same_link' : 'similar' }) as const);
  return { duplicates };
};

import type { Deal } from '@izgodno/contract/deals/deal';
import { SIMILAR_DEALS_LIMIT } from '@izgodno/contract/search/calls';
import { everyDeal, type DealQuery, type DealSearch } from './deal-search.ts';

/** The number of words of a title that name the product; sizes, colours and praise follow. */
const SIGNIFICANT_TERMS = 3;

/** The title's first words, after the brand if the title does not begin with it. */
const significantTerms = (deal: Deal): readonly string[] => {
  const words: readonly string[] = deal.title.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const brand = deal.brand?.match(/[\p{L}\p{N}]{2,}/gu)?.[0];
  const named = brand !== undefined && words.includes(brand) ? [brand, ...words] : words;
  return [...new Set(named)].slice(0, SIGNIFICANT_TERMS);
};

const alike = (deal: Deal, text: string): DealQuery => ({
  ...everyDeal,
  category: [deal.category],
  text,
  sort: text === '' ? 'newest' : 'relevance',
});

/** From the narrowest query to the widest: fewer and fewer words, finally the category alone. */
const questionsAbout = (deal: Deal): readonly DealQuery[] => {
  const words = significantTerms(deal);
  return [...words, ''].map((_, dropped) =>
    alike(deal, words.slice(0, words.length - dropped).join(' ')),
  );
};

/** Ids of active deals like a deal, the most alike first. */
export const findSimilar = async (search: DealSearch, deal: Deal): Promise<readonly number[]> => {
  const found = new Set<string>();
  for (const question of questionsAbout(deal)) {
    const page = await search.search(question, SIMILAR_DEALS_LIMIT + 1, null);
    // A corrected query does not count, because a corrected word is another word.
    if (page.correctedQuery !== null) continue;
    for (const { id } of page.hits) if (id !== deal.id) found.add(id);
    if (found.size >= SIMILAR_DEALS_LIMIT) break;
  }
  return [...found].slice(0, SIMILAR_DEALS_LIMIT).map(Number);
};

import type { Suggestion } from '@izgodno/contract/search/calls';
import { categories, type Category } from '@izgodno/contract/deals/vocabulary';
import { analyse } from '../analysis/analyser.ts';
import { completeQuery } from '../analysis/complete.ts';
import { searchableText } from '../analysis/searchable-text.ts';
import type { Vocabulary } from '../analysis/types.ts';
import type { BrandCounts } from './brand-counts.ts';

/** The data that suggestions are made from. */
export interface SuggestionSources {
  readonly vocabulary: Vocabulary;
  readonly brands: BrandCounts;
  countCategory(category: Category): number;
  /** The number of live deals that contain the word and match the text before it, if any. */
  countWith(before: string, word: string): number;
}

/** The words of each category's names in both languages. */
const categoryWords: readonly (readonly [Category, readonly string[]])[] = categories.map(
  (category) => {
    const names = searchableText({ title: '', description: '', brand: null, tags: [], category });
    return [category, analyse(names.category).map(({ terms }) => terms[0])];
  },
);

const suggestCategories = (term: string, sources: SuggestionSources): Suggestion[] => {
  const [typed, ...others] = analyse(term).map(({ terms }) => terms[0]);
  if (typed === undefined || others.length > 0) return [];
  return categoryWords
    .filter(([, words]) => words.some((word) => word.startsWith(typed)))
    .map(([category]) => ({
      text: category,
      kind: 'category',
      count: sources.countCategory(category),
    }));
};

const suggestQueries = (term: string, limit: number, sources: SuggestionSources): Suggestion[] =>
  completeQuery(term, sources.vocabulary, limit).map(({ text, before, commonest }) => ({
    text,
    kind: 'query',
    count: sources.countWith(before.trim(), commonest),
  }));

const mostFrequentFirst = (a: Suggestion, b: Suggestion): number =>
  b.count - a.count || (a.text < b.text ? -1 : 1);

/** Completions of the last typed term, those with the most matching deals first. */
export const suggest = (
  text: string,
  limit: number,
  sources: SuggestionSources,
): readonly Suggestion[] => {
  const term = text.slice(text.lastIndexOf(',') + 1).trimStart();
  if (term.trim() === '') return [];
  const brands = sources.brands
    .beginningWith(term, limit)
    .map(({ text, count }): Suggestion => ({ text, kind: 'brand', count }));
  const brandTexts = new Set(brands.map((brand) => brand.text.toLowerCase()));
  return [
    ...suggestCategories(term, sources),
    ...brands,
    ...suggestQueries(term, limit, sources).filter(({ text }) => !brandTexts.has(text)),
  ]
    .filter(({ count }) => count > 0)
    .sort(mostFrequentFirst)
    .slice(0, limit);
};

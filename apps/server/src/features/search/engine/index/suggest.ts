import type { Suggestion } from '@izgodno/contract/search/calls';
import { categories, type Category } from '@izgodno/contract/deals/vocabulary';
import { inOtherScript } from '@izgodno/contract/common/transliteration';
import { analyse } from '../analysis/analyser.ts';
import { completeQuery } from '../analysis/complete.ts';
import { conceptMark } from '../analysis/concepts.ts';
import { inOtherLayouts } from '../analysis/keyboard-layouts.ts';
import { kindTerm } from '../analysis/kinds.ts';
import { namesWith, type FoundName } from '../analysis/known-names.ts';
import { searchableText } from '../analysis/searchable-text.ts';
import type { Vocabulary } from '../analysis/types.ts';
import type { BrandCounts } from './brand-counts.ts';

/** The data that suggestions are made from. */
export interface SuggestionSources {
  readonly vocabulary: Vocabulary;
  readonly brands: BrandCounts;
  countCategory(category: Category): number;
}

/** The most of each sort. */
const MOST = { product: 5, brand: 3, location: 3, category: 2 } as const;

/** Spellings of the last word in the other script that are looked up. */
const SPELLINGS = 4;

/** The words of each category's names in both languages. */
const categoryWords: readonly (readonly [Category, readonly string[]])[] = categories.map(
  (category) => {
    const names = searchableText({
      title: '',
      description: '',
      brandName: null,
      kind: null,
      tags: '',
      category,
      source: null,
    });
    return [category, analyse(names.category).map(({ terms }) => terms[0])];
  },
);

const suggestCategories = (term: string, sources: SuggestionSources): Suggestion[] => {
  const [typed, ...others] = analyse(term).map(({ terms }) => terms[0]);
  if (typed === undefined || others.length > 0) return [];
  return categoryWords
    .filter(([, words]) => words.some((word) => word.startsWith(typed)))
    .map(([category]): Suggestion => ({
      text: category,
      kind: 'category',
      count: sources.countCategory(category),
    }))
    .sort(mostFrequentFirst)
    .slice(0, MOST.category);
};

/** The ends of a text that may be the beginning of a name, the longest first. */
const endsOf = (text: string): readonly string[] =>
  Array.from(text.matchAll(/(?<!\S)\S/gu), ({ index }) => text.slice(index).toLowerCase());

/** The text with its last word in the other script. */
const inOtherScripts = (text: string): readonly string[] => {
  const [, before = '', last = ''] = /^(.*\s)?(\S*)$/su.exec(text.toLowerCase()) ?? [];
  // „маратонки 4“ is no beginning of „Чисто“.
  if (!/\p{L}/u.test(last)) return [];
  const words = before.split(' ').map((word) => inOtherScript(word)[0]?.text ?? word);
  return inOtherScript(last)
    .slice(0, SPELLINGS)
    .map(({ text: spelt }) => [...words.slice(0, -1), spelt].join(' '));
};

interface NamesFound {
  readonly before: string;
  readonly names: readonly FoundName[];
}

/** The first words of a text. */
const firstWords = (text: string, count: number): string =>
  text
    .split(/(?<=\s)(?=\S)/u)
    .slice(0, count)
    .join('');

/** The names that the longest end of a reading begins, after the words as they are typed. */
const namesAtEnd = (reading: string, typed: string): NamesFound | null => {
  for (const [at, prefix] of endsOf(reading).entries()) {
    const names = namesWith(prefix);
    if (names.length > 0) return { before: firstWords(typed, at), names };
  }
  return null;
};

/** Whether a name fits what is typed better than another of the same kind. */
const isBetter = (name: FoundName, other: FoundName | undefined): boolean =>
  other === undefined ||
  (name.isStart && !other.isStart) ||
  (name.isStart === other.isStart && name.rank < other.rank);

const hasPrefix = (name: string, text: string): boolean =>
  name.toLowerCase().startsWith(text.trim().toLowerCase());

/** The kinds of products that live deals are, unless seen, each under the name that fits best. */
const suggestProducts = (
  { before, names }: NamesFound,
  seen: Set<string>,
  { vocabulary }: SuggestionSources,
): Suggestion[] => {
  const byKind = new Map<string, FoundName>();
  for (const name of names) {
    if (name.of !== 'product' || seen.has(name.id)) continue;
    if (isBetter(name, byKind.get(name.id))) byKind.set(name.id, name);
  }
  for (const id of byKind.keys()) seen.add(id);
  return Array.from(byKind.values(), ({ name, id, category, isStart }) => ({
    isStart,
    suggestion: {
      text: before + name,
      kind: 'product' as const,
      count: vocabulary.frequency(kindTerm(conceptMark + id)),
      ...(category === null ? {} : { category }),
    },
  }))
    .filter(({ suggestion }) => suggestion.count > 0)
    .sort(
      (a, b) =>
        Number(b.isStart) - Number(a.isStart) || mostFrequentFirst(a.suggestion, b.suggestion),
    )
    .slice(0, MOST.product)
    .map(({ suggestion }) => suggestion);
};

const suggestLocations = ({ before, names }: NamesFound): Suggestion[] =>
  names
    .filter(({ of, isStart }) => of === 'location' && isStart)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST.location)
    .map(({ name }) => ({ text: before + name, kind: 'location', count: 1 }));

/** Brands of deals, and known ones under any of their spellings, after the words as they are typed. */
const suggestBrands = (
  reading: string,
  typed: string,
  found: NamesFound | null,
  { brands }: SuggestionSources,
): Suggestion[] => {
  const ofDeals = endsOf(reading).flatMap((prefix, at) =>
    brands.beginningWith(prefix, MOST.brand).map(({ text: name, count }): Suggestion => ({
      text: firstWords(typed, at) + name,
      kind: 'brand',
      count,
    })),
  );
  const known = (found?.names ?? []).flatMap(({ of, id }): Suggestion[] =>
    of === 'brand' ? [{ text: (found?.before ?? '') + id, kind: 'brand', count: 1 }] : [],
  );
  return firstOfEach([...ofDeals, ...known]).slice(0, MOST.brand);
};

const isOneScript = (text: string): boolean =>
  !/\p{Script=Cyrillic}/u.test(text) || !/\p{Script=Latin}/u.test(text);

/** Words of deals, for what has no name. */
const suggestQueries = (term: string, limit: number, sources: SuggestionSources): Suggestion[] =>
  completeQuery(term, sources.vocabulary, limit)
    .filter(({ text }) => isOneScript(text))
    .map(({ text, commonest }) => ({
      text,
      kind: 'query',
      count: sources.vocabulary.frequency(commonest),
    }));

function mostFrequentFirst(a: Suggestion, b: Suggestion): number {
  return b.count - a.count || (a.text < b.text ? -1 : 1);
}

const firstOfEach = (suggestions: readonly Suggestion[]): readonly Suggestion[] =>
  [
    ...new Map(
      suggestions.toReversed().map((suggestion) => [suggestion.text.toLowerCase(), suggestion]),
    ).values(),
  ].toReversed();

/** Not more products than are shown of one reading: those of the other script hid the places. */
const withFewProducts = (suggestions: readonly Suggestion[]): readonly Suggestion[] => {
  const products = suggestions.filter(({ kind }) => kind === 'product');
  const left: ReadonlySet<Suggestion> = new Set(products.slice(MOST.product));
  return suggestions.filter((each) => !left.has(each));
};

/**
 * Whether the last of several words begins a location in its own script: „апартамент за п“ begins no
 * "Pazardzhik".
 */
const endsInLocation = (text: string): boolean => {
  const [, last = ''] = /\s(\S+)$/u.exec(text.toLowerCase()) ?? [];
  return last !== '' && namesWith(last).some(({ of, isStart }) => of === 'location' && isStart);
};

const withText = (suggestion: Suggestion, text: string): Suggestion => ({ ...suggestion, text });

const suggestNames = (
  reading: string,
  typed: string,
  seen: Set<string>,
  sources: SuggestionSources,
): readonly Suggestion[] => {
  const found = namesAtEnd(reading, typed);
  return [
    ...(found === null ? [] : suggestProducts(found, seen, sources)),
    ...suggestBrands(reading, typed, found, sources),
    ...(found === null ? [] : suggestLocations(found)),
  ];
};

/**
 * Candidates for what is being typed after the last comma, each as the whole text: kinds of
 * products, brands, places and categories, in either script or keyboard layout; words of deals only
 * if there are none of these, and the typed text itself. Counts are estimates: some find nothing.
 */
export const suggest = (
  text: string,
  limit: number,
  sources: SuggestionSources,
): readonly Suggestion[] => {
  const start = text.lastIndexOf(',') + 1;
  const term = text.slice(start).trimStart();
  if (term.trim() === '') return [];
  const earlier = start === 0 ? '' : `${text.slice(0, start - 1).trim()}, `;
  const seen = new Set<string>();
  const asTyped = suggestNames(term, term, seen, sources);
  const inOthers = inOtherScripts(term).flatMap((reading) =>
    suggestNames(reading, term, seen, sources),
  );
  const others = inOthers.filter(({ kind }) => kind !== 'location' || !endsInLocation(term));
  const typed = withFewProducts([...asTyped, ...others]);
  const ofCategories = start === 0 ? suggestCategories(term, sources) : [];
  let found: readonly Suggestion[] = [...typed, ...ofCategories];
  for (const reading of inOtherLayouts(term)) {
    if (found.length > 0) break;
    found = suggestNames(reading, reading, seen, sources).filter(({ text: name }) =>
      hasPrefix(name, reading),
    );
  }
  if (found.length === 0) {
    const query: Suggestion = { text: term.trim(), kind: 'query', count: 1 };
    found = [query, ...suggestQueries(term, limit, sources)];
  }
  return firstOfEach(found)
    .slice(0, limit)
    .map((suggestion) => withText(suggestion, earlier + suggestion.text));
};

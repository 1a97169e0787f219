import type { DealQuery } from './deal-search.ts';
import {
  asksYears,
  conceptOfName,
  termsOfLexeme,
  termsOfNumber,
  termsOfUnit,
  textOf,
} from './engine/analysis/readings.ts';
import { withTowns } from './understanding/locations.ts';
import { boundedQuery, type QueryUnit } from './engine/analysis/query-syntax.ts';
import { wordAtEnd } from './engine/analysis/unfinished.ts';
import { unitsOfText } from './engine/analysis/significant-units.ts';
import { isPart } from './engine/analysis/omissions.ts';
import { kindsOfUnit } from './engine/analysis/unit-kinds.ts';
import { exactScore, formsOf, formsOfConcept } from './engine/analysis/word-variants.ts';
import { analyseDocument, scorePhrase, type AnalysedDocument } from './engine/analysis/score.ts';
import { searchableText, type DealTexts } from './engine/analysis/searchable-text.ts';
import { prefixesOfWord, shortestPrefix } from './engine/analysis/spelling.ts';
import type { Lexeme } from './engine/analysis/scanner.ts';
import {
  stemMark,
  type Clause,
  type QueryTerm,
  type TermVariant,
} from './engine/analysis/types.ts';

/** Filters that queries without words wait under, beside the category: the first that is set, as the rarest. */
const rareFilters = ['brand', 'location', 'source'] as const;
type RareFilter = (typeof rareFilters)[number];

/** What a percolator reads of a deal. */
export type PercolatedDeal = DealTexts & Readonly<Record<RareFilter, string | null>>;

/** What is known of a unit of queries, whatever the deals are. */
interface KnownUnit {
  readonly number: number;
  /** The kinds of the products that it may name. */
  readonly kinds: readonly string[];
  /** Whether it names them as it is typed, and not only by a transliteration that may be meant. */
  readonly isPlain: boolean;
}

/** What a deal must have to match a text: all of the units, each by its number. */
interface Alternative<Value> {
  /** Of the queries with this text. */
  readonly values: Value[];
  readonly units: readonly number[];
  /** The kinds of the product that is searched, one of which the deal must be; null if there is none. */
  readonly kinds: readonly string[] | null;
  /** Whether a deal that has each unit as it is typed matches for certain. */
  readonly isPlain: boolean;
}

/** A unit of several words, by its number and theirs. */
interface Compound {
  readonly number: number;
  readonly words: readonly number[];
  /** As it is typed. */
  readonly phrase: Clause;
}

/** How the words of a deal match those of a query. */
export type Match = 'certain' | 'possible';

type PercolatedQuery = Pick<DealQuery, 'text' | 'category' | RareFilter>;

/** Longer prefixes are looked up by this beginning. */
const LONGEST_PREFIX = 16;

/** A key for each value of a rare filter, if one is set, with each category. */
const keysOf = (
  filter: RareFilter | null,
  values: readonly (string | null)[],
  categories: readonly string[],
): readonly string[] =>
  values.flatMap((value) => categories.map((category) => `${filter} ${value} ${category}`));

const ANY = [''];

/** The keys under which a query without words is stored. */
const keysOfQuery = (query: PercolatedQuery): readonly string[] => {
  const categories = query.category.length === 0 ? ANY : query.category;
  const filter = rareFilters.find((name) => query[name].length > 0);
  if (filter === undefined) return keysOf(null, ANY, categories);
  const values = filter === 'location' ? query.location.flatMap(withTowns) : query[filter];
  return keysOf(filter, [...new Set(values)], categories);
};

const keysOfDeal = (deal: PercolatedDeal): readonly string[] => {
  const categories = [...ANY, deal.category];
  return [
    ...keysOf(null, ANY, categories),
    ...rareFilters.flatMap((name) => keysOf(name, [deal[name]], categories)),
  ];
};

const pushTo = <Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void => {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
};

/** The unit that has the fewest items; null of none. */
const fewestIn = (
  lists: ReadonlyMap<number, readonly unknown[]>,
  units: readonly number[],
): number | null => {
  let rarest: number | null = null;
  let fewest = Infinity;
  for (const unit of units) {
    const waiting = lists.get(unit)?.length ?? 0;
    if (waiting >= fewest) continue;
    rarest = unit;
    fewest = waiting;
  }
  return rarest;
};

/** Removes the items of a list that are not kept, and the list with the last of them. */
const keepOf = <Key, Item>(
  lists: Map<Key, Item[]>,
  key: Key,
  isIncluded: (item: Item) => boolean,
): void => {
  const list = lists.get(key) ?? [];
  // In place, because alternatives share the list of their text.
  list.splice(0, list.length, ...list.filter(isIncluded));
  if (list.length === 0) lists.delete(key);
};

/** The kinds of the products that a unit names with these terms. */
const kindsNamed = (unit: QueryUnit, terms: Iterable<string>): readonly string[] => {
  const variants = [...terms].map((term) => ({ term, score: exactScore }));
  return kindsOfUnit({ unit, readings: [{ clauses: [{ words: [{ variants }] }], known: true }] });
};

/** Whether a unit that names a product says what another product is for or has. */
const isNoProduct = (unit: QueryUnit | undefined, text: string): boolean =>
  unit === undefined || unit.quoted || isPart({ unit, readings: [] }, text);

/** The variants of a lexeme as it is typed. */
const variantsAsTyped = (lexeme: Lexeme): readonly TermVariant[] =>
  lexeme.kind === 'word'
    ? formsOf(lexeme.text, exactScore)
    : termsOfNumber(lexeme).map((term) => ({ term, score: exactScore }));

const termAsTyped = (lexeme: Lexeme): QueryTerm => ({ variants: variantsAsTyped(lexeme) });

const termsOfVariants = (variants: readonly TermVariant[]): readonly string[] =>
  variants.map(({ term }) => term);

/** The terms of a unit as it is typed: of a word, a number, or a two-word name. */
const termsAsTyped = (unit: QueryUnit): readonly string[] => {
  const concept = conceptOfName(unit);
  if (concept !== undefined) return termsOfVariants(formsOfConcept(concept, exactScore));
  const [first, ...others] = unit.lexemes;
  // The words of a phrase must be adjacent, which terms do not tell.
  return first === undefined || others.length > 0 ? [] : termsOfVariants(variantsAsTyped(first));
};

const addTo = (set: Set<number>, units: readonly number[] = []): void => {
  for (const unit of units) set.add(unit);
};

/**
 * Finds the queries that a deal may match, without asking each of them: the reverse of a search.
 * A text waits under the rarest of its words, once for all queries that have it; a query without words
 * waits under the values of one of its filters.
 *
 * Every query that the deal matches as it is typed is found. A match is certain if the deal has its
 * words as they are typed; else only a search knows, because other deals affect how a word is read.
 * Filters are left to the caller.
 */
export class Percolator<Value> {
  /** By what is typed for them. */
  readonly #units = new Map<string, KnownUnit>();
  readonly #unitsByTerm = new Map<string, number[]>();
  /** Each beginning of such a prefix is a key too, so that a lookup ends with the first that is not. */
  readonly #unitsByPrefix = new Map<string, number[]>();
  /** The units that a deal with the term has as they are typed. */
  readonly #typedByTerm = new Map<string, number[]>();
  /** By one of their words. */
  readonly #compounds = new Map<number, Compound[]>();
  readonly #byUnit = new Map<number, Alternative<Value>[]>();
  /** The values of queries with words. */
  readonly #byText = new Map<string, Value[]>();
  /** The values of queries without words. */
  readonly #byFilter = new Map<string, Value[]>();

  /** The units in memory, also of removed queries: others may have the same. */
  get size(): number {
    return this.#units.size;
  }

  add(query: PercolatedQuery, value: Value): void {
    const waiting = this.#byText.get(query.text);
    if (waiting !== undefined) {
      waiting.push(value);
      return;
    }
    const values = [value];
    const alternatives = this.#alternativesOf(query.text, values);
    if (alternatives.length === 0) {
      for (const key of keysOfQuery(query)) pushTo(this.#byFilter, key, value);
      return;
    }
    this.#byText.set(query.text, values);
    for (const alternative of alternatives) {
      const rarest = fewestIn(this.#byUnit, alternative.units);
      if (rarest !== null) pushTo(this.#byUnit, rarest, alternative);
    }
  }

  /** Removes a value that was added with this query. */
  remove(query: PercolatedQuery, value: Value): void {
    const isOther = (each: Value) => each !== value;
    const values = this.#byText.get(query.text);
    if (values === undefined) {
      for (const key of keysOfQuery(query)) keepOf(this.#byFilter, key, isOther);
      return;
    }
    keepOf(this.#byText, query.text, isOther);
    if (values.length > 0) return;
    for (const { units } of this.#alternativesOf(query.text, values))
      for (const unit of units) keepOf(this.#byUnit, unit, (each) => each.values !== values);
  }

  /**
   * The values whose queries the words of the deal may match: lists of those with the same text, or
   * without words.
   */
  find(deal: PercolatedDeal): ReadonlyMap<readonly Value[], Match> {
    const found = new Map<readonly Value[], Match>();
    const document = analyseDocument(searchableText(deal));
    const { present, typed } = this.#unitsOf(document);
    for (const unit of present) {
      for (const { values, units, kinds, isPlain } of this.#byUnit.get(unit) ?? []) {
        if (!units.every((each) => present.has(each))) continue;
        if (kinds !== null && !kinds.some((kind) => document.has(kind))) continue;
        const isCertain = isPlain && units.every((each) => typed.has(each));
        found.set(values, isCertain ? 'certain' : 'possible');
      }
    }
    for (const key of keysOfDeal(deal)) {
      const values = this.#byFilter.get(key);
      if (values !== undefined) found.set(values, 'certain');
    }
    return found;
  }

  /** The units that a deal may have, and those that it has as they are typed. */
  #unitsOf(document: AnalysedDocument) {
    const present = new Set<number>();
    const typed = new Set<number>();
    for (const term of document.keys()) {
      addTo(present, this.#unitsByTerm.get(term));
      addTo(typed, this.#typedByTerm.get(term));
      if (term.startsWith(stemMark)) continue;
      const longest = Math.min(term.length, LONGEST_PREFIX);
      for (let length = shortestPrefix; length <= longest; length += 1) {
        const units = this.#unitsByPrefix.get(term.slice(0, length));
        if (units === undefined) break;
        addTo(present, units);
      }
    }
    for (const unit of present) {
      for (const { number, words, phrase } of this.#compounds.get(unit) ?? []) {
        if (!words.every((word) => present.has(word))) continue;
        present.add(number);
        if (scorePhrase(phrase, document) !== null) typed.add(number);
      }
    }
    return { present, typed };
  }

  #alternativesOf(typed: string, values: Value[]): readonly Alternative<Value>[] {
    const text = boundedQuery(typed);
    const alternatives = unitsOfText(text);
    return alternatives.map((units) => {
      const known = units.map((unit) => this.#know(unit, text));
      const products = known.filter(
        ({ kinds }, at) => kinds.length > 0 && !isNoProduct(units[at], text),
      );
      const [product, ...others] = products;
      // Other deals decide which of several products is searched, and which transliteration is meant.
      const isPlain =
        alternatives.length === 1 && others.length === 0 && product?.isPlain !== false;
      return {
        values,
        units: known.map(({ number }) => number),
        kinds: isPlain ? (product?.kinds ?? null) : null,
        isPlain,
      };
    });
  }

  #know(unit: QueryUnit, text: string): KnownUnit {
    const atEnd = wordAtEnd(unit, text);
    const how = [
      unit.quoted ? 'quoted' : '',
      atEnd === null ? '' : 'last',
      asksYears(unit) ? 'years' : '',
    ];
    const key = `${how.join('')}:${textOf(text, unit)}`;
    const known = this.#units.get(key);
    if (known !== undefined) return known;
    const every = termsOfUnit(unit, text);
    const asTyped = termsAsTyped(unit);
    const kinds = kindsNamed(unit, [...every, ...unit.lexemes.flatMap(termsOfLexeme)]);
    const number = this.#units.size;
    const typedKinds = kindsNamed(unit, termsOfVariants(unit.lexemes.flatMap(variantsAsTyped)));
    const isPlain = typedKinds.length === kinds.length;
    const added = { number, kinds, isPlain };
    this.#units.set(key, added);
    for (const term of every) pushTo(this.#unitsByTerm, term, number);
    for (const prefix of atEnd === null ? [] : prefixesOfWord(atEnd.text))
      this.#addPrefix(prefix.slice(0, LONGEST_PREFIX), number);
    this.#addCompound(number, unit, text);
    for (const term of isPlain ? asTyped : []) pushTo(this.#typedByTerm, term, number);
    return added;
  }

  #addPrefix(prefix: string, unit: number): void {
    for (let length = shortestPrefix; length < prefix.length; length += 1) {
      const beginning = prefix.slice(0, length);
      if (!this.#unitsByPrefix.has(beginning)) this.#unitsByPrefix.set(beginning, []);
    }
    pushTo(this.#unitsByPrefix, prefix, unit);
  }

  #addCompound(number: number, { lexemes }: QueryUnit, text: string): void {
    const [first, ...others] = lexemes;
    if (first === undefined || others.length === 0) return;
    const numbers = lexemes.map(
      (lexeme) => this.#know({ quoted: true, lexemes: [lexeme] }, text).number,
    );
    const phrase: Clause = { words: [termAsTyped(first), ...others.map(termAsTyped)] };
    const rarest = fewestIn(this.#compounds, numbers);
    if (rarest !== null) pushTo(this.#compounds, rarest, { number, words: numbers, phrase });
  }
}

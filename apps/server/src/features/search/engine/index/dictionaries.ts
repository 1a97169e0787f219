import { BrandDictionary } from './brand-dictionary.ts';
import { Ordinals } from './ordinals.ts';
import { TermDictionary } from './term-dictionary.ts';

/** "None" in the list of locations. */
export const NONE = '';

/** Maps the numbers in all segments to their values. It only grows. */
export interface Dictionaries {
  readonly terms: TermDictionary;
  readonly sources: Ordinals;
  readonly locations: Ordinals;
  readonly brands: BrandDictionary;
}

export interface DictionariesContent {
  readonly terms: Iterable<string>;
  readonly sources: Iterable<string>;
  readonly locations: Iterable<string>;
  readonly brands: Iterable<string>;
}

export const createDictionaries = (
  content: DictionariesContent = { terms: [], sources: [], locations: [NONE], brands: [] },
): Dictionaries => ({
  terms: new TermDictionary(content.terms),
  sources: new Ordinals(content.sources),
  locations: new Ordinals(content.locations),
  brands: new BrandDictionary(content.brands),
});

/** All values, in the order of their numbers. */
export const valuesOf = ({ terms, sources, locations, brands }: Dictionaries) => ({
  terms: terms.terms,
  sources: sources.values,
  locations: locations.values,
  brands: brands.values,
});
export type DictionaryValues = Readonly<ReturnType<typeof valuesOf>>;

/** Adds values, each with the next number unless it has one. */
export const extendDictionaries = (
  { terms, sources, locations, brands }: Dictionaries,
  content: DictionariesContent,
): void => {
  for (const value of content.terms) terms.add(value);
  for (const value of content.sources) sources.add(value);
  for (const value of content.locations) locations.add(value);
  brands.extend(content.brands);
};

import { Ordinals } from './ordinals.ts';
import { TermDictionary } from './term-dictionary.ts';

/** "None" in the catalogue's lists of locations and brands. */
export const NONE = '';

/** Maps the numbers in all segments to their values. It only grows. */
export interface Dictionaries {
  readonly terms: TermDictionary;
  readonly sources: Ordinals;
  readonly locations: Ordinals;
  readonly brands: Ordinals;
}

export interface DictionariesContent {
  readonly terms: Iterable<string>;
  readonly sources: Iterable<string>;
  readonly locations: Iterable<string>;
  readonly brands: Iterable<string>;
}

export const createDictionaries = (
  content: DictionariesContent = { terms: [], sources: [], locations: [NONE], brands: [NONE] },
): Dictionaries => ({
  terms: new TermDictionary(content.terms),
  sources: new Ordinals(content.sources),
  locations: new Ordinals(content.locations),
  brands: new Ordinals(content.brands),
});

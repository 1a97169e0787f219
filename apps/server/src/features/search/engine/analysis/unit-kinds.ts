import { kindById } from '../../kinds/kinds.ts';
import { productOf } from './brands.ts';
import { conceptOf, countryOf, isCountry, isJourney, isProduct, kindOfTerm } from './concepts.ts';
import { kindTerms } from './kinds.ts';
import type { QueryUnit } from './query-syntax.ts';
import { conceptOfName, type Reading } from './readings.ts';
import { stem } from './stem.ts';

/** A unit of a query with its readings. */
export interface ReadUnit {
  readonly unit: QueryUnit;
  readonly readings: readonly Reading[];
}

/** The widest kind of journeys with a bed. */
const [stayTerm = ''] = kindTerms('holiday');

/** The concepts of the products that a unit names. */
export const productsOf = ({ readings }: ReadUnit): readonly string[] => {
  const words = readings.flatMap(({ clauses }) => clauses.flatMap(({ words }) => words));
  const terms = words.flatMap(({ variants }) => variants.map(({ term }) => term));
  return [...new Set(terms.filter(isProduct))];
};

/** The concept of the product that a unit names: of a two-word name („чанта за лаптоп“), or a word. */
const conceptsOfUnit = (read: ReadUnit): readonly string[] => {
  const name = conceptOfName(read.unit) ?? '';
  return isProduct(name) ? [name] : productsOf(read);
};

/** Any stay answers a search for one, whatever it is called; flights are found by their words. */
const termsOfKind = (concept: string, isWhole: boolean): readonly string[] => {
  const terms = kindTerms(kindOfTerm(concept)?.id ?? '');
  if (!isJourney(concept)) return isWhole ? terms : terms.slice(0, 1);
  return terms.length > 1 ? terms.slice(-1) : terms.filter((term) => term === stayTerm);
};

/** The terms of the kinds that a unit names. */
export const kindsOfUnit = (read: ReadUnit): readonly string[] => {
  const isWhole = conceptOfName(read.unit) !== undefined;
  return conceptsOfUnit(read).flatMap((concept) => termsOfKind(concept, isWhole));
};

export const namesStay = (units: readonly ReadUnit[]): boolean =>
  units.some((read) => kindsOfUnit(read).includes(stayTerm));

/** Whether a unit names a country or a place in one: where a journey goes matters most. */
export const namesCountry = ({ unit }: ReadUnit): boolean =>
  unit.lexemes.some(({ text }) => {
    const stemmed = stem(text);
    return countryOf(stemmed) !== undefined || isCountry(conceptOf(stemmed) ?? '');
  });

/** The product that a brand without deals is known for. */
export const productOfBrand = ({ lexemes }: QueryUnit): string | undefined =>
  lexemes.length === 1 ? productOf(stem(lexemes[0]?.text ?? '')) : undefined;

/** What is near a product without deals: what a brand is known for, or the wider kind. */
export const nearProduct = ({ lexemes }: QueryUnit): string | undefined => {
  for (const { text } of lexemes) {
    const known = productOf(stem(text));
    if (known !== undefined) return known;
    const kind = kindOfTerm(conceptOf(stem(text)) ?? '');
    const wider = kindById.get(kind?.wider ?? '')?.bg[0];
    if (wider !== undefined) return wider;
  }
  return undefined;
};

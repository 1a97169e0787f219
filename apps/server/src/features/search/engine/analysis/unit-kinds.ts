import { isAccessory, isService, kindById, kindsCalledBy } from '../../kinds/kinds.ts';
import { usedWith, nearKinds } from '../../kinds/google-taxonomy.ts';
import { homonymsOf } from '../../kinds/homonyms.ts';
import { productOf } from './brands.ts';
import {
  conceptMark,
  conceptOf,
  conceptsFrom,
  countriesFrom,
  isCountry,
  isJourney,
  isLocation,
  isProduct,
  kindOfTerm,
  productInLatin,
} from './concepts.ts';
import { kindTerms, partTerms } from './kinds.ts';
import { saysLack, type QueryUnit } from './query-syntax.ts';
import { conceptOfName, type Reading } from './readings.ts';
import type { Lexeme } from './scanner.ts';
import { stem } from './stem.ts';
import type { Clause } from './types.ts';
import { exactScore } from './word-variants.ts';

/** A unit of a query with its readings. */
export interface ReadUnit {
  readonly unit: QueryUnit;
  readonly readings: readonly Reading[];
}

/** The widest kind of journeys with a bed. */
const [stayTerm = ''] = kindTerms('holiday');

/** What any stay matches. */
export const stayClause: Clause = {
  words: [{ variants: [{ term: stayTerm, score: exactScore }] }],
};

/** The concepts of the products that a unit names. */
export const productsOf = ({ readings }: ReadUnit): readonly string[] => {
  const words = readings.flatMap(({ clauses }) => clauses.flatMap(({ words }) => words));
  const terms = words.flatMap(({ variants }) => variants.map(({ term }) => term));
  return [...new Set(terms.filter(isProduct))];
};

/** Shorter words that spell a name in Latin letters are also English ones: "lost" is no „лост“. */
const SHORTEST_SPELT = 6;

const isWord = ({ kind }: Lexeme): boolean => kind === 'word';

/**
 * The concept of the product that a unit names: of a two-word name („чанта за лаптоп“), or a word. Tied
 * words say something else than each of them: "on-ear" is no ear, and "Kremona-Laka" no „лък“.
 */
const conceptsOfUnit = (read: ReadUnit): readonly string[] => {
  if (saysLack(read.unit)) return [];
  const name = conceptOfName(read.unit) ?? '';
  if (isProduct(name)) return [name];
  const [word, ...others] = read.unit.lexemes.filter(isWord);
  if (word === undefined || others.length > 0) return [];
  const products = productsOf(read);
  if (products.length > 0 || read.readings.some(({ known }) => known)) return products;
  // "koshara", which no deal has in either script.
  const isSpelt = !read.unit.quoted && word.text.length >= SHORTEST_SPELT;
  return [isSpelt ? productInLatin(stem(word.text)) : undefined].filter(
    (each) => each !== undefined,
  );
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

const roomConcepts: ReadonlySet<string> = new Set(
  ['едностаен', 'двустаен', 'тристаен', 'многостаен'].map((rooms) => conceptMark + rooms),
);

/** Whether a unit names a home by its rooms: „двустаен“. */
export const namesRooms = ({ readings }: ReadUnit): boolean =>
  readings.some(({ clauses }) =>
    clauses.some(({ words }) =>
      words.some(({ variants }) => variants.some(({ term }) => roomConcepts.has(term))),
    ),
  );

/** Whether a unit names a kind of product. */
export const namesKind = (read: ReadUnit): boolean => kindsOfUnit(read).length > 0;

/** The terms of the deals that are something else of the same name: „куфар“ with tools. */
export const homonymsOfUnit = (read: ReadUnit): readonly string[] =>
  conceptsOfUnit(read)
    .flatMap((concept) => homonymsOf(kindOfTerm(concept)?.id ?? ''))
    .flatMap((id) => kindTerms(id).slice(0, 1));

/** The terms of the deals that come with what a unit names. */
export const partsOfUnit = (read: ReadUnit): readonly string[] => {
  const isWhole = conceptOfName(read.unit) !== undefined;
  return conceptsOfUnit(read).flatMap((concept) => {
    const terms = isJourney(concept) ? [] : partTerms(kindOfTerm(concept)?.id ?? '');
    return isWhole ? terms : terms.slice(0, 1);
  });
};

export const namesStay = (units: readonly ReadUnit[]): boolean =>
  units.some((read) => kindsOfUnit(read).includes(stayTerm));

/** Whether a unit names a country or a place in one: where a journey goes matters most. */
export const namesCountry = ({ unit }: ReadUnit): boolean => {
  const [first = '', second = ''] = unit.lexemes.map(({ text }) => stem(text));
  const ofPair =
    countriesFrom(first)?.has(second) ?? isCountry(conceptsFrom(first)?.get(second) ?? '');
  return ofPair || unit.lexemes.some(({ text }) => isLocation(stem(text)));
};

/** The product that a brand without deals is known for, with or without a number: "ps5". */
export const productOfBrand = ({ lexemes }: QueryUnit): string | undefined =>
  productOf(
    stem(
      lexemes
        .filter(isWord)
        .map(({ text }) => text)
        .join(' '),
    ),
  );

/** The kind of the product that a unit names, or that its brand is known for. */
const kindOfUnit = (read: ReadUnit): string | undefined => {
  const { unit } = read;
  const name = conceptOfName(unit);
  const texts = unit.lexemes.map(({ text }) => text);
  const words = [texts.join(' '), ...(name === undefined ? texts : [])].map((text) => stem(text));
  const concepts = words.map((word) => conceptOf(stem(productOf(word) ?? '')) ?? conceptOf(word));
  // Other spellings: "matrak", "6kaf".
  const spelt = texts.length === 1 ? productInLatin(words[0] ?? '') : undefined;
  return [name, ...concepts, spelt, ...conceptsOfUnit(read)]
    .map((concept) => kindOfTerm(concept ?? '')?.id)
    .find(Boolean);
};

/**
 * The terms of the deals near to a product without deals, the nearest first: of what a brand is known
 * for, of wider kinds, and of the kinds beside it; of a product that is all that is searched for, also
 * of those that are called by it („офис стол“).
 */
export const nearTerms = (read: ReadUnit, isAlone: boolean): readonly (readonly string[])[] => {
  const id = kindOfUnit(read);
  if (id === undefined) return [];
  const called = isAlone ? [kindsCalledBy(id)] : [];
  return [[id], ...nearKinds(id), ...called].map((ids) =>
    ids.flatMap((each) => kindTerms(each).slice(0, 1)),
  );
};

/** Whether a unit names something that people do for others: „уроци“, a dentist. */
export const namesService = (read: ReadUnit): boolean => isService(kindOfUnit(read) ?? '');

/** Whether a unit names what is for another product. */
export const namesAccessory = (read: ReadUnit): boolean => isAccessory(kindOfUnit(read) ?? '');

/**
 * Whether a unit names what people wear or carry, whatever it is for: any backpack is near to one for
 * a laptop.
 */
export const namesClothing = (read: ReadUnit): boolean =>
  kindById.get(kindOfUnit(read) ?? '')?.category === 'clothing';

/**
 * What a unit says that an accessory is for, because another accessory is only near if it is for the
 * same: „лаптоп“ of „зарядно за лаптоп“ and of "laptop charger". Null for other names, and if what is
 * near is used with it: a console with „игри за ps5“.
 */
export const purposeOf = (read: ReadUnit, text: string, near: readonly string[]): Lexeme | null => {
  const [first, second] = read.unit.lexemes;
  if (first === undefined || second === undefined) return null;
  if (!namesAccessory(read)) return null;
  const other = usedWith.get(kindOfUnit(read) ?? '');
  if (other !== undefined && kindTerms(other).some((term) => near.includes(term))) return null;
  const isReversed =
    /^[a-z]/u.test(first.text) && /^[\s-]*$/u.test(text.slice(first.end, second.start));
  return isReversed ? first : second;
};

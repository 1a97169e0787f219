import { knownBrandAtStart } from '../../brands/brand-of.ts';
import { correctTerm, isName, isSpeltProduct, joinProducts, namesProduct } from './corrections.ts';
import { inOtherLayouts } from './keyboard-layouts.ts';
import { isJourney } from './concepts.ts';
import { combine, readNear } from './nearest.ts';
import { cachedByVocabulary } from './cached-by-vocabulary.ts';
import { asSentence, boundedQuery, parseSyntax, saysLack, type QueryUnit } from './query-syntax.ts';
import { asksYears, readUnit, textOf } from './readings.ts';
import { asTyped, removal, replaceIn } from './replacements.ts';
import { unitsOfText } from './significant-units.ts';
import type { ParsedQuery, Vocabulary } from './types.ts';
import { complete } from './unfinished.ts';
import {
  homonymsOfUnit,
  kindsOfUnit,
  namesCountry,
  namesKind,
  namesStay,
  partsOfUnit,
  productOfBrand,
  productsOf,
  stayClause,
  type ReadUnit,
} from './unit-kinds.ts';
import {
  askedService,
  saysUser,
  isInOtherName,
  isKnownUnit,
  isModelNumber,
  isSignificant,
  omissions,
  textsOf,
  type ReadAlternative,
} from './omissions.ts';
import { exactScore, formsOf, isKnown } from './word-variants.ts';

/** The confidence, of 100, that a deal of a wider kind is what is looked for. */
const widerKindScore = 30;

/**
 * With more unknown words than this a query is searched as typed, because each search for near
 * words scans much of the vocabulary.
 */
const guessedWordsLimit = 6;

/** The ways to interpret a query read the same text again and again. */
const readText = cachedByVocabulary(100, (text, vocabulary): readonly ReadAlternative[] =>
  unitsOfText(text).map((units) =>
    units.map((unit) => ({ unit, readings: readUnit(unit, text, vocabulary) })),
  ),
);

const isUnderstood = (alternatives: readonly ReadAlternative[]): boolean =>
  alternatives.every((units) => units.every(({ readings }) => readings.some(({ known }) => known)));

const alternativesOf = (read: readonly ReadAlternative[]): ParsedQuery['alternatives'] =>
  read.flatMap((units) => combine(units.map(({ readings }) => readings)));

/** Shorter words are forms of other words by chance: „сол“ is no form of "soles". */
const shortestInflected = 4;

/** Whether deals have the words in this script: "headfones" is no „хеадфонес“ for "headphones". */
const isSpeltOut = ({ unit }: ReadUnit, vocabulary: Vocabulary): boolean =>
  unit.lexemes.every(
    ({ kind, text }) =>
      kind === 'number' ||
      (text.length < shortestInflected
        ? vocabulary.frequency(text) > 0
        : isKnown(formsOf(text, exactScore), vocabulary)),
  );

const readOtherLayout = (text: string, vocabulary: Vocabulary): ParsedQuery | null => {
  for (const reading of inOtherLayouts(text)) {
    const read = readText(reading, vocabulary);
    const units = read.flat();
    const isMeant = isUnderstood(read) && units.every((each) => isSpeltOut(each, vocabulary));
    if (isMeant && isSignificant(units))
      return { alternatives: alternativesOf(read), correctedText: reading, dropped: [] };
  }
  return null;
};

const isTwoWordName = (unit: QueryUnit, text: string): boolean =>
  unit.lexemes.length === 2 && !unit.quoted && !saysLack(unit) && /\s/u.test(textOf(text, unit));

/** The query as it is typed. */
const parseTyped = (text: string, vocabulary: Vocabulary): ParsedQuery => ({
  alternatives: alternativesOf(readText(text, vocabulary)),
  correctedText: null,
  dropped: [],
});

/** The units that no deal contains. */
const unknownUnits = (read: readonly ReadAlternative[]): ReadAlternative =>
  read.flat().filter((unit) => !isKnownUnit(unit));

/**
 * Parses a query. Spaces mean "and", commas "or", quotes a phrase. Each word matches its inflected
 * forms and its transliteration; if the live deals contain none of these, it is read as typed in
 * the wrong keyboard layout, as unfinished, or as misspelt. Never throws.
 */
export const parseQuery = (query: string, vocabulary: Vocabulary): ParsedQuery => {
  const text = boundedQuery(query);
  const typed = readText(text, vocabulary);
  const unknown = unknownUnits(typed).flatMap(({ unit }) => unit.lexemes).length;
  if (unknown === 0 || unknown > guessedWordsLimit) {
    return { alternatives: alternativesOf(typed), correctedText: null, dropped: [] };
  }
  // Names of products and brands are meant as typed, also without deals.
  const isNamed = typed
    .flat()
    .every((read) => isKnownUnit(read) || read.unit.lexemes.every(isName));
  const otherLayout = isNamed ? null : readOtherLayout(text, vocabulary);
  if (otherLayout !== null) return otherLayout;
  const [units = [], ...others] = typed;
  const joined = others.length === 0 ? joinProducts(units, text, true) : null;
  if (joined !== null) {
    const parsed = parseQuery(joined, vocabulary);
    return { ...parsed, correctedText: parsed.correctedText ?? joined };
  }
  let correctedText = text;
  let read = complete(typed, text, vocabulary);
  const dropped: string[] = [];
  // Once more, because a word that is spelt right may say enough for others to be left out.
  for (let pass = 0; pass < 2; pass += 1) {
    const before = correctedText;
    const replacements = read.flatMap((term) => correctTerm(term, before, vocabulary));
    if (replacements.length === 0) break;
    correctedText = replaceIn(before, replacements);
    read = complete(readText(correctedText, vocabulary), correctedText, vocabulary);
    for (const { start, end, text: by } of replacements)
      if (by === '') dropped.push(before.slice(start, end));
  }
  return {
    alternatives: alternativesOf(read),
    correctedText: correctedText === text ? null : correctedText,
    dropped,
  };
};

const hasDeals = (read: ReadUnit, vocabulary: Vocabulary): boolean =>
  kindsOfUnit(read).some((kind) => vocabulary.frequency(kind) > 0);

/** The one product that an alternative names; of several only one with deals („маса и стол“). */
const productIn = (
  units: ReadAlternative,
  text: string,
  vocabulary: Vocabulary,
): ReadUnit | undefined => {
  const products = units.filter((read) => namesProduct(read, text) && !saysUser(read, units, text));
  // „ремонт на перални“ is no washing machine.
  const service = askedService(units, text);
  if (service !== undefined) return service;
  const live = products.filter((read) => hasDeals(read, vocabulary));
  // "samoletni bileti rim" are no rims.
  const isJourneyNamed = units.some((read) => productsOf(read).some(isJourney));
  const [product, ...others] = live.length > 0 || isJourneyNamed ? live : products;
  return others.length > 0 ? undefined : product;
};

/**
 * The query with each alternative that names one product restricted to deals with one of the terms
 * of it; null if no alternative does.
 */
const restrict = (
  parsed: ParsedQuery,
  text: string,
  vocabulary: Vocabulary,
  termsOf: (product: ReadUnit) => readonly string[],
): ParsedQuery | null => {
  const searched = parsed.correctedText ?? text;
  const read = readText(searched, vocabulary);
  if (read.length > 1 && read.length !== parsed.alternatives.length) return null;
  const products = read.map((units) => productIn(units, searched, vocabulary));
  if (products.every((product) => product === undefined)) return null;
  return {
    ...parsed,
    alternatives: parsed.alternatives.map((clauses, index) => {
      const product = products[read.length === 1 ? 0 : index];
      if (product === undefined) return clauses;
      // The kind itself comes before wider ones.
      const variants = termsOf(product).map((term, at) => ({
        term,
        score: at === 0 ? exactScore : widerKindScore,
      }));
      return clauses.concat({ words: [{ variants }] });
    }),
  };
};

/** A word of a name, without the rest of the name. */
const readApart = (
  units: readonly QueryUnit[],
  text: string,
  vocabulary: Vocabulary,
): ReadAlternative => units.map((unit) => ({ unit, readings: readUnit(unit, text, vocabulary) }));

/**
 * The words of two-word names of stays each by itself: any stay with both words is near enough. Other names
 * say nothing in parts: a motorbike is no „каска за мотор“, and a coin of a year is no „нова година“.
 */
const withNamesApart = (
  units: ReadAlternative,
  text: string,
): (Pick<ParsedQuery, 'dropped'> & { readonly units: readonly QueryUnit[] }) | null => {
  const names = units.filter((read) => isTwoWordName(read.unit, text) && namesStay([read]));
  if (names.length === 0) return null;
  return {
    units: units.flatMap((read) =>
      names.includes(read)
        ? read.unit.lexemes.map((lexeme) => ({ quoted: false, lexemes: [lexeme] }))
        : [read.unit],
    ),
    dropped: names.map(({ unit }) => textOf(text, unit)),
  };
};

/** The query for deals that are the products that it names; null if it names none. */
const restrictToKind = (
  parsed: ParsedQuery,
  text: string,
  vocabulary: Vocabulary,
): ParsedQuery | null => restrict(parsed, text, vocabulary, kindsOfUnit);

/** The query for deals that are called by the products that it names; null if none are. */
const restrictToHomonyms = (
  parsed: ParsedQuery,
  text: string,
  vocabulary: Vocabulary,
): ParsedQuery | null => {
  const isAmbiguous = readText(parsed.correctedText ?? text, vocabulary)
    .flat()
    .some((read) => homonymsOfUnit(read).length > 0);
  return isAmbiguous ? restrict(parsed, text, vocabulary, homonymsOfUnit) : null;
};

/**
 * The query for deals that come with the products that it names, which the answer then says.
 * Null if more deals are such a product than come with one: a set with a case is no „куфар 20 кг“.
 */
const restrictToParts = (
  parsed: ParsedQuery,
  text: string,
  vocabulary: Vocabulary,
): ParsedQuery | null => {
  const withParts = restrict(parsed, text, vocabulary, partsOfUnit);
  if (withParts === null) return null;
  const searched = parsed.correctedText ?? text;
  const products = readText(searched, vocabulary)
    .flat()
    .filter((read) => namesProduct(read, searched) && !namesStay([read]));
  const dealsOf = (terms: readonly string[]): number =>
    Math.max(0, ...terms.map((term) => vocabulary.frequency(term)));
  const isMoreOften = (read: ReadUnit): boolean =>
    dealsOf(kindsOfUnit(read)) > dealsOf(partsOfUnit(read));
  if (products.some(isMoreOften)) return null;
  const dropped = products.map(({ unit }) => textOf(searched, unit));
  return { ...withParts, dropped: parsed.dropped.concat(dropped) };
};

/** The deals that are the products of a query, then those that come with them or are called by them. */
function* readProducts(
  parsed: ParsedQuery,
  text: string,
  vocabulary: Vocabulary,
): Generator<ParsedQuery, void, void> {
  const ofKind = restrictToKind(parsed, text, vocabulary);
  yield ofKind ?? parsed;
  if (ofKind === null) return;
  const withParts = restrictToParts(parsed, text, vocabulary);
  if (withParts !== null) yield withParts;
  const ofHomonyms = restrictToHomonyms(parsed, text, vocabulary);
  if (ofHomonyms !== null) yield ofHomonyms;
}

/** Whether a unit has a number („X5“) or is a word that no deal has, which after a brand is its model. */
const mayBeModel = (read: ReadUnit): boolean =>
  !isKnownUnit(read) ||
  read.unit.lexemes.some(({ kind, unit }) => kind === 'number' && unit === null);

const isYear = ({ unit }: ReadUnit): boolean =>
  unit.lexemes.every(({ kind, text }) => kind === 'number' && /^(?:19|20)\d\d$/u.test(text));

const brandOfUnit = ({ lexemes }: QueryUnit) => knownBrandAtStart(lexemes.map(({ text }) => text));

/** The product that a brand is known for, or that the line of it beside is: "honda civic". */
const productOfMaker = (unit: QueryUnit, next: QueryUnit | undefined): string | undefined => {
  const product = productOfBrand(unit);
  if (product !== undefined || next === undefined) return product;
  const slug = brandOfUnit(unit)?.slug;
  return slug !== undefined && brandOfUnit(next)?.slug === slug ? productOfBrand(next) : undefined;
};

/** The products that brands without deals are known for, with the other words and then without. */
function* readBrandsAsProducts(
  units: ReadAlternative,
  text: string,
  near: readonly ParsedQuery[],
  vocabulary: Vocabulary,
): Generator<ParsedQuery, void, void> {
  if (units.some(namesKind)) return;
  const brands = new Map<ReadUnit, string>();
  const models: ReadUnit[] = [];
  for (const [at, read] of units.entries()) {
    const product = isKnownUnit(read) ? undefined : productOfMaker(read.unit, units[at + 1]?.unit);
    const before = units[at - 1] ?? read;
    // „рено меган“ is one car.
    if (product !== undefined)
      brands.set(read, [...brands.values()].includes(product) ? '' : product);
    else if (mayBeModel(read) && (brands.has(before) || models.includes(before))) models.push(read);
  }
  const others = units.length - brands.size;
  if (brands.size === 0 || others === 0) return;
  // „голф 6 дизел“, „дация дъстър дизел“: a diesel car, although none is called so; „bmw x5 2015“: one of 2015.
  const withoutModels = [
    models.filter((read) => !isYear(read)),
    models,
    units.some(({ unit }) => asksYears(unit))
      ? units.filter((read) => !brands.has(read) && !asksYears(read.unit))
      : [],
  ].filter(({ length }) => length > 0 && length < others);
  const withModels = models.some(isModelNumber) ? [] : [[]];
  for (const left of [...withModels, ...withoutModels]) {
    const correctedText = replaceIn(
      text,
      units.flatMap((read) => {
        const product = brands.get(read) ?? (left.includes(read) ? '' : null);
        return product === null ? [] : [{ ...removal(read.unit), text: product }];
      }),
    );
    const dropped = textsOf(text, [...brands.keys(), ...left]);
    const parsed = { ...parseTyped(correctedText, vocabulary), correctedText, dropped };
    yield restrictToKind(parsed, correctedText, vocabulary) ?? parsed;
  }
  yield* near;
}

/** What is left of "4x4" without one of its numbers. */
const danglingTimes = /(?<![\p{L}\p{N}])[xх×](?=\d|\s|$)/iu;

/** The ways to read a text if no deal matches it as it is, beside those of its products. */
function* readNearly(text: string, vocabulary: Vocabulary): Generator<ParsedQuery, void, void> {
  const [units = []] = readText(text, vocabulary);
  const joined = joinProducts(units, text, false);
  if (joined !== null) {
    const whole = { ...parseTyped(joined, vocabulary), correctedText: joined };
    yield* readProducts(whole, joined, vocabulary);
  }
  const apart = withNamesApart(units, text);
  if (apart !== null) {
    const read = alternativesOf([readApart(apart.units, text, vocabulary)]);
    const alternatives = read.map((clauses) => clauses.concat(stayClause));
    yield { alternatives, correctedText: null, dropped: apart.dropped };
  }
  const isOther = isInOtherName(units);
  const near = isOther ? [] : readNear(units, text, vocabulary);
  const products = units.filter((read) => namesProduct(read, text));
  // The other words say nothing without the product that they describe.
  const isAbsent = products.length > 0 && !products.some((read) => hasDeals(read, vocabulary));
  if (isAbsent) yield* near;
  if (!isOther) yield* readBrandsAsProducts(units, text, near, vocabulary);
  for (const left of omissions(units, text, vocabulary)) {
    const correctedText = replaceIn(
      text,
      units.flatMap((read) => (left.includes(read) ? [removal(read.unit)] : [])),
    ).replace(danglingTimes, '');
    const dropped = textsOf(text, left);
    const fewer = parseTyped(correctedText, vocabulary);
    // Without „хотел“, „с паркинг София“ is a home; a place alone may also be where one flies to.
    const others = units.filter((read) => !left.includes(read));
    const isOfStay =
      namesStay(left) &&
      !others.every(namesCountry) &&
      !others.some((read) => isSpeltProduct(read, text));
    const alternatives = isOfStay
      ? fewer.alternatives.map((clauses) => clauses.concat(stayClause))
      : fewer.alternatives;
    yield* readProducts({ alternatives, correctedText, dropped }, text, vocabulary);
  }
  yield* near;
}

/** Shorter words are near to names of products by chance: "deck" is no "desk". */
const shortestRespelt = 6;

/** Whether only a correction names a product. */
const isProductRespelt = (corrected: string, text: string, vocabulary: Vocabulary): boolean => {
  const unchanged = new Set(corrected.split(/\s+/u));
  const isLong = text
    .split(/\s+/u)
    .every((word) => word.length >= shortestRespelt || unchanged.has(word));
  const names = (searched: string): boolean =>
    readText(searched, vocabulary)
      .flat()
      .some((read) => namesProduct(read, searched));
  return isLong && names(corrected) && !names(text);
};

/**
 * The ways to read a query, the most exact first: each is for the case that no deal matches the
 * ones before. Commas name alternatives; if no deal matches any of these, they are a sentence.
 */
export function* interpret(
  query: string,
  raw: boolean,
  vocabulary: Vocabulary,
): Generator<ParsedQuery, void, void> {
  const text = boundedQuery(query);
  if (raw || text.trim() === '') {
    yield parseTyped(text, vocabulary);
    return;
  }
  const parsed = parseQuery(text, vocabulary);
  yield* readProducts(parsed, text, vocabulary);
  // What "lenvo" is near to depends on "lenovo", and „раничка за училище“ is a bag; other
  // corrections that find nothing were wrong.
  const corrected = parsed.dropped.length === 0 ? (parsed.correctedText ?? text) : text;
  const isNamed = corrected !== text && isProductRespelt(corrected, text, vocabulary);
  const isUnknown = unknownUnits(readText(corrected, vocabulary)).length > 0;
  const respelt = isNamed || isUnknown ? corrected : text;
  const alternatives = parseSyntax(respelt);
  if (alternatives.flat().some(({ quoted }) => quoted)) return;
  const sentence = alternatives.length > 1 ? asSentence(respelt) : respelt;
  for (const near of readNearly(sentence, vocabulary))
    yield { ...near, dropped: near.dropped.map((part) => asTyped(part, respelt, text)) };
}

/**
 * The first of these ways if it is the text as it is typed, or only finished; null if no deal can
 * match that. Costs less, because no correction is looked for in vain.
 */
export const interpretAsTyped = (
  query: string,
  raw: boolean,
  vocabulary: Vocabulary,
): ParsedQuery | null => {
  const text = boundedQuery(query);
  const [units, ...others] = complete(readText(text, vocabulary), text, vocabulary);
  // An alternative with an unknown word finds nothing, but other alternatives may.
  if (others.length === 0 && unknownUnits([units ?? []]).length > 0) return null;
  const [first] = interpret(query, raw, vocabulary);
  return first === undefined || first.correctedText !== null ? null : first;
};

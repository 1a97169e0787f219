import { startsCyrillic } from '@izgodno/contract/common/transliteration';
import { knownBrandAtStart } from '../../brands/brand-of.ts';
import { conceptOf, isSplitProduct, productInLatin } from './concepts.ts';
import {
  isKnownUnit,
  isModelAt,
  isPart,
  namesPurpose,
  namesSubject,
  type ReadAlternative,
} from './omissions.ts';
import { productNames } from './product-names.ts';
import type { QueryUnit } from './query-syntax.ts';
import { conceptOfName, variantsOfLexeme } from './readings.ts';
import { removal, type Replacement } from './replacements.ts';
import type { Lexeme } from './scanner.ts';
import { correctWord } from './spelling.ts';
import { stem } from './stem.ts';
import type { Vocabulary } from './types.ts';
import { namesAccessory, namesKind, productOfBrand, type ReadUnit } from './unit-kinds.ts';
import { isKnown } from './word-variants.ts';

/** Names of brands and products are spelt as meant, whether or not there are deals. */
export const namesSomething = (word: string): boolean => {
  const stemmed = stem(word);
  return (conceptOf(stemmed) ?? productInLatin(stemmed)) !== undefined;
};

export const isName = ({ text }: Lexeme): boolean => namesSomething(text);

/** The correction of each unknown word of a unit; null if a word stays unknown. */
const respell = (unit: QueryUnit, vocabulary: Vocabulary): readonly Replacement[] | null => {
  const { lexemes } = unit;
  // „кока кола“ is no car.
  if (conceptOfName(unit) !== undefined) return null;
  const replacements: Replacement[] = [];
  for (const lexeme of lexemes) {
    const variants = variantsOfLexeme(lexeme, vocabulary);
    if (isKnown(variants, vocabulary)) continue;
    const isSpelt = lexeme.kind === 'number' || isName(lexeme);
    const word = isSpelt ? null : correctWord(lexeme.text, vocabulary);
    if (word === null) return null;
    replacements.push({ start: lexeme.start, end: lexeme.end, text: word });
  }
  return replacements;
};

/** Whether a unit is a brand without deals, beside which a word that no deal has may be a model. */
const namesAbsentBrand = (read: ReadUnit): boolean =>
  !isKnownUnit(read) && knownBrandAtStart(read.unit.lexemes.map(({ text }) => text)) !== null;

/** Whether the correction of a word beside such a brand is another name: „клио“ is no „олио“. */
const isOfBrand = ({ start, text: word }: Replacement, text: string): boolean => {
  const first = text.charAt(start).toLowerCase();
  return (
    namesSomething(word) && (first === word[0] || startsCyrillic(first) !== startsCyrillic(word))
  );
};

/** Whether a unit names a product that is looked for, and not only what it is for or has. */
export const namesProduct = (read: ReadUnit, text: string): boolean =>
  !read.unit.quoted && namesKind(read) && !isPart(read, text);

/** Whether a unit names a product, and does not only sound like one: "burgas" is no „бургия“. */
export const isSpeltProduct = (read: ReadUnit, text: string): boolean =>
  namesProduct(read, text) &&
  productNames(read.unit.lexemes.map((lexeme) => lexeme.text)).length > 0;

/**
 * The corrections in one term of a query. An unknown word without near words is left out if another
 * word is known that says enough; phrases and numbers are not corrected.
 */
export const correctTerm = (
  term: ReadAlternative,
  text: string,
  vocabulary: Vocabulary,
): readonly Replacement[] => {
  const wanted = namesSubject(term, text);
  const isAccessory = term.some((read) => namesProduct(read, text) && namesAccessory(read));
  const mayBeModels = term.some(namesAbsentBrand) && !term.some((read) => namesProduct(read, text));
  return term.flatMap((read, at) => {
    if (isKnownUnit(read)) return [];
    const replacements = respell(read.unit, vocabulary);
    const isMeant = !mayBeModels || replacements?.every((each) => isOfBrand(each, text)) === true;
    if (replacements !== null && isMeant) return replacements;
    const meant =
      read.unit.quoted ||
      namesProduct(read, text) ||
      (isAccessory && namesPurpose(read, text)) ||
      read.unit.lexemes.every(({ kind }) => kind === 'number') ||
      productOfBrand(read.unit) !== undefined;
    const left = isModelAt(term, at + 1) ? term.slice(at, at + 2) : [read];
    return wanted && !meant ? left.map(({ unit }) => removal(unit)) : [];
  });
};

/**
 * The text with words that are typed apart as one that names a product: "head phones"; null if there are none.
 * Perhaps only of words of which deals lack one.
 */
export const joinProducts = (
  units: ReadAlternative,
  text: string,
  isOneUnknown: boolean,
): string | null => {
  const gaps = units.flatMap(({ unit: { quoted, lexemes } }, at) => {
    if (isOneUnknown && units.slice(at, at + 2).every(isKnownUnit)) return [];
    const next = units[at + 1]?.unit;
    const [first, ...others] = lexemes;
    const [second, ...more] = next?.lexemes ?? [];
    if (quoted || first === undefined || second === undefined) return [];
    if (next?.quoted === true || others.length + more.length > 0) return [];
    const isGap = /^\s+$/u.test(text.slice(first.end, second.start));
    return isGap && isSplitProduct(first.text, second.text)
      ? [{ start: first.end, end: second.start }]
      : [];
  });
  const [gap] = gaps;
  return gap === undefined ? null : text.slice(0, gap.start) + text.slice(gap.end);
};

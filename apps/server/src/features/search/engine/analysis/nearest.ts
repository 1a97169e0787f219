import { namesProduct } from './corrections.ts';
import {
  askedService,
  isKnownUnit,
  isPart,
  isSignificant,
  saysOffer,
  type ReadAlternative,
} from './omissions.ts';
import { readUnit, textOf, type Reading } from './readings.ts';
import type { Clause, ParsedQuery, Vocabulary } from './types.ts';
import {
  namesAccessory,
  namesClothing,
  namesService,
  nearTerms,
  purposeOf,
  type ReadUnit,
} from './unit-kinds.ts';
import { exactScore } from './word-variants.ts';

/** The largest number of combined readings of an alternative that are looked up. */
const readingsLimit = 8;

/** Every combination of the units' readings, the plain readings first. */
export const combine = (units: readonly (readonly Reading[])[]): readonly (readonly Clause[])[] => {
  let combinations: readonly (readonly Clause[])[] = [[]];
  for (const readings of units) {
    combinations = combinations
      .flatMap((clauses) => readings.map((reading) => clauses.concat(reading.clauses)))
      .slice(0, readingsLimit);
  }
  return combinations;
};

/**
 * What is nearest to the product that no deal is: with the other words („червено вино мавруд“),
 * then in place of all that was typed.
 */
export const readNear = (
  units: ReadAlternative,
  text: string,
  vocabulary: Vocabulary,
): readonly ParsedQuery[] => {
  // No product is near to a service: „уроци китара“.
  if (askedService(units, text) !== undefined) return [];
  const products = units.filter((read) => namesProduct(read, text) && !namesService(read));
  const accessories = products.filter(namesAccessory);
  // „стартер опел“ is near to no car, but „нинтендо суич“ to a console.
  const first = products[0] === undefined ? units.length : units.indexOf(products[0]);
  const isCandidate = (read: ReadUnit, at: number): boolean =>
    (at < first || products.includes(read)) && !isPart(read, text) && !namesService(read);
  const candidates = accessories.length > 0 ? accessories : units.filter(isCandidate);
  const near = candidates
    .flatMap((read) => nearTerms(read, units.length === 1).map((terms) => ({ read, terms })))
    .map(({ read, terms }) => ({
      read,
      variants: terms
        .filter((term) => vocabulary.frequency(term) > 0)
        .map((term) => ({ term, score: exactScore })),
    }))
    .find(({ variants }) => variants.length > 0);
  if (near === undefined) return [];
  const kind = { clauses: [{ words: [{ variants: near.variants }] as const }], known: true };
  const terms = near.variants.map(({ term }) => term);
  const purpose = purposeOf(near.read, text, terms);
  const reading = (others: ReadAlternative, dropped: string): ParsedQuery => ({
    alternatives: combine([[kind], ...others.map(({ readings }) => readings)]),
    correctedText: null,
    dropped: [dropped],
  });
  if (purpose !== null) {
    const unit = { quoted: false, lexemes: [purpose] };
    const ofPurpose = reading([{ unit, readings: readUnit(unit, text, vocabulary) }], text);
    return namesClothing(near.read) ? [ofPurpose, reading([], text)] : [ofPurpose];
  }
  const others = units.filter((read) => read !== near.read && !saysOffer(read));
  const isDescribed =
    !namesAccessory(near.read) && isSignificant(others) && others.every(isKnownUnit);
  return [
    ...(isDescribed ? [reading(others, textOf(text, near.read.unit))] : []),
    reading([], text),
  ];
};

import { knownBrandAtStart } from '../../brands/brand-of.ts';
import { productNames } from './product-names.ts';
import { textOf } from './readings.ts';
import { removal } from './replacements.ts';
import {
  namesAccessory,
  namesCountry,
  namesKind,
  namesRooms,
  namesService,
  namesStay,
  productsOf,
  type ReadUnit,
} from './unit-kinds.ts';
import type { Vocabulary } from './types.ts';

/** The units of one alternative of a query. */
export type ReadAlternative = readonly ReadUnit[];

export const isKnownUnit = ({ readings }: ReadUnit): boolean => readings.some(({ known }) => known);

/** Shorter words are too easily known by chance. */
const significantLength = 3;

const prepositions =
  'под над през при към без след преди около между from under over about with without';

/**
 * They say nothing by themselves: „под“ of „под игото“, „комплект“ of „маникюр комплект“, „машина“
 * of „машина за плочки“.
 */
const insignificant: ReadonlySet<string> = new Set(
  (
    `${prepositions} ` +
    'комплект комплекти set sets kit kits лот част части part parts ' +
    'машина машини машинка machine machines уред уреди апарат апарати устройство устройства device devices'
  ).split(' '),
);

/** Whether a word long enough to be significant is known. */
export const isSignificant = (units: ReadAlternative): boolean =>
  units.some(
    (read) =>
      isKnownUnit(read) &&
      read.unit.lexemes.some(
        ({ kind, text }) =>
          kind === 'word' && text.length >= significantLength && !insignificant.has(text),
      ),
  );

/** Perhaps with how many there are: „маса с 6 стола“. Not the letter of "model s" and "men s". */
const partBefore =
  /(?:^|\s)(?:с|със|за|with|for|(?<!\b(?:model|series|size|men|women|kids?|children) )s|sas|sys|za)\s+(?:(?:\d+|две|два|три|четири|пет|шест|осем|two|three|four|five|six|eight)\s+)?$/iu;

const onBefore = /\s(?:на|по|na|po)\s+$/iu;

/** The words before „на“ and „по“ with it among which the product may be: „косачка за трева на батерия“. */
const longestBefore = 6;

/** Whether a unit says what a product has, is for or runs on: „с камера“, „косачка на батерия“, „учебник по китара“. */
export const isPart = ({ unit }: ReadUnit, text: string): boolean => {
  const before = text.slice(0, unit.lexemes[0]?.start ?? 0);
  if (!onBefore.test(before)) return partBefore.test(before);
  const words = before.toLowerCase().match(/\p{L}+/gu) ?? [];
  return productNames(words.slice(-longestBefore)).length > 0;
};

const takesObject = /^(?:урок|уроци|ремонт|превоз)/u;
/** What people work with. */
const equipment = /^(?:инструмент|оборудван|консуматив)|^(?:tools?|equipment|supplies|gear)$/u;
const beforeObject = /\s(?:на|of)\s/u;
const joined = /\s(?:и|или|and|or|&)\s+$/u;

/** Whether a service says who works with equipment, or at what: "plumber tools", „инструменти ремонт“. */
export const saysUser = (service: ReadUnit, units: ReadAlternative, text: string): boolean => {
  if (!namesService(service)) return false;
  const at = units.findIndex(({ unit }) =>
    unit.lexemes.some((lexeme) => equipment.test(lexeme.text)),
  );
  if (at < 0 || units[at] === service) return false;
  const isObject = units[at - 1] === service && takesObject.test(textOf(text, service.unit));
  return !isObject;
};

/**
 * The service that a query begins with, unless it names a product besides: „ремонт на перални“,
 * „уроци китара“, but not „уроци по английски учебник“ and "dentist chair".
 */
export const askedService = (units: ReadAlternative, text: string): ReadUnit | undefined => {
  const [service, ...others] = units;
  if (service === undefined || !namesService(service)) return undefined;
  if (saysUser(service, units, text)) return undefined;
  const lower = text.toLowerCase();
  const { start: from, end } = removal(service.unit);
  const [product, ...further] = others.filter((read) => namesKind(read) && !namesService(read));
  if (product === undefined) return service;
  const { start } = removal(product.unit);
  const isObject =
    (product === others[0] && takesObject.test(lower.slice(from, end))) ||
    beforeObject.test(lower.slice(end, start));
  const isBesides = (read: ReadUnit): boolean =>
    !isPart(read, text) && !joined.test(lower.slice(0, removal(read.unit).start));
  return (isObject ? further : [product, ...further]).some(isBesides) ? undefined : service;
};

/** Whether a significant word is known that says more than what something is for: „за двама“. */
export const namesSubject = (units: ReadAlternative, text: string): boolean =>
  isSignificant(units.filter((read) => !isPart(read, text)));

/** The number of deals with a unit's rarest word. */
const frequencyOf = ({ readings }: ReadUnit, vocabulary: Vocabulary): number =>
  Math.max(
    0,
    ...readings.map(({ clauses }) =>
      Math.min(
        ...clauses
          .flatMap(({ words }) => words)
          .map(({ variants }) =>
            Math.max(...variants.map(({ term }) => vocabulary.frequency(term))),
          ),
      ),
    ),
  );

/** How much a unit matters: a country more than a product, that more than its parts and qualities. */
const weightOf = (read: ReadUnit, text: string): number => {
  if (!isKnownUnit(read)) return 0;
  if (namesCountry(read)) return 2;
  const isProduct = productsOf(read).length > 0 || namesRooms(read);
  return isProduct && !isPart(read, text) ? 1 : 0;
};

/** The units in the order in which they are left out: of the same weight, the rarest first. */
const inOrderOfOmission = (
  units: ReadAlternative,
  text: string,
  vocabulary: Vocabulary,
): ReadAlternative =>
  units
    .map((read) => ({
      read,
      weight: weightOf(read, text),
      frequency: frequencyOf(read, vocabulary),
    }))
    .sort((a, b) => a.weight - b.weight || a.frequency - b.frequency)
    .map(({ read }) => read);

/** Whether a unit names the product that the others describe. A journey is also where it goes. */
const isSubject = (read: ReadUnit, text: string): boolean =>
  (namesKind(read) || namesRooms(read)) && !namesStay([read]) && !isPart(read, text);

/** Whether a unit says which product an accessory is for: „за телефон“, or a brand. */
export const namesPurpose = (read: ReadUnit, text: string): boolean => {
  const [first] = read.unit.lexemes;
  if (first === undefined || first.kind === 'number') return false;
  if (knownBrandAtStart(read.unit.lexemes.map((lexeme) => lexeme.text)) !== null) return true;
  return namesKind(read) && /(?:^|\s)(?:за|for|za)\s+$/iu.test(text.slice(0, first.start));
};

/**
 * The largest number of interpretations with fewer words, unless more words can be left out one at a
 * time.
 */
const fewerWordsLimit = 6;
/** Longer texts are pasted titles, of which one word may be another. */
const singleWordsLimit = 12;

/** Names that begin like the model of a car, which other trims follow: "golf highline". */
const otherNames: ReadonlySet<string> = new Set([
  ...['education', 'duty', 'engagement'].map((word) => `civic ${word}`),
  ...['paul', 'roy'].map((word) => `logan ${word}`),
  'golf course',
]);

/** Whether units begin such a name. */
export const isInOtherName = (units: ReadAlternative): boolean =>
  units.slice(1).some(({ unit }, before) => {
    const lexemes = [...(units[before]?.unit.lexemes ?? []), ...unit.lexemes];
    return otherNames.has(lexemes.map(({ text }) => text).join(' '));
  });

/** Whether a unit is one digit, which says nothing without the name before it: "Ryzen 5". */
export const isModelNumber = ({ unit: { lexemes } }: ReadUnit): boolean =>
  lexemes.every(({ kind, text, unit }) => kind === 'number' && unit === null && text.length === 1);

/** What is counted, beside which a digit is no model: „почивка Хургада 7 нощувки“. */
const counted =
  /^(?:нощувк|ден|дни|бр$|бро[йя]|бутилк|част|мест|души|човек|стъпал|глав|кут|пакет|nights?$|days?$|bottles?$|pieces?$|pcs$|packs?$|persons?$|people$|steps?$|noshtuvk|no6tuvk|butilk|broq|broya)/u;

const isCounted = (read: ReadUnit | undefined): boolean =>
  read !== undefined && counted.test(read.unit.lexemes[0]?.text ?? '');

const offers: ReadonlySet<string> = new Set(['rent', 'let', 'sale', 'наем', 'продажба']);

/** Whether a unit says that a home is let or sold: "for rent". */
export const saysOffer = ({ unit: { lexemes } }: ReadUnit): boolean =>
  lexemes.every(({ text }) => offers.has(text));

/** Whether the unit at a place is such a digit, and does not count what follows it. */
export const isModelAt = (units: ReadAlternative, at: number): boolean => {
  const read = units[at];
  return read !== undefined && isModelNumber(read) && !isCounted(units[at + 1]);
};

/** What is left out, with the numbers of unknown names. */
const withModelNumbers = (left: ReadAlternative, units: ReadAlternative): ReadAlternative => {
  const isOfName = (at: number): boolean => {
    const name = units[at - 1];
    return name !== undefined && left.includes(name) && !isKnownUnit(name);
  };
  return left.concat(
    units.filter((read, at) => !left.includes(read) && isModelAt(units, at) && isOfName(at)),
  );
};

/**
 * Which units to leave out: each alone, the rarest first, then more and more of them; a country or a
 * place in one last, and only if what is left names a product or a journey. What is left still names
 * the product, because the words that describe it also describe others, and what an accessory is for,
 * because it is of no use for anything else.
 */
export const omissions = (
  units: ReadAlternative,
  text: string,
  vocabulary: Vocabulary,
): readonly ReadAlternative[] => {
  const named = units.filter((read) => isSubject(read, text) && !saysUser(read, units, text));
  const service = askedService(units, text);
  const subjects = service === undefined ? named : [service];
  const isAccessory = subjects.some(namesAccessory);
  const unknown = units.filter((read) => !isKnownUnit(read));
  const known = inOrderOfOmission(units.filter(isKnownUnit), text, vocabulary);
  const severalOf = (order: ReadAlternative) =>
    order.slice(1).map((_, last) => unknown.concat(order.slice(0, last + 2)));
  // „стая под наем за двама“: whom it is for says less than what it is, and „с басейн“ less than
  // where it is.
  const saysLess = (read: ReadUnit): boolean =>
    weightOf(read, text) === 0 && isPart(read, text) && !saysOffer(read);
  const partsFirst = known.toSorted((a, b) => Number(saysLess(b)) - Number(saysLess(a)));
  const single = partsFirst.map((read) => unknown.concat(read));
  const several = [...severalOf(known), ...(known.some(saysLess) ? severalOf(partsFirst) : [])];
  const names = (left: ReadAlternative) => left.some(namesCountry);
  return [...(unknown.length > 0 ? [unknown] : []), ...single, ...several]
    .toSorted((one, other) => Number(names(one)) - Number(names(other)))
    .filter((left) => !names(left) || units.some((read) => !left.includes(read) && namesKind(read)))
    .filter((left) =>
      namesSubject(
        units.filter((read) => !left.includes(read)),
        text,
      ),
    )
    .filter((left) => !isAccessory || !left.some((read) => namesPurpose(read, text)))
    .filter((left) => subjects.length === 0 || subjects.some((read) => !left.includes(read)))
    .slice(0, Math.max(fewerWordsLimit, Math.min(single.length, singleWordsLimit)))
    .map((left) => withModelNumbers(left, units));
};

const isPreposition: ReadonlySet<string> = new Set(prepositions.split(' '));

/** The typed texts of units. Those without a space between them are one: „4х4“; so is „под наем“. */
export const textsOf = (text: string, units: ReadAlternative): readonly string[] => {
  const spans = units.map(({ unit }) => removal(unit)).toSorted((a, b) => a.start - b.start);
  return spans
    .flatMap(({ start }, at) => {
      const before = spans[at - 1];
      const between = text.slice(before?.end, start);
      const isBegun = isPreposition.has(text.slice(before?.start, before?.end).toLowerCase());
      const isInside = at > 0 && (!/\s/u.test(between) || (isBegun && between.trim() === ''));
      return isInside ? [] : [start];
    })
    .map((from, at, starts) => {
      const last = spans.findLast(({ start }) => start < (starts[at + 1] ?? Infinity));
      return text.slice(from, last?.end);
    });
};

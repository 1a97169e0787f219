import { foldedCode } from './characters.ts';

/**
 * Spellings of units, by symbol. A number and its unit are one word: `256GB`, `256 гб` and `256 gb`
 * are the same.
 */
const spellings: Readonly<Record<string, readonly string[]>> = {
  in: [
    'inch',
    'inches',
    'инч',
    'инча',
    'инчов',
    'инчова',
    'инчови',
    'цол',
    'цола',
    'incha',
    'tsola',
  ],
  m2: ['кв', 'квм', 'sqm', 'квадрата', 'квадратни'],
  gb: ['gb', 'гб', 'gigabyte', 'гигабайта', 'гига'],
  tb: ['tb', 'тб', 'терабайта', 'тера'],
  mb: ['mb', 'мб'],
  mm: ['mm', 'мм', 'милиметра'],
  m: ['метър', 'метра', 'метров', 'metre', 'metres', 'meter', 'meters'],
  cm: ['cm', 'см', 'сантиметра'],
  km: ['km', 'км', 'километра', 'километри'],
  kg: ['kg', 'кг', 'килограма', 'килограм', 'кила', 'kilograms'],
  g: ['gr', 'гр', 'грама', 'grams'],
  ml: ['ml', 'мл', 'милилитра'],
  l: ['l', 'л', 'литра', 'литър', 'литров', 'litra', 'liter', 'liters', 'litre', 'litres'],
  v: ['v', 'волта', 'волт', 'volt', 'volts'],
  w: ['w', 'вт', 'вата', 'ват', 'watt', 'watts'],
  kw: ['kw', 'квт', 'киловата'],
  hp: ['hp', 'кс', 'bhp'],
  ah: ['ah', 'ач'],
  mah: ['mah', 'мач'],
  hz: ['hz', 'хц', 'херца'],
  mhz: ['mhz', 'мхц'],
  ghz: ['ghz', 'гхц'],
  cc: ['cc', 'куб', 'кубика'],
  mp: ['mp', 'мп', 'мпх', 'mpx', 'мегапиксела', 'megapixel', 'megapixels'],
  pcs: ['pcs', 'бр', 'броя', 'брой', 'pieces'],
  eur: ['eur', 'euro', 'евро'],
  bgn: ['bgn', 'лв', 'лева', 'lv', 'leva'],
};

/**
 * Single letters that count as units only right after the number, because apart they are ambiguous.
 */
const attachedSpellings: Readonly<Record<string, readonly string[]>> = {
  v: ['в'],
  g: ['g', 'г'],
  k: ['k', 'к'],
  m: ['m', 'м'],
  in: ['in'],
  a: ['a', 'а'],
};

const tableOf = (units: Readonly<Record<string, readonly string[]>>): Map<string, string> =>
  new Map(Object.entries(units).flatMap(([unit, names]) => names.map((name) => [name, unit])));

const anywhere = tableOf(spellings);
const attachedOnly = tableOf(attachedSpellings);
// "10 м" is a length; "10 m" as well. The other single letters are ambiguous when apart.
anywhere.set('м', 'm');
anywhere.set('г', 'g');

/** The most letters of a spelling. */
export const longestUnit = Math.max(...Array.from(anywhere.keys(), ({ length }) => length));

const keyOf = (first: number, second: number): number => (first << 16) | second;

const beginnings: ReadonlySet<number> = new Set(
  [...anywhere.keys(), ...attachedOnly.keys()].map((name) =>
    keyOf(name.charCodeAt(0), name.charCodeAt(1)),
  ),
);

/** Whether a spelling of two letters or more may begin with these two, which those of most words do not. */
export const beginsUnit = (first: number, second: number): boolean =>
  beginnings.has(keyOf(foldedCode(first), foldedCode(second)));

/** The unit that a word after a number denotes; null for an ordinary word. */
export const unitOf = (word: string, attached: boolean): string | null =>
  anywhere.get(word) ?? (attached ? (attachedOnly.get(word) ?? null) : null);

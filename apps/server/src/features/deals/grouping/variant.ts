import { normalise } from '@izgodno/contract/common/normalise';

/** Stems of Bulgarian and English colour names, by colour. */
const colourStems: Readonly<Record<string, string>> = {
  black: 'черен черн black',
  white: 'бял бел white',
  grey: 'сив grey gray',
  graphite: 'графит антрацит graphite anthracite',
  blue: 'син blue',
  navy: 'тъмносин navy',
  lightblue: 'светлосин',
  red: 'червен red',
  burgundy: 'бордо burgundy',
  green: 'зелен green',
  darkgreen: 'тъмнозелен',
  yellow: 'жълт yellow',
  orange: 'оранжев orange',
  pink: 'розов pink',
  purple: 'лилав purple violet',
  brown: 'кафяв brown',
  beige: 'бежов beige',
  gold: 'златист злато gold',
  silver: 'сребрист сребро silver',
  turquoise: 'тюркоаз turquoise',
  light: 'светло light',
  dark: 'тъмно dark',
};

const MAX_COLOUR_ENDING = 3;

const colours = Object.entries(colourStems).flatMap(([colour, stems]) =>
  stems.split(' ').map((stem) => ({ stem, colour })),
);

const colourOf = (word: string): string | undefined =>
  colours.find(({ stem }) => {
    if (!word.startsWith(stem)) return false;
    // English colours have no endings: "reduced" is not red.
    const ending = word.length - stem.length;
    return ending === 0 || (/^[а-я]/.test(stem) && ending <= MAX_COLOUR_ENDING);
  })?.colour;

/** The factor of a unit in its base unit. */
const units: ReadonlyMap<string, readonly [number, string]> = new Map([
  ['gb', [1, 'gb']],
  ['гб', [1, 'gb']],
  ['tb', [1_024, 'gb']],
  ['тб', [1_024, 'gb']],
  ['ml', [1, 'ml']],
  ['мл', [1, 'ml']],
  ['l', [1_000, 'ml']],
  ['л', [1_000, 'ml']],
  ['g', [1, 'g']],
  ['г', [1, 'g']],
  ['гр', [1, 'g']],
  ['kg', [1_000, 'g']],
  ['кг', [1_000, 'g']],
  ['mm', [1, 'mm']],
  ['мм', [1, 'mm']],
  ['cm', [10, 'mm']],
  ['см', [10, 'mm']],
  ['m', [1_000, 'mm']],
  ['м', [1_000, 'mm']],
  ['"', [1, 'in']],
  ['inch', [1, 'in']],
  ['инча', [1, 'in']],
]);

const MEASURE = /(\d+(?:[.,]\d+)?)\s*("|[\p{L}]{1,4})(?![\p{L}\p{N}])/gu;
const PACK =
  /(?:(\d+)\s*-?(?:бр(?:\.|оя|ойки)?|pcs|pieces|pack|опаковки|чифта|pairs|комплекта?)(?!\p{L}))|(?:(?:комплект от|опаковка от|pack of|set of|пакет от)\s*(\d+))|(?:(?<![\p{L}\p{N}.,])(\d+)\s*[xх×]\s*(?=\d|\p{L}))|(?:(?<=\s)[xх×]\s*(\d+)(?![\p{L}\p{N}]))/gu;
const SECOND_HAND =
  /рефърб|реновиран|рециклиран|втора употреба|употребяван|отворена кутия|мостра|витрин|refurb|renewed|pre-?owned|second.?hand|open.?box|ex.?display|(?<!\p{L})used(?!\p{L})/u;
const LETTER_SIZE = /(?<![\p{L}\p{N}-])(?:[2-6]?X{0,3}[SL]|[2-6]XL|M|XXS|XXXL)(?![\p{L}\p{N}-])/gu;
const NAMED_SIZE = /(?:размер|size)\s*[:№]?\s*([\p{L}\p{N}]+(?:[.,/][\p{L}\p{N}]+)*)/giu;

const normal = (title: string): string =>
  normalise(title, 'NFKC')
    .toLowerCase()
    .replace(/[″”“„‟]|''|’’/gu, '"');

/** The number of pieces, and whether a title says "refurbished" although the condition does not. */
export const packagingOf = (title: string): string => {
  const text = normal(title);
  const counts = [...text.matchAll(PACK)].flatMap((found) => found.slice(1).find(Boolean) ?? []);
  const packs = counts.filter((count) => Number(count) > 1).map((count) => `pack:${Number(count)}`);
  return [...new Set(packs), ...(SECOND_HAND.test(text) ? ['second-hand'] : [])].sort().join(' ');
};

/**
 * The variant of a model from its title: colours, sizes, every number with its unit, pieces.
 * Numbers that are part of `mpn` (letters and digits only, lower case) are ignored.
 */
export const variantOf = (title: string, mpn: string): string => {
  const text = normal(title);
  const marks = new Set<string>();
  const unmeasured = text.replace(MEASURE, (all, amount: string, unit: string) => {
    const known = units.get(unit);
    if (known === undefined) return all;
    const [worth, name] = known;
    marks.add(`${Math.round(Number(amount.replace(',', '.')) * worth * 1_000) / 1_000}${name}`);
    return ' ';
  });
  for (const word of unmeasured.split(/[^\p{L}\p{N}./-]+/u)) {
    const bare = word.replace(/[^\p{L}\p{N}]/gu, '');
    const colour = colourOf(bare);
    if (colour !== undefined) marks.add(colour);
    if (/\d/.test(bare) && !mpn.includes(bare)) marks.add(word);
  }
  for (const [size] of title.matchAll(LETTER_SIZE)) marks.add(`size:${size.toLowerCase()}`);
  for (const [, size = ''] of title.matchAll(NAMED_SIZE)) marks.add(`size:${size.toLowerCase()}`);
  return [...[...marks].sort(), packagingOf(title)].join(' ');
};

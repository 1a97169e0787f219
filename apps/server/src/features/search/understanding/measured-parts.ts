import type { NamedPart } from '@izgodno/contract/search/understood';
import { yearsAsked } from '../engine/analysis/years.ts';
import type { UnreadText } from './unread-text.ts';

const number = String.raw`\d{1,4}(?:[.,]\d{1,2})?`;

/** A word for a number of rooms: its digit, then its beginnings in both languages and scripts. */
const roomWords: readonly (readonly [digit: string, words: string])[] = [
  ['1', 'едностаен|гарсониер|боксониер|one[- ]room|studio (?:flat|apartment)|ednostaen|garsonier'],
  ['2', 'двустаен|two[- ]room|one[- ]bedroom|1[- ]bedroom|dvustaen'],
  ['3', 'тристаен|three[- ]room|two[- ]bedroom|2[- ]bedroom|tristaen'],
  ['4', 'четиристаен|four[- ]room|three[- ]bedroom|3[- ]bedroom|4etiristaen|chetiristaen'],
];

const roomPatterns = roomWords.map(([digit, words]) => ({
  value: digit,
  pattern: new RegExp(
    `(?:${words.replaceAll('стаен', 'ста(?:ен|йн)')})\\p{L}*|${digit}[- ]?ста(?:ен|йн)\\p{L}*|${digit}[- ]rooms?`,
    'gu',
  ),
}));

const units =
  // Lengths.
  `цола?|инча?|inch(?:es)?|"|''|″|мм|см|сантиметра|м|mm|cm|m|` +
  // Storage.
  'мб|гб|тб|гига|тера|гигабайта?|терабайта?|mb|gb|tb|' +
  // Weights and volumes.
  'гр?|грама|кг|килограма?|kg|gr?|мл|ml|литра?|л|l|' +
  // Power and charge.
  'вата?|w|kw|квт|к\\.?с\\.?|hp|mah|мач|ah|ач|v|волта?|' +
  // Areas and speeds.
  'кв\\.? ?м|m2|м2|hz|mhz|ghz|хц';

const sizePatterns: readonly RegExp[] = [
  // "205/55 R16", "R16"
  /\d{3}\/\d{2} ?[rр]?\d{2}/gu,
  /[rр]\d{2}/gu,
  // „160х200“, "80 x 60 cm"
  /\d{1,4} ?[xх×] ?\d{1,4}(?: ?[xх×] ?\d{1,4})?(?: ?(?:см|cm|мм|mm|м|m))?/gu,
  // „42 номер“, „размер M“
  /(?:номер|размер|size|eu|nomer|razmer) (?:\d{1,3}(?:[.,]5)?|x{0,3}[sml])/gu,
  /\d{1,3}(?:[.,]5)? (?:номер|размер|nomer|razmer)/gu,
  new RegExp(`${number}[ -]?(?:${units})`, 'gu'),
];

/** A part at its offsets into the text. */
export interface MeasuredPart {
  readonly name: Extract<NamedPart['name'], 'rooms' | 'size'>;
  readonly value?: string;
  readonly start: number;
  readonly end: number;
}

const spanOf = ({ 0: part, index }: RegExpExecArray) => ({
  start: index,
  end: index + part.length,
});

/** Reads the numbers of rooms that a text names. */
export const readRooms = (text: UnreadText): readonly MeasuredPart[] =>
  roomPatterns.flatMap(({ pattern, value }) => {
    const found = text.read(pattern, spanOf);
    return found === null ? [] : [{ name: 'rooms' as const, value, ...found }];
  });

/** Reads the years that a query asks a vehicle to be of: „след 2015“. They are said as sizes are. */
export const readYears = (text: UnreadText): readonly MeasuredPart[] =>
  yearsAsked(text.unread).map(({ start, end }) => {
    text.blank(start, end);
    return { name: 'size', start, end };
  });

/** Reads the sizes that a text names, each kind of them once: „16 цола“, "256GB", „42 номер“. */
export const readSizes = (text: UnreadText): readonly MeasuredPart[] =>
  sizePatterns.flatMap((pattern) => {
    const found = text.read(pattern, spanOf);
    return found === null ? [] : [{ name: 'size' as const, ...found }];
  });

import { convertMinor, MAX_PRICE_MINOR, type Currency } from '@izgodno/contract/common/money';
import { knownBrandAtStart } from '../brands/brand-of.ts';
import { productNames } from '../engine/analysis/product-names.ts';
import { kindById, withWiderKinds } from '../kinds/kinds.ts';
import { READ, type UnreadText } from './unread-text.ts';

/** The price that a query asks for, in euro cents; null is no limit. */
export interface PriceRange {
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
}

/** What "about" allows on either side. */
const ABOUT_SHARE = 0.2;

/** "iPhone 15 Pro Max 256", "Air Max 42": the last word of a model. */
const notInModel = '(?<!(?:air|pro|plus|еър|ер|про|плюс) )';
const upToWords =
  String.raw`(?:до )?най[- ]много|до максимум|не по[- ]скъп\p{L}* от|не над|максимум|${notInModel}макс|не повече от|по[- ]малко от|по[- ]евтин\p{L}* от|под|до|` +
  `up to|under|below|less than|at most|cheaper than|(?:no|not) more than|not over|not above|${notInModel}max|do|pod`;
const atLeastWords =
  'най[- ]малко|минимум|мин|поне|повече от|над|' +
  'more than|at least|starting at|above|over|min|nad';
const fromWords = `${atLeastWords}|от|from|ot`;
const aboutWords = 'около|към|приблизително|around|about|roughly|approximately|okolo';

/** At most two decimals, of either mark. A part of a longer number is no amount. */
const plainNumber = String.raw`\d{1,8}(?:[.,]\d{1,2})?(?![.,]?\d)`;
/** `1.500`, `1,299.99`, `300`: decimals have another mark than groups. */
const unspacedNumber =
  String.raw`\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?(?![.,]?\d)|` +
  String.raw`\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?(?![.,]?\d)|${plainNumber}`;
/** `1 000`, `1 299,99`, too. */
const number = String.raw`\d{1,3}(?: \d{3})+(?:[.,]\d{1,2})?(?![.,]?\d)|${unspacedNumber}`;
const thousand = String.raw`хиляд[аи]|хил\.?|thousand|hil(?:yadi)?|бон(?:а|ове)?|bona?|[кk](?!\p{L})`;
const currency = String.raw`лв\.?|лева|лев|кинта|lv\.?|leva|lev|lw|bgn|€|eur|euros?|evro|евро`;

/** „и 500“ after thousands, if no other thing is counted. */
const belowThousand = (suffix: string): string =>
  String.raw`(?: (?:и|and|i) (?<rest${suffix}>[1-9]\d0)(?= ?(?:${currency})(?!\p{L})| ?(?:$|[,;])| (?:до|to|do|в|във|за|на|in|for) ))?`;

/** An amount as the groups `sign`, `number`, `thousand`, `rest` and `currency` with a suffix. */
const amount = (suffix: string, digits = number): string =>
  String.raw`(?<sign${suffix}>€ ?)?(?<!\d[.,]?)(?<number${suffix}>${digits})` +
  String.raw`(?: ?(?<thousand${suffix}>${thousand})${belowThousand(suffix)})?(?: ?(?<currency${suffix}>${currency})(?!\p{L}))?`;

const two = `${amount('1')} ?`;
const ranges: readonly RegExp[] = [
  new RegExp(`(?:между|between|mejdu|mezhdu) ${two}(?:и|and|до|i) ${amount('2')}`, 'gu'),
  new RegExp(`(?:от|from|ot) ${two}(?:до|to|do) ${amount('2')}`, 'gu'),
  new RegExp(`(?:(?:за|for|za) )?${two}[-–—] ?${amount('2')}`, 'gu'),
];
const limitText = (words: string, signs: string, suffix: string): string =>
  `(?:(?:${words})\\.? |[${signs}] ?)${amount(suffix)}`;
const limit = (words: string, signs: string): RegExp =>
  new RegExp(limitText(words, signs, '1'), 'gu');
const about = limit(aboutWords, '~≈');
const upTo = limit(upToWords, '<≤');
/** "500 eur max" */
const upToBefore = new RegExp(
  `${amount('1')} (?:макс(?:имум)?\\.?|max(?:imum)?|най[- ]много)`,
  'gu',
);
/** „за 300 лв“: about that amount. */
const forAmount = new RegExp(`(?:за|for|za) ${amount('1')}`, 'gu');
const from = limit(fromWords, '>≥');

const highest = (suffix: string): string => limitText(upToWords, '<≤', suffix);
const lowest = (suffix: string): string => limitText(atLeastWords, '>≥', suffix);
const also = ',? (?:(?:и|но|and|but) )?';
/** „под 500 над 100“: what follows the first amount is the second limit. */
const bothLimits: readonly RegExp[] = [
  new RegExp(`${highest('1')}${also}${lowest('2')}`, 'gu'),
  new RegExp(`${lowest('1')}${also}${highest('2')}`, 'gu'),
];

const digit = /\d/u;
/** Tried first, because it takes less time than to read an amount. */
const namesCurrency = new RegExp(`€ ?\\d|\\d ?(?:(?:${thousand}) ?)?(?:${currency})`, 'u');

/** "2015 euro 6" is a standard of emissions. */
const noStandard = String.raw`(?!(?<=ro|ро) ?[1-6](?!\d))`;
/** "500 lv": about that amount, too. */
const alone = new RegExp(`(?<![\\p{L}\\d])${amount('1')}${noStandard}`, 'gu');
/** „iPhone 14 500 лв“: the model, then the price. */
const afterModel = new RegExp(`(?<![\\p{L}\\d])${amount('1', unspacedNumber)}${noStandard}`, 'gu');
/** Money that is collected has its value in its name. */
const collectedMoney = /(?<!\p{L})(?:монет|банкнот|coins?(?!\p{L})|banknote)/u;

const THOUSAND = 1_000;

interface Amount {
  readonly minor: number;
  readonly currency: Currency | null;
}

const amountOf = (match: RegExpExecArray, suffix: string): Amount | null => {
  const groups = match.groups ?? {};
  const digits = groups[`number${suffix}`] ?? '';
  const plain = digits.replaceAll(/[ .,](?=\d{3})/gu, '').replace(',', '.');
  const factor = groups[`thousand${suffix}`] === undefined ? 1 : THOUSAND;
  const rest = Number(groups[`rest${suffix}`] ?? 0);
  const minor = Math.round((Number(plain) * factor + rest) * 100);
  if (minor <= 0 || minor > MAX_PRICE_MINOR) return null;
  const sign = groups[`currency${suffix}`] ?? groups[`sign${suffix}`];
  if (sign === undefined) return { minor, currency: null };
  return { minor, currency: /^(?:[лlb](?!eur)|кинта)/u.test(sign) ? 'BGN' : 'EUR' };
};

/** Words that may follow an amount without a currency, as „след 2010“; others may be what it counts. */
const connectives =
  /^(?:\s*$|\s*[,;]|\s+(?:за|с|със|в|във|на|и|or|for|with|in|and|near|za|v|na|(?:след|от|after|since|from|sled|ot)(?= (?:19|20)\d\d(?!\d)))(?![\p{L}\p{N}]))/u;
/** Whether what follows an amount without a currency is nothing that it counts. */
const endsCount = (text: string): boolean =>
  connectives.test(text) || text.trimStart().startsWith(READ);
/** 2000 is more often a price. */
const YEAR = /^(?:19\d\d|20(?!00)\d\d)$/u;
const afterYear = /(?:19|20)\d\d\s+$/u;

const isYear = (match: RegExpExecArray, suffix: string): boolean =>
  YEAR.test(match.groups?.[`number${suffix}`] ?? '');

/** Whether an amount without a currency is a price, and not a size, a number of pieces or a year. */
const isPrice = (match: RegExpExecArray, suffix: string): boolean =>
  endsCount(match.input.slice(match.index + match[0].length)) &&
  !isYear(match, suffix) &&
  // „от 1995 до 2000“ names years, „след 2015 до 10000“ a price.
  !(
    match.groups?.[`number${suffix}`] === '2000' &&
    afterYear.test(match.input.slice(0, match.index))
  );

const inEuro = ({ minor, currency }: Amount, given: Currency): number =>
  convertMinor(minor, currency ?? given, 'EUR');

/** An end of a range without a currency has that of the other. */
const rangeOf = (one: Amount, other: Amount, given: Currency): PriceRange => {
  const named = other.currency ?? one.currency;
  const ends = [one, other].map((end) =>
    inEuro({ ...end, currency: end.currency ?? named }, given),
  );
  return { minPrice: Math.min(...ends), maxPrice: Math.max(...ends) };
};

/** „между 100 и 200 хиляди“: the thousands are said once. */
const withThousands = (low: Amount, high: Amount, { groups = {} }: RegExpExecArray): Amount => {
  const isShared = groups['thousand1'] === undefined && groups['thousand2'] !== undefined;
  return isShared && low.minor * THOUSAND < high.minor
    ? { ...low, minor: low.minor * THOUSAND }
    : low;
};

/** "4-8k" is a resolution, „100-200к“ a price. */
const isResolution = /^\d ?[-–—] ?\d ?[кk]$/u;

/** „200-300“, but neither "10-20" nor "70-200". */
const roundSums = /^[1-9]\d?[05]0 ?[-–—] ?[1-9]\d?[05]0$/u;

/**
 * Categories and kinds of what is often measured in hundreds, also by a range: homes, lenses, coins by
 * their years, food by its weight, textiles by their size, puzzles by their pieces, motorcycles by their engine.
 */
const measuredInHundreds: ReadonlySet<string> = new Set(
  (
    'imoti photography collectibles food pet-food protein vitamins mattress bed-sheet bed-linen duvet blanket ' +
    'towel curtain carpet tablecloth puzzle construction-set motorcycle atv boiler generator inverter light-bulb ' +
    'fishing-rod'
  ).split(' '),
);

const isMeasuredInHundreds = (id: string): boolean =>
  [kindById.get(id)?.category ?? '', ...withWiderKinds(id)].some((name) =>
    measuredInHundreds.has(name),
  );

/** Whether a query names products whose prices are what is in hundreds: „телефон 200-300“. */
const namesPriced = ({ 0: part, index, input }: RegExpExecArray): boolean => {
  const others = `${input.slice(0, index)} ${input.slice(index + part.length)}`;
  const names = productNames(others.match(/[\p{L}\p{N}]+/gu) ?? []);
  return names.length > 0 && !names.some(({ id }) => isMeasuredInHundreds(id));
};

/** Whether the name of a product follows a range, which counts none: „200-300 телефон“, but not „200-300 лаптопа“. */
const isBeforeProduct = ({ 0: part, index, input }: RegExpExecArray): boolean => {
  const after = input.slice(index + part.length).match(/[\p{L}\p{N}]+/gu) ?? [];
  const [name] = productNames(after);
  if (name?.from !== 0) return false;
  const { bg = [], en = [] } = kindById.get(name.id) ?? {};
  return [...bg, ...en].includes(after.slice(0, name.to).join(' '));
};

const readRange = (match: RegExpExecArray, given: Currency): PriceRange | null => {
  const first = amountOf(match, '1');
  const high = amountOf(match, '2');
  if (first === null || high === null) return null;
  const low = withThousands(first, high, match);
  const isNamed = high.currency !== null || low.currency !== null;
  const isDash =
    isResolution.test(match[0]) ||
    (/^(?:(?:за|for|za) )?[\d€]/u.test(match[0]) && match.groups?.['thousand2'] === undefined);
  if (isNamed) return rangeOf(low, high, given);
  // "10-20" may be a size or a model.
  const isSum = roundSums.test(match[0]) && low.minor < high.minor && namesPriced(match);
  if ((isDash && !isSum) || isYear(match, '1')) return null;
  if (!isPrice(match, '2') && !(isSum && isBeforeProduct(match))) return null;
  return rangeOf(low, high, given);
};

/** „под 1000 лв над 2015“ may name a year, and „под 1000 лв над 16 GB“ a size. */
const readBothLimits = (match: RegExpExecArray, given: Currency): PriceRange | null => {
  const one = amountOf(match, '1');
  const other = amountOf(match, '2');
  if (one === null || other === null) return null;
  if (one.currency === null && isYear(match, '1')) return null;
  if (other.currency === null && !isPrice(match, '2')) return null;
  return rangeOf(one, other, given);
};

const readLimit = (match: RegExpExecArray, given: Currency): number | null => {
  const found = amountOf(match, '1');
  if (found === null) return null;
  return found.currency === null && !isPrice(match, '1') ? null : inEuro(found, given);
};

/** Only with a currency: „за 4 души“, "200 km max" are no prices. */
const readNamed = (match: RegExpExecArray, given: Currency): number | null =>
  (amountOf(match, '1')?.currency ?? null) === null ? null : readLimit(match, given);

/** The models 2 to 99 of a line: one thousand is more often a price. */
const modelThenHundreds = /^(?!1 )\d{1,2} \d{3}(?! )/u;

const namesModel = ({ input, index, groups }: RegExpExecArray): boolean =>
  modelThenHundreds.test(groups?.['number1'] ?? '') &&
  knownBrandAtStart([input.slice(0, index).trimEnd().split(' ').at(-1) ?? ''])?.isLine === true;

/** „500 лв“ without another word. */
const readAlone = (match: RegExpExecArray, given: Currency): number | null =>
  collectedMoney.test(match.input) || namesModel(match) ? null : readNamed(match, given);

const around = (price: number): PriceRange => ({
  minPrice: Math.round(price * (1 - ABOUT_SHARE)),
  maxPrice: Math.min(Math.round(price * (1 + ABOUT_SHARE)), MAX_PRICE_MINOR),
});

/** „от 500“ without a currency is seldom a price: „от 12 месеца“, "from 2 sources". */
const readLowest = (match: RegExpExecArray, given: Currency): number | null =>
  /^(?:от|from|ot) /u.test(match[0]) ? readNamed(match, given) : readLimit(match, given);

/** Reads the price that a query names. Amounts without a currency are in the given one. */
export const readPrices = (text: UnreadText, given: Currency): PriceRange | null => {
  // Most queries have none.
  if (!text.shows(digit)) return null;
  for (const pattern of ranges) {
    const range = text.read(pattern, (match) => readRange(match, given));
    if (range !== null) return range;
  }
  for (const pattern of bothLimits) {
    const range = text.read(pattern, (match) => readBothLimits(match, given));
    if (range !== null) return range;
  }
  const near =
    text.read(about, (match) => readLimit(match, given)) ??
    text.read(forAmount, (match) => readNamed(match, given));
  if (near !== null) return around(near);
  const maxPrice =
    text.read(upTo, (match) => readLimit(match, given)) ??
    text.read(upToBefore, (match) => readNamed(match, given));
  const minPrice = text.read(from, (match) => readLowest(match, given));
  if (minPrice !== null || maxPrice !== null) return { minPrice, maxPrice };
  if (!text.shows(namesCurrency)) return null;
  const price =
    text.read(alone, (match) => readAlone(match, given)) ??
    text.read(afterModel, (match) => readAlone(match, given));
  return price === null ? null : around(price);
};

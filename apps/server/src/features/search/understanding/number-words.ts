import { QUOTED } from './unread-text.ts';

const names: Readonly<Record<number, string>> = {
  1: 'един едно една one a',
  2: 'два две two',
  3: 'три three',
  4: 'четири four',
  5: 'пет five',
  6: 'шест six',
  7: 'седем seven',
  8: 'осем eight',
  9: 'девет nine',
  10: 'десет ten',
  11: 'единайсет единадесет eleven',
  12: 'дванайсет дванадесет twelve',
  13: 'тринайсет тринадесет thirteen',
  14: 'четиринайсет четиринадесет fourteen',
  15: 'петнайсет петнадесет fifteen',
  16: 'шестнайсет шестнадесет sixteen',
  17: 'седемнайсет седемнадесет seventeen',
  18: 'осемнайсет осемнадесет eighteen',
  19: 'деветнайсет деветнадесет nineteen',
  20: 'двайсет двадесет twenty',
  30: 'трийсет тридесет thirty',
  40: 'четирийсет четиресет четиридесет forty',
  50: 'петдесет fifty',
  60: 'шейсет шестдесет sixty',
  70: 'седемдесет seventy',
  80: 'осемдесет eighty',
  90: 'деветдесет ninety',
  100: 'сто стотачка sto hundred',
  200: 'двеста dvesta',
  300: 'триста trista',
  400: 'четиристотин',
  500: 'петстотин petstotin',
  600: 'шестстотин',
  700: 'седемстотин',
  800: 'осемстотин',
  900: 'деветстотин',
  1000: 'хиляда хиляди хилядарка hilyada hilqda thousand',
};

const valueOf: ReadonlyMap<string, number> = new Map(
  Object.entries(names).flatMap(([value, words]) =>
    words.split(' ').map((word) => [word, Number(value)] as const),
  ),
);

const anyOf = (least: number, most: number): string =>
  `(?:${Array.from(valueOf)
    .filter(([, value]) => value >= least && value <= most)
    .map(([name]) => name)
    .join('|')})(?!\\p{L})`;

const and = '(?: (?:и|and|i) | |-)';
const unit = anyOf(1, 9);
const ten = anyOf(10, 90);
const hundred = `(?:${unit} )?${anyOf(100, 900)}`;
/** In "one hundred and two hundred" the second number begins with it. */
const last = `${unit}(?! hundred)`;
/** English has no "and" between them. */
const tenAndUnit = `${ten}(?:(?: (?:и|i) | |-)${last})?`;
/** Each part is smaller than the one before: „двайсет и петдесет“ are two numbers. */
const large = `(?:${hundred}(?:${and}${ten})?(?:${and}${last})?|${tenAndUnit})`;
const small = `(?:${large}|${unit})`;
const thousand = anyOf(1_000, 1_000);
/** A number without "and". */
const joined = `(?:${hundred}(?:[ -]${ten})?(?:[ -]${last})?|${ten}(?:[ -]${last})?|${unit})`;
/** Of „между петстотин и две хиляди“ only the second number is in thousands, unless a third follows. */
const counted = `(?:${joined}|(?<!(?:между|between) )${small}|${small}(?= ${thousand} (?:и|and|i) ${small}))`;
const thousands = `(?:${counted} )?${thousand}`;
/** In „хиляда и двайсет и пет хиляди“ a second number in thousands follows. */
const below = `(?!(?:${joined}|${tenAndUnit}) ${thousand})${small}(?! ${thousand})`;
/** Smaller numbers are amounts only before a currency: "under a tree". */
const big = `(?:${thousands}(?:${and}${below})?|${large}(?! ${thousand}))`;
const currency = '(?:лв|лева|лев|кинта|евро|eur|euros?|leva|lv|bgn|€)(?!\\p{L})';
/** Of what a number of words is counted or measured: „петдесет и пет инча“, but not „две маси“. */
const measure =
  '(?:инча|цола|гигабайта|гига|терабайта|мегапиксела|литра|кил(?:а|ограма)|грама|метра|сантиметра|километра|' +
  'стаи|квадрата|броя|вата|волта|херца|кубика|inch(?:es)?|lit(?:re|er)s|kilos|met(?:re|er)s|gigabytes|pieces)(?!\\p{L})';
const limit =
  '(?:до|под|над|около|между|от|do|pod|under|below|over|up to|less than|between|from|to)';

/** A number before a currency or a measure, or a large one after what says that it is a limit; or a quoted phrase. */
const amounts = new RegExp(
  `${QUOTED.source}|(?<![\\p{L}\\d]|\\d )(?:(?:${big}|${unit})(?= ?${currency}| ${measure})|(?<=(?<!\\p{L})${limit} )${big})`,
  'giu',
);

/** Two numbers of which the thousands are said once, with what is between them; or a quoted phrase. */
const sharedThousands = new RegExp(
  `${QUOTED.source}|(?<![\\p{L}\\d]|\\d )(${tenAndUnit}|${joined})( (?:и|до|and|to) |-)(${tenAndUnit}|${joined})(?= ${thousand})`,
  'giu',
);

/** Scales what comes before them, if anything does: „две хиляди“, "a hundred". */
const scales: ReadonlySet<string> = new Set(['хиляди', 'hundred', 'thousand']);
const separators = /[\s-]+(?:(?:и|and|i)\s+)?/u;

const numberOf = (text: string): number => {
  let thousands = 0;
  let rest = 0;
  for (const name of text.toLowerCase().split(separators)) {
    const value = valueOf.get(name) ?? 0;
    if (value === 1_000) {
      thousands += Math.max(1, rest) * value;
      rest = 0;
    } else rest = scales.has(name) ? Math.max(1, rest) * value : rest + value;
  }
  return thousands + rest;
};

const saysThousands = /хил|thousand|hil/iu;

/** „между сто и двеста хиляди“ as „между 100 и 200 хиляди“; „двайсет и пет хиляди“ is one number. */
const writeSharedThousands = (query: string): string => {
  // Most queries have none.
  if (!saysThousands.test(query)) return query;
  return query.replaceAll(sharedThousands, (part: string, low?: string, between = '', high = '') =>
    low === undefined || numberOf(low) >= numberOf(high)
      ? part
      : `${numberOf(low)}${between}${numberOf(high)}`,
  );
};

/** Most queries have none, and the first use of the long expressions compiles them, which takes 180 ms. */
const saysNumber = new RegExp(`(?<!\\p{L})${anyOf(1, 1_000)}`, 'iu');

/** Writes amounts of money and measures that are typed in words in digits: „под сто лева“; not those in quotes. */
export const writeAmounts = (query: string): string =>
  saysNumber.test(query)
    ? writeSharedThousands(query).replaceAll(amounts, (part) =>
        /^\p{L}/u.test(part) ? String(numberOf(part)) : part,
      )
    : query;

/**
 * Brands and products whose Bulgarian spelling follows their pronunciation, so that no letter rule
 * transliterates it back.
 */
const commonNames: ReadonlyMap<string, string> = new Map([
  ['айфон', 'iphone'],
  ['айпад', 'ipad'],
  ['аймак', 'imac'],
  ['епъл', 'apple'],
  ['ейсър', 'acer'],
  ['епсон', 'epson'],
  ['гугъл', 'google'],
  ['дайсън', 'dyson'],
  ['деволт', 'dewalt'],
  ['девалт', 'dewalt'],
  ['ексбокс', 'xbox'],
  ['иксбокс', 'xbox'],
  ['ксиаоми', 'xiaomi'],
  ['шаоми', 'xiaomi'],
  ['хуауей', 'huawei'],
  ['хуавей', 'huawei'],
  ['левис', 'levis'],
  ['майкрософт', 'microsoft'],
  ['найк', 'nike'],
  ['найки', 'nike'],
  ['плейстейшън', 'playstation'],
  ['плейстейшон', 'playstation'],
  ['пежо', 'peugeot'],
  ['рено', 'renault'],
  ['ситроен', 'citroen'],
  ['фолксваген', 'volkswagen'],
  ['хюндай', 'hyundai'],
  ['хундай', 'hyundai'],
  ['шевролет', 'chevrolet'],
  ['ямаха', 'yamaha'],
  ['тошиба', 'toshiba'],
  ['джибиел', 'jbl'],
  ['делонги', 'delonghi'],
  ['нутела', 'nutella'],
  ['шимано', 'shimano'],
  ['мишелин', 'michelin'],
  ['гудиър', 'goodyear'],
  ['бриджстоун', 'bridgestone'],
  ['хасбро', 'hasbro'],
  ['плеймобил', 'playmobil'],
]);

/** A spelling in the other script. `cost` grows with every unusual letter. */
export interface Transliteration {
  readonly text: string;
  readonly cost: number;
}

/** Costs from here on are informal habits (`q` for я); below is the official Romanisation. */
export const informalCost = 3;

type Spelling = readonly [text: string, cost: number];
type Letters = ReadonlyMap<string, readonly Spelling[]>;

const lettersOf = (table: Readonly<Record<string, Readonly<Record<string, number>>>>): Letters =>
  new Map(
    Object.entries(table).map(([letters, spellings]) => [letters, Object.entries(spellings)]),
  );

/**
 * Readings of Latin letters, by cost. 0 and 1: the official Romanisation (Transliteration Act,
 * 2009; there `a` is also ъ); 3: widespread informal habit (`4` for ч, `q` or `ja` for я, `u` or
 * `y` for ъ); 5 and more: spellings of foreign names.
 */
const fromLatin = lettersOf({
  sht: { щ: 0, шт: 1 },
  tch: { ч: 3 },
  dzh: { дж: 0 },
  sh: { ш: 0, сх: 5 },
  ch: { ч: 0, х: 6 },
  zh: { ж: 0 },
  ts: { ц: 0, тс: 1 },
  ya: { я: 0 },
  ia: { ия: 0, я: 3, иа: 3 },
  ja: { я: 3, жа: 3 },
  yu: { ю: 0 },
  iu: { ю: 3, иу: 1 },
  ju: { ю: 3, жу: 3 },
  yo: { йо: 0, ьо: 0 },
  io: { ио: 0, йо: 3, ьо: 3 },
  jo: { йо: 3, ьо: 3, жо: 3 },
  dj: { дж: 3 },
  kh: { х: 3 },
  ph: { ф: 5 },
  ck: { к: 5 },
  oo: { у: 5, оо: 1 },
  ee: { и: 5, ее: 1 },
  '6t': { щ: 3, шт: 3 },
  a: { а: 0, ъ: 1 },
  b: { б: 0 },
  c: { ц: 3, к: 5, с: 6 },
  d: { д: 0 },
  e: { е: 0 },
  f: { ф: 0 },
  g: { г: 0 },
  h: { х: 0 },
  i: { и: 0, й: 3 },
  j: { ж: 3, й: 3, дж: 5 },
  k: { к: 0 },
  l: { л: 0 },
  m: { м: 0 },
  n: { н: 0 },
  o: { о: 0 },
  p: { п: 0 },
  q: { я: 3, к: 6 },
  r: { р: 0 },
  s: { с: 0 },
  t: { т: 0 },
  u: { у: 0, ъ: 3 },
  v: { в: 0 },
  w: { в: 3, у: 6 },
  x: { х: 3, кс: 3 },
  y: { й: 0, и: 3, ъ: 3, ю: 6 },
  z: { з: 0, ц: 6 },
  '4': { ч: 3 },
  '6': { ш: 3 },
});

/** The reverse: Cyrillic letters and their Latin spellings, foreign names included. */
const fromCyrillic = lettersOf({
  дж: { dzh: 0, j: 3, dj: 3, g: 6 },
  кс: { ks: 0, x: 3 },
  ай: { ay: 0, ai: 3, i: 4, y: 6 },
  ей: { ey: 0, ei: 3, a: 5 },
  ия: { ia: 0, iya: 1, iq: 3 },
  йо: { yo: 0, jo: 3, io: 3 },
  ьо: { yo: 0, jo: 3, io: 3, eu: 6 },
  уи: { ui: 0, wi: 4 },
  уо: { uo: 0, wa: 4 },
  а: { a: 0, u: 6 },
  б: { b: 0 },
  в: { v: 0, w: 3 },
  г: { g: 0 },
  д: { d: 0 },
  е: { e: 0, a: 6 },
  ж: { zh: 0, j: 3, g: 6 },
  з: { z: 0, s: 5 },
  и: { i: 0, y: 3, ee: 5 },
  й: { y: 0, i: 3, j: 3 },
  к: { k: 0, c: 3, ck: 4, q: 6 },
  л: { l: 0, ll: 4 },
  м: { m: 0 },
  н: { n: 0, nn: 5 },
  о: { o: 0 },
  п: { p: 0, pp: 5 },
  р: { r: 0, rr: 5 },
  с: { s: 0, ss: 4, c: 5 },
  т: { t: 0, tt: 5, th: 5 },
  у: { u: 0, oo: 4, w: 5 },
  ф: { f: 0, ph: 3, v: 6 },
  х: { h: 0, kh: 3, x: 4, ch: 5 },
  ц: { ts: 0, c: 3, tz: 4, z: 5 },
  ч: { ch: 0, '4': 3 },
  ш: { sh: 0, '6': 3, sch: 4, ch: 6 },
  щ: { sht: 0, '6t': 3 },
  ъ: { a: 0, u: 3, y: 3, e: 5, o: 5 },
  ь: { y: 0, '': 3 },
  ю: { yu: 0, iu: 3, ju: 3, u: 4 },
  я: { ya: 0, ia: 3, q: 3, ja: 3 },
});

/** The largest number of spellings followed at once and returned. */
export const mostTransliterations = 24;
/** A spelling that costs more than this, or than 4 a letter, is another word. */
const dearest = 14;

/** Longer keys are tried in addition to shorter ones: `sh` may also be с and х. */
const longestKey = 3;

/** For each length of a word's beginning, what its spellings cost. */
type Ways = readonly Map<string, number>[];

/** More than this a spelling of a word of so many letters may not cost. */
const limitOf = (length: number): number => Math.min(dearest, length * 4);

/**
 * Goes through the word from the left and keeps the cheapest ways to each position, so that time and
 * results are limited for any input.
 */
const waysOf = (word: string, letters: Letters, limit: number, most: number): Ways => {
  const ways: Map<string, number>[] = Array.from({ length: word.length + 1 }, () => new Map());
  ways[0]?.set('', 0);
  for (let start = 0; start < word.length; start += 1) {
    const cheapest = [...(ways[start] ?? [])].sort((a, b) => a[1] - b[1]).slice(0, most);
    for (let length = 1; length <= Math.min(longestKey, word.length - start); length += 1) {
      const spellings = letters.get(word.slice(start, start + length)) ?? [];
      const reached = ways[start + length];
      for (const [prefix, cost] of cheapest) {
        for (const [spelling, added] of spellings) {
          const total = cost + added;
          const text = prefix + spelling;
          if (total <= limit && total < (reached?.get(text) ?? Infinity)) reached?.set(text, total);
        }
      }
    }
  }
  return ways;
};

/** The cheapest spellings of a beginning, the cheapest first. */
const cheapestOf = (ways: Ways, length: number, most: number): Transliteration[] =>
  [...(ways[length] ?? [])]
    .map(([text, cost]) => ({ text, cost }))
    .sort((a, b) => a.cost - b.cost)
    .slice(0, most);

const transliterate = (
  word: string,
  letters: Letters,
  { limit = limitOf(word.length), most = mostTransliterations } = {},
): Transliteration[] => cheapestOf(waysOf(word, letters, limit, most), word.length, most);

export const startsCyrillic = (word: string): boolean => word >= '\u0400' && word < '\u0530';

/** The Cyrillic readings of a Latin word. 4 and 6 among the letters count as Latin. */
export const toCyrillic = (word: string, most = mostTransliterations): readonly Transliteration[] =>
  transliterate(word, fromLatin, { most });

/** The foreign name that a Cyrillic word transcribes comes first. */
const withCommonName = (
  word: string,
  spellings: readonly Transliteration[],
): readonly Transliteration[] => {
  const name = commonNames.get(word);
  return name === undefined ? spellings : [{ text: name, cost: 0 }, ...spellings];
};

/** The Latin readings of a Cyrillic word: Romanised, or the foreign name it transcribes. */
export const toLatin = (word: string, most = mostTransliterations): readonly Transliteration[] =>
  withCommonName(word, transliterate(word, fromCyrillic, { most }));

/** The first of `toLatin`, in a quarter of the time, because each letter has a spelling that costs nothing. */
export const likeliestLatin = (word: string): string =>
  commonNames.get(word) ?? transliterate(word, fromCyrillic, { limit: 0 })[0]?.text ?? '';

/** The spellings of a word in the other script, the likeliest first; fewer of them take less time. */
export const inOtherScript = (
  word: string,
  most = mostTransliterations,
): readonly Transliteration[] =>
  startsCyrillic(word) ? toLatin(word, most) : toCyrillic(word, most);

/** The same for a word and its stem, in the time of the word alone if it begins with its stem. */
export const inOtherScriptWithStem = (
  word: string,
  stemmed: string,
): readonly (readonly Transliteration[])[] => {
  if (!word.startsWith(stemmed) || limitOf(word.length) !== limitOf(stemmed.length)) {
    return [inOtherScript(word), inOtherScript(stemmed)];
  }
  const isCyrillic = startsCyrillic(word);
  const letters = isCyrillic ? fromCyrillic : fromLatin;
  const most = mostTransliterations;
  const ways = waysOf(word, letters, limitOf(word.length), most);
  return [word, stemmed].map((text) => {
    const spellings = cheapestOf(ways, text.length, most);
    return isCyrillic ? withCommonName(text, spellings) : spellings;
  });
};

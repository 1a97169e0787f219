import { startsCyrillic } from '@izgodno/contract/common/transliteration';
import { isStem, stemMark } from './types.ts';

/** The shortest stem that removing an ending may leave. */
const shortestStem = 3;

/** Irregular words whose forms no ending rule covers. */
const irregular = new Map([
  ['деца', 'дет'],
  ['децата', 'дет'],
  ['ръце', 'рък'],
  ['ръцете', 'рък'],
  ['боя', 'бо'],
  ['боята', 'бо'],
  ['бои', 'бо'],
  ['боите', 'бо'],
  ['яке', 'як'],
  ['якето', 'як'],
  ['якета', 'як'],
  ['якетата', 'як'],
  ['мъже', 'мъж'],
  ['мъжете', 'мъж'],
  // Colours („24 цвята“) and no flowers.
  ['цвят', 'цвят'],
  ['цвята', 'цвят'],
  ['цвета', 'цвят'],
  ['цветът', 'цвят'],
  ['цветове', 'цвят'],
  ['цветовете', 'цвят'],
  // Persons („за 4 души“) and no showers.
  ['души', 'души'],
  // Names of places that the rules would turn into products: „бански“, „вино“, „кавал“, „лък“, „софа“.
  ['банско', 'банско'],
  ['виена', 'виена'],
  ['кавала', 'кавала'],
  ['лъки', 'лъки'],
  ['софия', 'софия'],
  ['софя', 'софия'],
]);

/**
 * Words whose last letters look like an ending but belong to the stem ("таблета" is таблет with an
 * article, but "якета" is the plural of яке): the most frequent in shopping. Without their final
 * vowel.
 */
const protectedStems = new Set(
  (
    'билет таблет пакет кабинет буфет паркет пистолет тоалет жакет корсет макет омлет букет ' +
    'интернет магнет портрет предмет рулет съвет университет мотоциклет велосипет брикет ' +
    'гарсониет силует монет ракет планет диет касет розет манжет тапет етикет апарат ' +
    'фотоапарат автомат формат сертификат халат аромат домат гранат резултат салат лопат ' +
    'заплат палат врат позлат доплат агрегат адвокат кандидат хомот фагот пилот бойкот богат ' +
    'познат космат дует'
  ).split(' '),
);
const inflections = ['', 'а', 'ата', 'и', 'ите', 'ът', 'ове', 'овете'];

const protectedStemOf = (word: string): string | null => {
  for (const inflection of inflections) {
    if (word.endsWith(inflection)) {
      const base = word.slice(0, word.length - inflection.length);
      if (protectedStems.has(base)) return base;
    }
  }
  return null;
};

/** Longest first. Each: an ending and its replacement. */
type Rule = readonly [ending: string, replacement: string];

const articles: readonly Rule[] = [
  ['иите', 'и'],
  ['ията', 'ия'],
  ['ият', ''],
  ['ата', 'а'],
  ['ята', 'я'],
  ['ите', 'и'],
  ['ете', 'е'],
  ['ото', 'о'],
  ['ето', 'е'],
  ['ът', ''],
  // "музеят" is музей with an article; the ending of "музея" is then removed by the general rules.
  ['ят', 'я'],
];

/** The article after a consonant of the stem: "нощ", "нощта". */
const articlesAfterConsonants: readonly Rule[] = [
  ['щта', 'щ'],
  ['тта', 'т'],
];

const numberAndGender: readonly Rule[] = [
  ['ьове', ''],
  ['ове', ''],
  ['ета', ''],
  ['ия', ''],
  ['ие', ''],
  ['ии', ''],
  ['ий', ''],
  ['ьо', ''],
  ['а', ''],
  ['о', ''],
  ['е', ''],
  ['и', ''],
  ['я', ''],
  ['й', ''],
];

/** A consonant that changes before -и: "часовник", "часовници". */
const lastConsonant: readonly Rule[] = [['ц', 'к']];

/** A vowel that is dropped in some forms: "зимен", "зимна". */
const fleetingVowel: readonly Rule[] = [
  ['ен', 'н'],
  ['ел', 'л'],
  ['ек', 'к'],
  ['ък', 'к'],
  ['ъл', 'л'],
  ['ър', 'р'],
  ['ън', 'н'],
  ['ъм', 'м'],
];

const applyFirst = (word: string, rules: readonly Rule[], shortestBase: number): string => {
  for (const [ending, replacement] of rules) {
    const base = word.length - ending.length;
    if (base >= shortestBase && word.endsWith(ending)) {
      return word.slice(0, base) + replacement;
    }
  }
  return word;
};

/**
 * A light stemmer: removes article, number and gender; keeps derivations (-ка, -ник, -ски), because
 * they make another word. Stems are only compared with each other, so they need not be words.
 */
const stemBulgarian = (word: string): string => {
  const known = irregular.get(word) ?? protectedStemOf(word);
  if (known !== null && known !== undefined) return known;
  // Rules that add a letter may leave a stem one letter shorter.
  const bare = applyFirst(word, articlesAfterConsonants, shortestStem - 1);
  const indefinite = applyFirst(bare, articles, shortestStem);
  const base = applyFirst(indefinite, numberAndGender, shortestStem);
  const singular = applyFirst(base, lastConsonant, shortestStem - 1);
  const stem = applyFirst(singular, fleetingVowel, shortestStem - 1);
  // "голям", "големи"; "място", "места"
  return stem.length > shortestStem ? stem.charAt(0) + stem.slice(1).replaceAll('я', 'е') : stem;
};

const vowel = /[aeiouy]/u;
const doubled = /([bdfgmnprt])\1$/u;

const withoutPlural = (word: string): string => {
  if (!word.endsWith('s') || /(?:ss|us|is)$/u.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(?:x|ch|sh|s|z)es$/u.test(word) ? word.slice(0, -2) : word.slice(0, -1);
};

const withoutVerbEnding = (word: string): string => {
  let ending = 0;
  if (word.endsWith('ing')) ending = 3;
  else if (word.endsWith('ed') && !word.endsWith('eed')) ending = 2;
  const base = word.slice(0, word.length - ending);
  if (ending === 0 || base.length < 3 || !vowel.test(base)) return word;
  return doubled.test(base) ? base.slice(0, -1) : base;
};

/** Words of another meaning than their stem has: "slime" and "slim". */
const ownStems: ReadonlySet<string> = new Set(['glasses', 'goods', 'slime']);

/** A light stemmer: removes number, -ing and -ed, and nothing that changes a word's meaning. */
const stemEnglish = (word: string): string => {
  if (word.length < 4 || ownStems.has(word)) return word;
  const base = withoutVerbEnding(withoutPlural(word));
  if (base.length < 4) return base;
  if (base.endsWith('e')) return base.slice(0, -1);
  return base.endsWith('y') ? `${base.slice(0, -1)}i` : base;
};

/** The unmarked stem of a lower-case word, by its script. */
export const stem = (word: string): string =>
  startsCyrillic(word) ? stemBulgarian(word) : stemEnglish(word);

/**
 * The stem that a text with this term is found under as well: null for one that is its own stem,
 * and for numbers, concepts and kinds, which have none.
 */
export const markedStem = (term: string, stemmed = stem(term)): string | null => {
  const marked = stemMark + stemmed;
  return stemmed !== term && isStem(marked) ? marked : null;
};

/** Shortest stem an ending may leave. */
const shortestStem = 3;

/** Whole words whose forms no ending explains. */
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
]);

/**
 * Words whose own last letters look like an ending ("таблета" is таблет with an article, but "якета"
 * are many якета): the commonest of trade. Without their final vowel.
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

/** Longest first. Each: ending, what stays of it. */
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
  // "музеят" is музей with an article: the ending of "музея" goes with that of all others.
  ['ят', 'я'],
];

/** The article after a consonant that is the word's own: "нощ", "нощта". */
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

/** A vowel that comes and goes: "зимен", "зимна". */
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
 * A light stem: the article, number and gender go; derivations (-ка, -ник, -ски) stay, as they make
 * another word. Stems are only compared with each other, so they need not be words.
 */
export const stemBulgarian = (word: string): string => {
  const known = irregular.get(word) ?? protectedStemOf(word);
  if (known !== null && known !== undefined) return known;
  // What puts a letter back may leave one less.
  const bare = applyFirst(word, articlesAfterConsonants, shortestStem - 1);
  const indefinite = applyFirst(bare, articles, shortestStem);
  const base = applyFirst(indefinite, numberAndGender, shortestStem);
  const singular = applyFirst(base, lastConsonant, shortestStem - 1);
  const stem = applyFirst(singular, fleetingVowel, shortestStem - 1);
  // "голям", "големи"; "място", "места"
  return stem.length > shortestStem ? stem.charAt(0) + stem.slice(1).replaceAll('я', 'е') : stem;
};

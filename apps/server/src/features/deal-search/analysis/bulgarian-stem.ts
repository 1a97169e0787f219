/** Shortest stem an ending may leave. */
const shortestStem = 3;

/** Whole words whose forms no ending explains. */
const irregular = new Map([
  ['деца', 'дет'],
  ['децата', 'дет'],
  ['ръце', 'рък'],
  ['ръцете', 'рък'],
  ['краче', 'крак'],
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
const protectedStems = new Set([
  'билет',
  'таблет',
  'пакет',
  'кабинет',
  'буфет',
  'паркет',
  'пистолет',
  'тоалет',
  'жакет',
  'корсет',
  'макет',
  'омлет',
  'букет',
  'интернет',
  'магнет',
  'портрет',
  'предмет',
  'рулет',
  'съвет',
  'университет',
  'мотоциклет',
  'велосипет',
  'брикет',
  'гарсониет',
  'билярдет',
  'силует',
  'монет',
  'ракет',
  'планет',
  'диет',
  'кашет',
  'касет',
  'розет',
  'манжет',
  'тапет',
  'етикет',
  'апарат',
  'фотоапарат',
  'автомат',
  'формат',
  'сертификат',
  'халат',
  'аромат',
  'домат',
  'гранат',
  'резултат',
  'салат',
  'лопат',
  'заплат',
  'палат',
  'врат',
  'позлат',
  'доплат',
  'агрегат',
  'адвокат',
  'кандидат',
  'инкубат',
  'хомот',
  'фагот',
  'пилот',
  'бойкот',
]);
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
  ['щта', 'щ'],
  ['тта', 'т'],
  ['ът', ''],
  ['ят', ''],
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

/** A vowel that comes and goes ("зимен", "зимна"), and the consonants that change before -и. */
const lastSounds: readonly Rule[] = [
  ['ец', 'к'],
  ['ен', 'н'],
  ['ел', 'л'],
  ['ък', 'к'],
  ['ъл', 'л'],
  ['ър', 'р'],
  ['ън', 'н'],
  ['ъм', 'м'],
  ['ц', 'к'],
];

const applyFirst = (word: string, rules: readonly Rule[]): string => {
  for (const [ending, replacement] of rules) {
    const base = word.length - ending.length;
    if (base + replacement.length >= shortestStem && word.endsWith(ending)) {
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
  const base = applyFirst(applyFirst(word, articles), numberAndGender);
  const stem = applyFirst(base, lastSounds);
  // "голям", "големи"; "място", "места"
  return stem.length > shortestStem ? stem.charAt(0) + stem.slice(1).replaceAll('я', 'е') : stem;
};

import type { Currency } from '@izgodno/contract/common/money';
import { conditions, type Condition, type SortOrder } from '@izgodno/contract/deals/vocabulary';
import { townsCalled } from '#features/locations/api.ts';
import { conceptOf } from '../engine/analysis/concepts.ts';
import { productNames } from '../engine/analysis/product-names.ts';
import { stem } from '../engine/analysis/stem.ts';
import { kindById } from '../kinds/kinds.ts';
import { writeApart } from './write-apart.ts';
import { writeByNames } from './write-by-names.ts';
import { readArea, type AskedArea } from './areas.ts';
import { readDiscount, type AskedDiscount } from './discounts.ts';
import { writeAmounts } from './number-words.ts';
import { partAsTyped } from './part-as-typed.ts';
import { readLocation } from './locations.ts';
import { readMileage } from './mileage.ts';
import { readOffer, type AskedOffer } from './offers.ts';
import { readPrices, type PriceRange } from './prices.ts';
import { UnreadText, wordsIn } from './unread-text.ts';

/** What a query means: words to find, filters, and an order. Amounts are euro cents. */
export interface Understanding {
  /** The query without what became a filter or an order. */
  readonly words: string;
  readonly price: PriceRange | null;
  readonly condition: readonly Condition[];
  /** The id of a location. */
  readonly location: string | null;
  readonly inStock: boolean;
  /** The words that ask for it; null if none do. */
  readonly freeDelivery: string | null;
  readonly discount: AskedDiscount | null;
  readonly offer: AskedOffer | null;
  readonly area: AskedArea | null;
  /** What deals must not have, as typed: „-калъф“. */
  readonly unwanted: readonly string[];
  /** How far a vehicle may have been driven, which is always left out. */
  readonly mileage: string | null;
  readonly sort: SortOrder | null;
}

/** Matches whole words only. */
const wholeWords = (source: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'gu');

const asNew =
  'като нов[аои]?|почти нов[аои]?|като чисто нов[аои]?|like new|as new|nearly new|kato nov[aoi]?';
const used =
  'употребяван\\p{L}*|(?:на |от )?(?:втора|2[- ]?ра) (?:ръка|употреба)|на старо|second[- ]?hand|pre-?owned|used|' +
  'upotrebqvan\\p{L}*|upotrebyavan\\p{L}*|(?:na |ot )?(?:vtora|2[- ]?ra) (?:r[auy]ka|upotreba)|na staro';
const inGoodCondition =
  '(?:в |във )?(?:мн(?:ого|\\.) )?(?:добро|отлично|перфектно|запазено) състояние|' +
  '(?:in )?(?:very )?(?:good|great|excellent) condition|' +
  '(?:v |vav )?(?:mnogo )?(?:dobro|otlichno|perfektno) sastoyanie';
const forParts =
  'за части|не ?работ(?:ещ\\p{L}*|и|ят)|(?:със )?(?:счупен|повреден|спукан|дефектен|дефектн)[аои]?(?: (?:екран|дисплей))?|' +
  'for parts|not working|faulty|defective|broken (?:screen|display)|za chasti|za 4asti|s(?:ch|4)upen[aoi]?|povreden[aoi]?';
/** Not the brand, the town, the year, the city, an edition, or a used car that has just been imported. */
const unused =
  '(?:чисто |съвсем |brand )?(?:нов(?:а|о|и|ите|ия|ата|ото)?(?! (?:година|загора|пазар|модел|строит|издани|внос|от (?:19|20)\\d\\d))|' +
  'new(?! (?:balance|york|era|zealand|look|holland|year|model|build|brick|edition|import)))|не ?(?:упот|полз|използ)\\p{L}*ван\\p{L}*|' +
  'неразопакован\\p{L}*|неотварян\\p{L}*|запечатан(?:а|о|и)?|unused|unopened|factory sealed|(?:chisto )?nov(?! god)|' +
  // "Huawei nova", "Novi Sad"
  'chisto nov[aoi]|novi(?! (?:sad|pazar))|^nov[ao](?! (?:god|zagora|stro))(?= [a-z]{3})';

type Conditions = readonly (readonly [RegExp, readonly Condition[]])[];

const namedConditions: Conditions = [
  [wholeWords(asNew), ['like_new']],
  [wholeWords(forParts), ['for_parts']],
  [wholeWords(inGoodCondition), ['like_new', 'good']],
  [wholeWords(used), ['like_new', 'good', 'fair']],
  [wholeWords(unused), ['new']],
];

const isNot = '(?:не|not)(?: е| са)? ';
/** With what „не счупен“ excludes. */
const negatedConditions: Conditions = [
  [wholeWords(`${isNot}(?:${forParts})`), ['for_parts']],
  [wholeWords(`${isNot}(?:${used})`), ['like_new', 'good', 'fair', 'for_parts']],
  [wholeWords(`${isNot}(?:${unused})`), ['new', 'for_parts']],
];

const inStock = wholeWords(
  String.raw`(?:в|с) наличност|на склад|налич(?:ен|на|но|ни)(?: веднага)?|in stock|available now|v nalichnost|na sklad`,
);
/** It is asked for because it is sold out: „кога пак ще има палатки“ wants none in stock. */
const backInStock = wholeWords(
  '(?:пак|отново) (?:(?:ще )?(?:е|са|бъд[еа]т?) )?(?:в наличност|на склад|налич(?:ен|на|но|ни))|' +
    '(?:be )?(?:back in stock|available again|restocked)',
);
const freeDelivery = wholeWords(
  '(?:с |и )?безплатн(?:а|и) доставк[аи]|(?:с )?доставка безплатно|безплатно доставяне|' +
    '(?:with |and )?free (?:delivery|shipping)(?: (?:for|on)(?= \\p{L}))?|(?:delivered|ships) free|' +
    '(?:s |i )?(?:bezplatna|besplatna) dostavka',
);
const cheap = wholeWords(
  String.raw`(?:най[- ]?)?(?:по[- ])?е[вф]тин(?:а|о|и|ите|ия|ата|ото|ият)?|(?:на )?(?:най[- ]?)?(?:ниск|добр|изгодн)(?:а(?:та)? цена|и(?:те)? цени)|изгодн(?:а|о|и)|cheap(?:est|er)?|(?:lowest|low|best) price|бюджет(?:ен|на|но|ни)|affordable|inexpensive|budget|(?:na[ijy][- ]?)?e[vfw]tin(?:a|o|i)?`,
);
const expensive = wholeWords(
  String.raw`най[- ]?скъп(?:а|о|и|ите|ия|ата|ото)?|most expensive|nai[- ]skap[aoi]?`,
);
const newest = wholeWords(String.raw`най[- ]?нов(?:а|о|и|ите|ия|ата|ото)|newest|latest`);

/** For whom people search: „сестра ми търси“. */
const relatives =
  'майка|татко|баща|сестра|брат|баба|дядо|жена|съпругата?|мъж(?:ът|а)|съпруг(?:ът|а)|син(?:ът|а)|дъщеря|дете(?:то)?|деца(?:та)?|' +
  'внук(?:ът|а)?|внучка|племенни(?:к(?:ът|а)?|ца)|приятел(?:ят|я|ка|ката)?|гаджето|колега|колежка|роднин[аи]';

/** What people say about their search itself, and no deal means: "I look for", "something". */
const aboutTheSearch = wholeWords(
  'нещо|(?:специалн[аи] )?оферт[аи](?: за)?|(?:special )?(?:offers?|deals?)(?: (?:for|on))?|някак(?:ъв|ва|во|ви)|каквото и да е|something|anything|neshto|' +
    '(?:от ?)?къде (?:има|продават|(?:мога |може )?да (?:си )?(?:купя|намеря|взема|поръчам))|' +
    '(?:(?:кой|коя|кое|кои) (?:е|са) )?най[- ]?(?:добр|хубав)\\p{L}*|ми трябват?|трябват? ми|продавам|продават? се|prodavam|' +
    '(?:(?:искам|искаме|бих искала?|желая) )?да (?:си |[ѝй] |му |им )?(?:купя|купим|взема|вземем|поръчам|намеря)|' +
    'да (?:видя|разгледам)|' +
    `(?:${relatives}) (?:ми|ни) (?:търс(?:и|ят)|искат?)|` +
    '(?:купя|купувам|купи|закупя|търс(?:я|им|и|ят)(?: се)?|иска[мт]?|искаме|желая)(?: си| ми)?|колко струва(?:т)?|' +
    // As one writes to a person.
    'здравейте|здрасти|добър ден|моля(?: за)?|дайте(?: ми)?|спешно|(?:някой )?(?:продава|има|предлага)(?:те|т)? ли(?: още(?: от)?)?|' +
    'кога (?:пак |отново )?ще (?:има(?:те)?|пуснете|заредите|получите|дойд(?:е|ат))(?: пак| отново)?|(?:пак |отново )?ще има(?:те)?(?: пак| отново)? ли(?: пак| отново)?|' +
    'when will (?:you have |there be )?(?:the(?= ))?|(?:is|are) there(?: any)?|' +
    '(?:може ли )?да (?:ми )?препоръча(?:те|ш)|за домашн[ао] (?:употреба|ползване)|for home use|' +
    "хубав(?:а|о|и)?|(?:do you )?have any|do you (?:have|sell)|any good|i(?: a|[’']?)m(?= looking)|" +
    'препоръчайте(?: ми)?|идеи? за|ideas for|^(?:как(?:ъв|ва|во|ви)|ко[йяеи])(?= \\S+ да )|(?:hello|hi)(?=[,!])|please|i need|' +
    'iskam(?: da (?:si )?kupq)?|tursq|spe(?:sh|6)no|prodawam|kupuwam|' +
    '(?:каква е )?цена(?:та)? на|(?<!за )(?:цена|цени|обяви)$|tarsya|tyrsq|kupuvam|kolko struva|(?:cena|ceni)$|' +
    '(?:i )?(?:want|would like) to buy|where (?:to|can i) (?:buy|get|find)|(?:(?:what|which) is )?the best|looking for|how much (?:is|are)|price of',
);

/** Why a product is looked for says nothing about it: „пералня, че старата се развали“, but not „Кажи, че ме обичаш“. */
const reason = /, ?(?:че|защото|понеже|тъй като|because) [^\0]*$/gu;

const readReason = (text: UnreadText): boolean | null =>
  text.read(reason, ({ index, input }) => {
    return productNames(wordsIn(input.slice(0, index))).length > 0 ? true : null;
  });

const givenAway = wholeWords(
  String.raw`подарява(?:[мт]|ме)?(?: се)?|podarq?(?:ya)?va[mt]?(?: se)?|безплатно|даром|без пари|bezplatno|` +
    'for free|free stuff|giv(?:e|ing|en) away|giveaway',
);
const noPrice: PriceRange = { minPrice: null, maxPrice: 0 };

/** Whether a condition is named, perhaps several times: „чисто нов, запечатан“. */
const namesAll = (text: UnreadText, pattern: RegExp): boolean => {
  const isNamed = text.has(pattern);
  while (text.has(pattern));
  return isNamed;
};

const readCondition = (text: UnreadText): readonly Condition[] => {
  const excluded = negatedConditions.flatMap(([pattern, meant]) =>
    namesAll(text, pattern) ? meant : [],
  );
  const named = namedConditions.find(([pattern]) => namesAll(text, pattern));
  if (named === undefined && excluded.length === 0) return [];
  return (named?.[1] ?? conditions).filter((condition) => !excluded.includes(condition));
};

/** „не самсунг“, „не на газ“, but not the flower "forget me not". Before other words „не“ may be a part of a title. */
const negated =
  /(?<=\S[ ,] ?)(?:(?:но|but|да) )?(?:не(?: е| са)?|извън|освен|except|(?<!(?:me|do|why|or) )not) (?:(?:на|от|за|с|в|във|in|from) )?(\p{L}[\p{L}\p{N}]+)/gu;

/** Beside what has a concept: colours, and who must not sell. */
const unwantable =
  /^(?:(?:агенци|брокер|посредник|чер(?:ен|н)|бял|бел|сив|син|червен|зелен|жълт|розов|лилав|кафяв|бежов|оранжев)\p{L}{0,3}|black|white|gr[ae]y|blue|red|green|yellow|pink|purple|brown|beige|orange)$/u;

/** The brand, product, material, fuel, colour, agent or town that is not wanted, as if it had a minus. */
const namedByNot = ({ 1: word = '' }: RegExpExecArray): string | null =>
  conceptOf(stem(word)) !== undefined || unwantable.test(word) || townsCalled(word).length > 0
    ? `-${word}`
    : null;

/**
 * What „не“ or "not" is before is unwanted of a product, if it is no verb: „маратонки не за бягане“,
 * „телевизор не oled“, but not "not too big".
 */
const negatedPart =
  /(?<=\S[ ,] ?)(?:(?:но|да|but) )?(?:не(?: е| са)?|(?<!(?:me|do|why|or) )not) (?:(?:за|от|на|с|със|for|with|from) (\p{L}{3,})|((?!(?:too|very|only|just|before|after|even|the)(?!\p{L}))[a-z][a-z\d]{2,}))/gu;

/** Titles of books are sentences. */
const namesProductBefore = ({ input, index }: RegExpExecArray): boolean => {
  const names = productNames(wordsIn(input.slice(0, index)));
  return names.length > 0 && names.every(({ id }) => kindById.get(id)?.category !== 'books-media');
};

/** Tried first, because most queries negate nothing. */
const negates = /(?:не|not) /u;

const readUnwantedPart = (text: UnreadText): readonly string[] => {
  if (!text.shows(negates)) return [];
  const word = text.read(negatedPart, (match) =>
    namesProductBefore(match) ? `-${match[1] ?? match[2] ?? ''}` : null,
  );
  return word === null ? [] : [word];
};

/** A quoted phrase is hidden from other rules. */
const minusWord = /(?<=\S[ ,])-(?:\p{L}[\p{L}\p{N}]*(?:-[\p{L}\p{N}]+)*|\0+)/gu;

const readUnwanted = (text: UnreadText, typed: string): readonly string[] => {
  const found: string[] = [];
  for (;;) {
    const word =
      text.read(minusWord, ({ 0: part, index }) => typed.slice(index, index + part.length)) ??
      text.read(negated, namedByNot);
    if (word === null) return found;
    found.push(word);
  }
};

const readSort = (text: UnreadText): SortOrder | null => {
  if (text.has(cheap)) return 'price_asc';
  if (text.has(expensive)) return 'price_desc';
  return text.has(newest) ? 'newest' : null;
};

/** „до 100 000 км“ as one measure. */
const writeDistance = (typed: string): string =>
  typed.replace(/(?<![\d.,])(\d{1,3})[ .](000)(?= ?(?:км|km)(?!\p{L}))/giu, '$1$2');

/** „търся стая“, "studio for rent" and „магазин под наем“ by the names of what is let. */
const writeLodgings = (typed: string): string =>
  typed
    .replace(
      /(?<!\p{L})(?:търся|давам|дават? се|отдават?(?: се)?|отдавам)(?: си)? ста(?:я|и)(?! под| в хотел| за (?:нощувк|игр))(?!\p{L})/iu,
      'стая под наем',
    )
    .replace(
      /(?<!\p{L}|(?:фото|звукозаписно|танцово|йога|арт) )студио(?= под наем)/iu,
      'едностаен апартамент',
    )
    .replace(
      /(?<!\p{L}|(?:\p{L}{2}о|за) )(?:магазин|помещение)(?= (?:под наем|за продажба))/iu,
      'търговско помещение',
    )
    .replace(/(?<!\p{L}|за )склад(?= (?:под наем|за продажба))/iu, 'складово помещение')
    .replace(
      /(?<!\p{L}|(?:photo|recording|music|dance|yoga|art) )studio(?= (?:for|to) (?:rent|let)(?!\p{L}))/iu,
      'studio flat',
    );

/** What a query means, with what was typed for it. */
interface UnderstoodText {
  readonly meaning: Understanding;
  /** A part of the meaning as the query has it, because some words are written by other names. */
  readonly asTyped: (part: string) => string;
}

/**
 * Reads the prices, conditions, places, stock and order that people name in a query. What is not
 * read stays as words. A pure function of the query; amounts without a currency are in the given one.
 */
export const understandText = (query: string, currency: Currency): UnderstoodText => {
  const typed = writeLodgings(writeDistance(writeAmounts(writeApart(query))));
  const text = new UnreadText(typed);
  // "-used" is no condition.
  const unwanted = readUnwanted(text, typed);
  const mileage = readMileage(text);
  const deliveryWords = text.read(freeDelivery, ([words]) => words.replace(/ (?:for|on)$/u, ''));
  // "50% off" is no price.
  const discount = readDiscount(text);
  const amount = readPrices(text, currency) ?? (text.has(givenAway) ? noPrice : null);
  const afterAmount = text.unread;
  readReason(text);
  const sort = readSort(text);
  const isInStock = !text.has(backInStock) && text.has(inStock);
  // Places come first: "Нова Загора" is no condition.
  const location = readLocation(text);
  const condition = readCondition(text);
  // "not used" is a condition.
  const unwantedParts = readUnwantedPart(text);
  // An amount before what has been read since is a price: „до 600 най-евтин“.
  const price = amount ?? (text.unread === afterAmount ? null : readPrices(text, currency));
  const offer = readOffer(text, price?.maxPrice ?? price?.minPrice ?? 0);
  const area = readArea(text);
  while (text.hasBeside(aboutTheSearch));
  const left = text.rest();
  const words = writeByNames(left);
  return {
    meaning: {
      words,
      price,
      condition,
      location,
      inStock: isInStock,
      freeDelivery: deliveryWords,
      discount,
      offer,
      area,
      unwanted: [...unwanted, ...unwantedParts],
      mileage,
      sort,
    },
    asTyped: (part) =>
      partAsTyped(words.includes(part) ? partAsTyped(part, words, left) : part, typed, query),
  };
};

/** What a query means. */
export const understand = (query: string, currency: Currency): Understanding =>
  understandText(query, currency).meaning;

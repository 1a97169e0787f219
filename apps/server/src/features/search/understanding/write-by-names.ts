import { knownBrandAtStart } from '../brands/brand-of.ts';
import { brands } from '../brands/brands.ts';
import { productOf } from '../engine/analysis/brands.ts';
import { productNames } from '../engine/analysis/product-names.ts';
import { stem } from '../engine/analysis/stem.ts';
import { writeAlternatives } from './alternatives.ts';
import { namesJourney, writeOccasion, writeSkiing, writeWeekend } from './locations.ts';
import { readRooms } from './measured-parts.ts';
import { QUOTED, UnreadText, wordsIn } from './unread-text.ts';

/** „205/55/16“, "205-55-R16": as the names of tyres have it. */
const tyreSize = /(?<!\d)(\d{3})[/-](\d{2})[/-][rр]?(\d{2})(?!\d)/iu;
/** „205 55 16“ beside a word for tyres; elsewhere it may be anything. */
const spacedTyreSize = /(?<!\d)([1-3]\d5)[ /](\d[05])[ /]?[rр]?(1\d|2[0-4])(?!\d)/iu;
const namesTyres = /(?<!\p{L})(?:гум|джант|t[iy]re|gumi)/iu;
const writeTyreSize = (words: string): string =>
  (namesTyres.test(words) ? words.replace(spacedTyreSize, '$1/$2 R$3') : words).replace(
    tyreSize,
    '$1/$2 R$3',
  );

/** "2 bed flat" as "2 bedroom flat", because beds are furniture. */
const writeBedrooms = (words: string): string =>
  words.replace(
    /(?<![\p{L}\p{N}])(one|two|three|[1-3])[- ]bed(?= (?:flat|apartment|maisonette|penthouse|house|home|property))/iu,
    '$1 bedroom',
  );

/** „какво да подаря на мама“ as „подарък за мама“. */
const writeGift = (words: string): string =>
  words.replace(/^какво да (?:[ѝй] |му |им )?подар(?:я|им)(?: на)?(?= \p{L})/iu, 'подарък за');

const isLatin = (words: string): boolean => /^[a-z]/iu.test(words);

const carBody = /(?<!\p{L})(?:комби|кабрио(?:лет)?|(?<!real )estate|station wagon)(?!\p{L})/iu;
const ofCars =
  /(?<!\p{L})(?:дизел|бензин|diesel|petrol|автоматик|собственик)(?!\p{L})|(?<!\d)(?:199|20[0-3])\d(?!\d)/iu;

/** „комби дизел“ as „комби кола дизел“, because fridges are called so, too. */
const writeCarBody = (words: string): string => {
  if (!carBody.test(words) || !ofCars.test(words)) return words;
  return productNames(wordsIn(words)).length > 0
    ? words
    : words.replace(carBody, (typed) => `${typed} ${isLatin(typed) ? 'car' : 'кола'}`);
};

const ofBricks = /(?<!\p{L})(?:тухл|brick)/iu;

/** „двустаен тухла“ as „двустаен апартамент тухла“, because bricks alone are a product. */
const writeHome = (words: string): string => {
  if (!ofBricks.test(words)) return words;
  const names = productNames(wordsIn(words));
  if (names.length === 0 || names.some(({ id }) => id !== 'bricks')) return words;
  const [rooms] = readRooms(new UnreadText(words));
  if (rooms === undefined) return words;
  const typed = words.slice(rooms.start, rooms.end);
  return `${words.slice(0, rooms.end)} ${isLatin(typed) ? 'flat' : 'апартамент'}${words.slice(rooms.end)}`;
};

/** The products that a brand, or a line of its products, is known for. */
const productsOf = (brand: string): readonly string[] => {
  const slug = knownBrandAtStart([brand])?.slug;
  const ofLines = brands.flatMap(({ of, product }) => (of === slug ? [product] : []));
  return [productOf(stem(brand)) ?? '', ...ofLines].filter((product) => product !== '');
};

/** Whether words from the first to the last are one name. */
const isOneName = (words: readonly string[]): boolean => {
  const [name] = productNames(words);
  return name?.from === 0 && name.to === words.length;
};

/** „дисплей за айфон“ as „дисплей за телефон айфон“, if only that is a name. */
const writePurpose = (words: string): string =>
  words.replace(
    /(?<!\p{L})(\p{L}+)( за )(\p{L}+)/giu,
    // oxlint-disable-next-line eslint/max-params -- `replace` passes each group
    (typed, part: string, joint: string, brand: string, at: number) => {
      const others = wordsIn(part + words.slice(at + typed.length));
      if (productNames(others).length > 0) return typed;
      const product = productsOf(brand.toLowerCase()).find((each) =>
        isOneName([part.toLowerCase(), 'за', each]),
      );
      return product === undefined ? typed : `${part}${joint}${product} ${brand}`;
    },
  );

/** „кабел type c“, „тип ц“ as the name of the connector, because a letter alone says nothing. */
const writeConnector = (words: string): string =>
  words.replace(
    /(?<![\p{L}\p{N}])(?:usb[ -]?)?(?:type|тип|тайп)[ -]?[cсц](?![\p{L}\p{N}]|[ -]?\d)/iu,
    'USB-C',
  );

const child = '(?:дете|деца|момче|момиче|бебе)';
const latinChild = '(?:dete|deca|mom(?:4|ch)e|momi(?:4|ch)e|bebe)';
const englishChild = '(?:child(?:ren)?|kids?|boys?|girls?|toddlers?)';
const years = String.raw`(?:[1-9]|1[0-3])(?: ?[-–] ?\d{1,2})?`;
const ages: readonly (readonly [
  pattern: RegExp,
  baby: RegExp,
  written: readonly [string, string],
])[] = [
  [
    new RegExp(
      String.raw`(?<=\p{L} за )(?:${child} (?:на )?${years} ?(?:годин\p{L}+|год\.?|г\.?|месе\p{L}+|мес\.?)|${years}[- ]?годишн\p{L}+(?: ${child})?)(?!\p{L})`,
      'iu',
    ),
    /бебе/iu,
    ['дете', 'бебе'],
  ],
  [
    new RegExp(
      String.raw`(?<=\p{L} za )${latinChild} (?:na )?${years} ?(?:godini?|godinki?|god\.?|g\.?|mese(?:ca|ci|tsa|tsi))(?!\p{L})`,
      'iu',
    ),
    /bebe/iu,
    ['dete', 'bebe'],
  ],
  [
    new RegExp(
      String.raw`(?<=\p{L} for )(?:an? )?${years}[- ](?:years?|months?)[- ]olds?(?: (?:${englishChild}|baby))?(?!\p{L})`,
      'iu',
    ),
    /month|baby/iu,
    ['kids', 'baby'],
  ],
];

/** „колело за 5 годишно дете“, „за момиче на 6 години“, "for a 5 year old": what is for children. */
const writeAge = (words: string): string =>
  /\d/u.test(words)
    ? ages.reduce(
        (written, [pattern, baby, [ofChild, ofBaby]]) =>
          written.replace(pattern, (typed) => (baby.test(typed) ? ofBaby : ofChild)),
        words,
      )
    : words;

/** What something lacks by what it is without it, and by what only some things are called. */
const lacks: readonly (readonly [lack: RegExp, written: string, other?: string])[] = [
  [/(\p{L}+) без (?:обзавеждане|мебели)(?!\p{L})/iu, 'необзаведен'],
  [/(\p{L}+) (?:without furniture|not furnished)(?!\p{L})/iu, 'unfurnished'],
  [/(\p{L}+) без (?:кабел(?:и|а)?|жиц[аи])(?!\p{L})/iu, 'безжичен', 'акумулаторен'],
  [/(\p{L}+) (?:without (?:an? )?|no )(?:cables?|wires?|cord)(?!\p{L})/iu, 'wireless', 'cordless'],
];

/** Tried first, because most queries lack nothing. */
const saysLack = /(?:без|without|no|not) /iu;

/**
 * „тонколона без кабел“ as „тонколона безжичен“; „прахосмукачка без кабел“ as „безжичен прахосмукачка“,
 * because that is a name.
 */
const writeLack = (words: string): string =>
  saysLack.test(words)
    ? lacks.reduce(
        (text, [lack, written, other = written]) =>
          text.replace(lack, (_, product: string) => {
            const named = [written, other].find((each) => isOneName(wordsIn(`${each} ${product}`)));
            return named === undefined ? `${product} ${written}` : `${named} ${product}`;
          }),
        words,
      )
    : words;

/** „храна за малко куче“ as „храна за куче малко“, because only that is a name. */
const writePurposeQuality = (words: string): string =>
  !words.includes(' за ')
    ? words
    : words.replace(
        /(?<!\p{L})(\p{L}+ за )(\p{L}+(?:[аои]|ък|ен|ски)) (\p{L}+)/giu,
        (typed, product: string, quality: string, purpose: string) => {
          const name = `${product}${purpose}`;
          const isNamed = [quality, `${quality} ${purpose}`, `${product}${quality}`].some((each) =>
            isOneName(wordsIn(each)),
          );
          return isOneName(wordsIn(name)) && !isNamed ? `${name} ${quality}` : typed;
        },
      );

/** „работа в София“ as „обява за работа в София“, because many things work. */
const writeJob = (words: string): string =>
  words
    .replace(
      /^(?:търся |предлагам )?работа(?=$| (?:в|във|като|от|за|на|без|през)(?!\p{L}))/iu,
      'обява за работа',
    )
    .replace(/^jobs?(?=$| (?:in|as|at|from|for|near)(?!\p{L}))/iu, 'job offer');

const week = /(?<![\p{L}\p{N}])(?:(1|една|one|a)|2|две|two) (седмиц[аи]|weeks?)(?!\p{L})/iu;

/** „1 седмица на море“ as „7 нощувки на море“. */
const writeWeeks = (words: string): string =>
  words.replace(week, (typed, one: string | undefined, unit: string) =>
    namesJourney(words)
      ? `${one === undefined ? 14 : 7} ${isLatin(unit) ? 'nights' : 'нощувки'}`
      : typed,
  );

const consoles =
  '((?:ps ?\\d?|playstation(?: ?\\d)?|плейстейшън(?: ?\\d)?|xbox(?: (?:one|360|series [xs]))?|' +
  '(?:nintendo|нинтендо)(?: (?:switch|суич))?))';
const gamesOf = (pattern: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${pattern}(?! consol| конзол)(?![\p{L}\p{N}])`, 'iu');
const englishGames = gamesOf(`${consoles} games`);
const bulgarianGames = gamesOf(`${consoles} (?:игр[аи]|igr[ai])`);
const latinGames = gamesOf(`igr[ai] za ${consoles}`);

/** „ps4 игри“ as „игри за ps4“ and "ps4 games" as "console game ps4": games of other kinds fit no console. */
const writeConsoleGames = (words: string): string =>
  words
    .replace(englishGames, 'console game $1')
    .replace(bulgarianGames, 'игри за $1')
    .replace(latinGames, 'игри за $1');

/**
 * „машина за рязане на трева“ by the name „машина за трева“, if that is one. Who grinds coffee does not
 * make it, and steam does the task: „уред за почистване на пара“.
 */
const writeTask = (words: string): string =>
  words.replace(
    /(?<!\p{L})(\p{L}+ за )(?!мелене)\p{L}+[ае]не на (?!пара(?!\p{L}))(\p{L}+)(?: налягане)?/giu,
    (typed, tool: string, object: string) => {
      const name = tool + object;
      return isOneName(name.toLowerCase().split(' ')) ? name : typed;
    },
  );

const rewritings: readonly ((words: string) => string)[] = [
  writeTyreSize,
  writeBedrooms,
  writeGift,
  writeSkiing,
  writeWeekend,
  writeOccasion,
  writeWeeks,
  writeJob,
  writeCarBody,
  writeHome,
  writeTask,
  writeConnector,
  writeAge,
  writeLack,
  writePurposeQuality,
  writeConsoleGames,
  writePurpose,
  writeAlternatives,
];

/**
 * Writes the words of a query by the names that things have: „машина за рязане на трева“ as „машина за
 * трева“. A quoted phrase stays as it is.
 */
export const writeByNames = (words: string): string =>
  words.search(QUOTED) >= 0
    ? words
    : rewritings.reduce((written, rewrite) => rewrite(written), words);

import type { RealEstateDetails } from '@izgodno/contract/deals/details';
import { toName } from './draft-fields.ts';
import { cleanLine } from './text.ts';

const MAX_WORD_LENGTH = 60;
const MAX_ROOMS = 50;

/** A fact by the name that its source gives it: "area", "floorSize", "Площ". */
export interface NamedFact {
  readonly name: string;
  /** As written; of several forms of one fact the one for readers first. */
  readonly texts: readonly string[];
}

/** What a source says of a home or plot, as written. */
export interface PropertyTexts {
  readonly named: readonly NamedFact[];
  readonly url: string;
  readonly title: string;
  readonly description: string;
}

/** Thousands in groups of three, or plain digits; then one or two decimals. */
const AREA =
  /(?<whole>\d{1,3}(?:[\s.,]\d{3})+|\d{1,7})(?:[.,](?<part>\d{1,2}))?(?!\d)\s*(?<unit>\p{L}+)?/u;
/** The same, with a unit that no other number has. */
const AREA_IN_PROSE =
  /(?<![\d.,])(?<whole>\d{1,3}(?:[\s.,]\d{3})+|\d{1,7})(?:[.,](?<part>\d{1,2}))?(?!\d)\s?(?<unit>кв\.?\s?м|[mм][2²]|sq\.?\s?m|дка|декара?|daa|ха|хектара?)(?!\p{L})/giu;
/** Square metres of other units: names, and the codes of UN/CEFACT, which schema.org uses. */
const units: readonly (readonly [RegExp, number])[] = [
  [/^(?:дка|декар|daa|decare)/iu, 1_000],
  [/^(?:ха|хектар|ha|har|hectare)/iu, 10_000],
  [/^(?:ар|are?s?)$/iu, 100],
  [/^(?:ftk|sqft|ft)$/iu, 0.092_903],
];

type Groups = Readonly<Record<string, string | undefined>> | undefined;

const squareMetres = ({ whole, part = '0', unit = '' }: NonNullable<Groups>): number | null => {
  if (whole === undefined) return null;
  const size = units.find(([pattern]) => pattern.test(unit))?.[1] ?? 1;
  const area = Number(`${whole.replace(/[\s.,]/g, '')}.${part}`) * size;
  // Null also for an area that rounds to none.
  return Math.round(area * 100) / 100 || null;
};

/** Square metres: "65", "65 кв.м", "65,5", "1 200 кв.м", "1.200", "3 дка". */
const areaOf = (text: string): number | null => squareMetres(AREA.exec(text)?.groups ?? {});

const YEAR = /\b(1[89]\d\d|20\d\d)\b/;
const yearOf = (text: string): number | null => {
  const year = YEAR.exec(text)?.[1];
  return year === undefined ? null : Number(year);
};
const YEAR_IN_PROSE =
  /(?:строен[аои]?|строителство|акт\s*1[4-6]|built)[^\d.;]{0,30}((?:19|20)\d\d)(?!\d)/giu;

const roomWords: readonly (readonly [RegExp, number])[] = [
  [/(?:^|\s)(?:one|single)\b|едностаен|гарсониер/iu, 1],
  [/(?:^|\s)two\b|двустаен/iu, 2],
  [/(?:^|\s)three\b|тристаен/iu, 3],
  [/(?:^|\s)four\b|четиристаен/iu, 4],
];
const ROOMS_IN_PROSE =
  /(?:едно|дву|три|четири)стаен|гарсониер|(?<!\d)([1-9])\s?-?\s?(?:стаен|стайн|room(?!\p{L}))/giu;

const roomsIn = (text: string): number | null => {
  const digits = /^\D{0,10}(\d{1,2})(?!\d)/u.exec(text)?.[1];
  const rooms =
    digits === undefined ? roomWords.find(([word]) => word.test(text))?.[1] : Number(digits);
  return rooms !== undefined && rooms > 0 && rooms <= MAX_ROOMS ? rooms : null;
};
/** Of a word that may also have other numbers: "Двустаен апартамент, 65 кв.м". */
const roomsOfKind = (text: string): number | null => {
  const [word] = text.match(ROOMS_IN_PROSE) ?? [];
  return word === undefined ? null : roomsIn(word);
};

const FLOOR_IN_PROSE =
  /(?<!\p{L})(?:ет(?:аж(?!\p{L})|\.)|floor)\s*:?\s*(\d{1,2})(?!\d|[.,]\d)|(?<!\d)(\d{1,2})\s?-?\s?(?:[тврм]и|st|nd|rd|th)\s(?:етаж(?!\p{L})|floor)/giu;

const DISTRICT_IN_PROSE =
  /(?<!\p{L})(?:кв\.\s?|ж\.?\s?к\.?\s|квартал\s|р-н\s)[„"“]?(\p{Lu}[\p{L}\d -]{2,39}?)["“”]?(?=[,;.()|\n]|\s[-–—]\s|$)/gu;

const wordOf = (text: string): string | null => cleanLine(text, MAX_WORD_LENGTH) || null;

const RENT =
  /(?<!\p{L})(?:наем(?:и|а|ане)?|rent(?:al|als|ing)?|lease(?:out)?|to let|naemi?)(?!\p{L})/iu;
const SALE =
  /(?<!\p{L})(?:продажб|продав|sales?(?!\p{L})|sell(?:ing)?(?!\p{L})|prodazh|prodaj|prodav)/iu;

type OfferKind = NonNullable<RealEstateDetails['offer']>;

/** What a text says first: "for sale, with a tenant" is a sale. */
const offerIn = (text: string): OfferKind | null => {
  const [rent, sale] = [text.search(RENT), text.search(SALE)];
  if (rent < 0 && sale < 0) return null;
  return sale < 0 || (rent >= 0 && rent < sale) ? 'rent' : 'sale';
};

const names = {
  area: /^(?:m|area|floor ?size|living ?area|(?:(?:обща|застроена|разгъната|жилищна) )*(?:площ|квадратура)(?! на))/iu,
  plot: /^(?:lot ?size|площ на (?:парцела|двора|имота))/iu,
  rooms: /^(?:rooms|number ?of ?rooms|(?:брой )?стаи)/iu,
  kind: /^(?:property ?type|(?:вид|тип)(?: на)? (?:имот|апартамент|жилище))/iu,
  floor: /^(?:floor(?! ?(?:size|plan|s))|етаж(?!ност|и))/iu,
  buildType: /^(?:buil[dt] ?type|(?:(?:вид|тип)(?: на)? )?строителство|конструкция|материал)/iu,
  year: /year|godina|година|построен|строителство/iu,
  district: /^(?:district|neighbou?rhood|квартал)/iu,
  offer: /offer|deal|transaction|vid|type|business ?function|сделка/iu,
} as const;

/** The first value that `of` reads from facts of this name. */
const readNamed = <Value>(
  facts: readonly NamedFact[],
  name: RegExp,
  of: (text: string) => Value | null,
): Value | null => {
  for (const fact of facts) {
    if (!name.test(fact.name)) continue;
    for (const text of fact.texts) {
      const value = of(text);
      if (value !== null) return value;
    }
  }
  return null;
};

/**
 * The value that a pattern finds in the title, else in the description if that names only one,
 * because of several a reader cannot know which is the property's.
 */
const readProse = <Value>(
  { title, description }: Pick<PropertyTexts, 'title' | 'description'>,
  pattern: RegExp,
  of: (match: RegExpExecArray) => Value | null,
): Value | null => {
  const found = (text: string) => [...text.matchAll(pattern)].flatMap((match) => of(match) ?? []);
  const [first] = found(title);
  if (first !== undefined) return first;
  const [only, ...others] = new Set(found(description));
  return only === undefined || others.length > 0 ? null : only;
};

const readOffer = ({ named, url, title, description }: PropertyTexts): OfferKind | null => {
  const given = named.filter(({ name }) => names.offer.test(name) && name !== 'price');
  // What the site says counts before the words of the seller.
  for (const text of [...given.map(({ texts }) => texts.join(' ')), url, title, description]) {
    const offer = offerIn(text);
    if (offer !== null) return offer;
  }
  return null;
};

/** The facts of a home or plot, from what its source names, else from its title and description. */
export const readPropertyFacts = (given: PropertyTexts): RealEstateDetails => {
  const { named } = given;
  const area =
    readNamed(named, names.area, areaOf) ??
    readProse(given, AREA_IN_PROSE, ({ groups }) => squareMetres(groups ?? {})) ??
    readNamed(named, names.plot, areaOf);
  const rooms =
    readNamed(named, names.rooms, roomsIn) ??
    readNamed(named, names.kind, roomsOfKind) ??
    readProse(given, ROOMS_IN_PROSE, ([word]) => roomsIn(word));
  const floor =
    readNamed(named, names.floor, wordOf) ??
    readProse(given, FLOOR_IN_PROSE, (match) => match[1] ?? match[2] ?? null);
  const buildType = readNamed(named, names.buildType, (text) =>
    wordOf(text.split(/[,;(]|\s\d/)[0] ?? ''),
  );
  const year =
    readNamed(named, names.year, yearOf) ??
    readProse(given, YEAR_IN_PROSE, ([, text = '']) => yearOf(text));
  const district =
    readNamed(named, names.district, toName) ??
    readProse(given, DISTRICT_IN_PROSE, ([, text = '']) => toName(text));
  const offer = readOffer(given);
  return {
    kind: 'real-estate',
    ...(area === null ? {} : { area }),
    ...(rooms === null ? {} : { rooms }),
    ...(floor === null ? {} : { floor }),
    ...(buildType === null ? {} : { buildType: buildType.toLowerCase() }),
    ...(district === null ? {} : { district }),
    ...(year === null ? {} : { year }),
    ...(offer === null ? {} : { offer }),
  };
};

/** Whether a home is described, rather than only called one: its area or rooms are known. */
export const namesSize = ({ area, rooms }: RealEstateDetails): boolean =>
  area !== undefined || rooms !== undefined;

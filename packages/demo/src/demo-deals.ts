import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Media } from '@izgodno/contract/deals/deal';
import type { DealDetails } from '@izgodno/contract/deals/details';
import type { Condition } from '@izgodno/contract/deals/vocabulary';
import { cities, inCity, type City } from './cities.ts';
import type { Availability, DemoDeal } from './demo-deal.ts';
import { families, wordIn, type Family } from './family.ts';
import { homeDetails } from './home-details.ts';
import { closingTexts } from './lines.ts';
import { imageUrl } from './media/image-url.ts';
import { pastPrices } from './price-history.ts';
import { askingPrice, estimate } from './pricing.ts';
import { createRandom, seedOf, type Random } from './random.ts';
import { demoSources, shopFor, type DemoSource } from './sources.ts';
import { withTwins } from './twins.ts';
import { latinise, fill, someOf, write } from './wording.ts';

type Seller = Exclude<Family['trade'], 'both'>;

const BULGARIAN_SHARE = 0.6;
const LEV_SHARE = 0.15;
/** The age of the oldest offers. */
const OLDEST_DAYS = 60;
const MINUTES_A_DAY = 1_440;

const hasMachinery = ({ wear }: Family): boolean => wear === 'device' || wear === 'vehicle';

const conditionOf = (seller: Seller, family: Family, random: Random): Condition => {
  if (seller === 'journey') return 'new';
  if (seller === 'shop')
    return family.wear === undefined || random.chance(0.95) ? 'new' : 'like_new';
  if (seller === 'property') {
    return random.weighted<Condition>([
      ['new', 4],
      ['like_new', 2],
      ['good', 4],
      ['fair', 2],
    ]);
  }
  if (family.wear === undefined) return 'new';
  return random.weighted<Condition>([
    // Coins and cars are second-hand in any case.
    ['new', family.trade === 'used' ? 0 : 1],
    ['like_new', 3],
    ['good', 5],
    ['fair', 2.4],
    ['for_parts', hasMachinery(family) ? 1 : 0.3],
  ]);
};

const cityOf = (family: Family, random: Random): City => {
  const allowed = cities().filter(({ id }) => family.locations?.includes(id) ?? true);
  return random.weighted(allowed.map((city) => [city, city.weight] as const));
};

const sourceOf = (seller: Seller, family: Family): DemoSource =>
  ({
    used: demoSources.classifieds,
    property: demoSources.property,
    journey: family.motif === 'plane' ? demoSources.flights : demoSources.holidays,
    shop: shopFor(family.category),
  })[seller];

/**
 * Draws one value of each fact: its words in the language, and their combined factor on the price.
 */
const drawFacts = (
  family: Family,
  language: LanguageCode,
  random: Random,
): { readonly words: Record<string, string>; readonly factor: number } => {
  const words: Record<string, string> = {};
  let factor = 1;
  for (const [name, values] of Object.entries(family.facts)) {
    const [value, change] = random.pick(Object.entries(values));
    words[name] = wordIn(value, language);
    factor *= change;
  }
  return { words, factor };
};

const originalOf = (amount: number, seller: Seller, random: Random): number | null => {
  if (seller === 'property' || seller === 'used') return null;
  if (random.chance(0.52)) return null;
  const percent = random.weighted([
    [random.whole(5, 15), 4],
    [random.whole(16, 30), 4],
    [random.whole(31, 50), 2],
    [random.whole(51, 70), 0.5],
  ]);
  const original = askingPrice(amount / (100 - percent), seller, 'EUR');
  return original > amount ? original : null;
};

const availabilityOf = (seller: Seller, random: Random): Availability =>
  seller === 'shop'
    ? random.weighted<Availability>([
        ['in_stock', 87],
        ['out_of_stock', 8],
        ['preorder', 3],
        ['backorder', 2],
      ])
    : 'in_stock';

const ratingOf = (seller: Seller, random: Random): number | null => {
  if (seller === 'used' || seller === 'property') return null;
  if (random.chance(0.22)) return null;
  return Math.min(50, Math.round(33 + 17 * Math.sqrt(random.next())));
};

/** Private offers are recent; shops keep theirs, and add new ones every week. */
const postedDaysAgo = (seller: Seller, random: Random): number => {
  const share = random.next();
  if (seller === 'used') return OLDEST_DAYS * share ** 1.3;
  return random.chance(0.25) ? 5 * share : OLDEST_DAYS * share ** 0.8;
};

interface Closing {
  readonly family: Family;
  readonly seller: Seller;
  readonly condition: Condition;
  readonly language: LanguageCode;
}

const closingLines = (
  { family, seller, condition, language }: Closing,
  random: Random,
): readonly string[] => {
  const texts = closingTexts();
  const said: string[] = [];
  if (seller === 'used' && family.wear !== undefined) {
    const lines =
      condition === 'new'
        ? texts.unused[language]
        : texts.condition[family.wear][language][condition];
    said.push(random.pick(lines));
  }
  if (seller === 'shop' && condition === 'like_new') {
    said.push(
      language === 'bg'
        ? 'Върната бройка с отворена кутия, проверена в сервиза.'
        : 'An opened and returned item, checked by our service.',
    );
  }
  if (seller === 'shop' && family.wear !== undefined) {
    const lines = hasMachinery(family) ? texts.guarantee : texts.return;
    said.push(random.pick(lines[language]));
  }
  said.push(...someOf(texts.seller[seller][language], random.whole(1, 2), random));
  return said;
};

const detailsOf = (
  seller: Seller,
  family: Family,
  words: Readonly<Record<string, string>>,
): DealDetails | null => {
  if (seller === 'property')
    return homeDetails(words, family.key === 'flat-to-let' ? 'rent' : 'sale');
  return seller === 'journey'
    ? { kind: 'fare', type: family.motif === 'plane' ? 'flight' : 'package' }
    : null;
};

const mediaOf = (family: Family, index: number, random: Random): readonly Media[] => {
  const images = random.weighted([
    [1, 2],
    [2, 4],
    [3, 3],
    [4, 1.5],
  ]);
  return Array.from({ length: images }, (_, view) => ({
    url: imageUrl(family.motif, seedOf(`${family.key}:${index}`) % 10_000, view),
    kind: 'image',
    width: 800,
    height: 600,
  }));
};

/** A title that is not among those taken, if a few tries find one; it is added to them. */
const composeTitle = (
  titles: readonly string[],
  words: Readonly<Record<string, string>>,
  takenTitles: Set<string>,
  random: Random,
): string => {
  let title = write(random.pick(titles), words, random);
  for (let attempt = 0; attempt < 8 && takenTitles.has(title); attempt += 1)
    title = write(random.pick(titles), words, random);
  takenTitles.add(title);
  return title;
};

/** A family's deal with that number; its title is not among those taken, and is added to them. */
export const composeDeal = (family: Family, index: number, takenTitles: Set<string>): DemoDeal => {
  const random = createRandom(seedOf(`${family.key}/${index}`));
  const language: LanguageCode = random.chance(BULGARIAN_SHARE) ? 'bg' : 'en';
  const wording = family[language];
  const seller = family.trade === 'both' ? random.pick(['shop', 'used'] as const) : family.trade;
  const condition = conditionOf(seller, family, random);
  const city = cityOf(family, random);
  const brand = family.brands === undefined ? null : random.pick(family.brands);

  const { words, factor } = drawFacts(family, language, random);
  words['brand'] = language === 'en' ? latinise(brand ?? '') : (brand ?? '');
  words['city'] = city.name[language];
  words['inCity'] = inCity(city.name)[language];

  const hasPast = seller === 'used' && (condition === 'good' || condition === 'fair');
  const lines = [...wording.lines, ...((hasPast && wording.used) || [])];
  const title = composeTitle(wording.titles, words, takenTitles, random);
  const description = [
    ...someOf(lines, condition === 'for_parts' ? 1 : random.whole(2, 4), random),
    ...closingLines({ family, seller, condition, language }, random),
  ]
    .map((line) => write(line, words, random))
    .filter((line) => line !== '')
    .join(' ');

  const euros =
    estimate(family, factor, condition, random) * (seller === 'property' ? city.propertyFactor : 1);
  const currency = seller === 'used' && random.chance(LEV_SHARE) ? 'BGN' : 'EUR';
  const amount = askingPrice(euros, seller, currency);
  const originalAmount = originalOf(amount, seller, random);

  const postedDays = postedDaysAgo(seller, random);
  const postedMinutesAgo = 30 + Math.floor(postedDays * (MINUTES_A_DAY - 1));
  const views = Math.round((postedDays + 1) * random.whole(2, 28));
  const source = sourceOf(seller, family);

  return {
    externalId: `${family.key}-${String(index + 1).padStart(3, '0')}`,
    source,
    language,
    title,
    description,
    brand,
    merchant: seller === 'used' ? null : source.name,
    gtin: null,
    details: detailsOf(seller, family, words),
    category: family.category,
    condition,
    locationId: city.id,
    tags: someOf(wording.tags, random.whole(2, wording.tags.length), random).map((tag) =>
      fill(tag, words),
    ),
    media: mediaOf(family, index, random),
    currency,
    amount,
    originalAmount,
    availability: availabilityOf(seller, random),
    rating: ratingOf(seller, random),
    views,
    likes: Math.floor(views * random.next() * 0.08),
    postedMinutesAgo,
    history: pastPrices({ amount, originalAmount }, postedMinutesAgo, random),
  };
};

/** All demo deals, oldest offer first: the same at each call. */
export const demoDeals = (): readonly DemoDeal[] =>
  families()
    .flatMap((family) => {
      const takenTitles = new Set<string>();
      return Array.from({ length: family.count }, (_, index) =>
        composeDeal(family, index, takenTitles),
      );
    })
    .flatMap(withTwins)
    .toSorted((one, other) => other.postedMinutesAgo - one.postedMinutesAgo);

import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { mediaSchema } from '@izgodno/contract/deals/deal';
import { categories, conditions, sourceGroups } from '@izgodno/contract/deals/vocabulary';
import { demoDeals } from './demo-deals.ts';
import type { DemoDeal } from './demo-deal.ts';
import { motifs } from './media/motifs.ts';
import { drawImage } from './media/image.ts';
import { demoSources, shopFor } from './sources.ts';

const deals = demoDeals();
const countBy = (name: (deal: DemoDeal) => string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const deal of deals) counts.set(name(deal), (counts.get(name(deal)) ?? 0) + 1);
  return counts;
};

test('is the same at each call', () => {
  expect(demoDeals()).toEqual(deals);
});

// Users try the product with these deals, and tests and benches depend on them, so a change of data
// or generator must be intended and then changes a digest here.
test('is the same on every machine, with its pictures', () => {
  const images = [...motifs().keys()]
    .toSorted()
    .flatMap((name) => Array.from({ length: 12 }, (_, number) => drawImage(name, number * 8)));
  expect(hash('sha256', JSON.stringify(deals))).toBe(
    '717fd8c33e403b0d723f53cd9d848a39129d33c4f1e437b3cb1947eb506fe582',
  );
  expect(hash('sha256', images.join(''))).toBe(
    '5fe1a65c49d28dee0f15252e3ef28bdacd517697a88abda2ffee1f2633cdbe48',
  );
});

test('has about two thousand products, some of them in several shops', () => {
  const sold = countBy(({ gtin, externalId }) => gtin ?? externalId);
  expect(sold.size).toBeGreaterThanOrEqual(1_900);
  expect(sold.size).toBeLessThanOrEqual(2_200);
  expect([...sold.values()].filter((count) => count > 1).length).toBeGreaterThan(100);
  expect(countBy(({ source, externalId }) => `${source.id}/${externalId}`).size).toBe(deals.length);
});

test('fills every category, condition, source and source group', () => {
  const inCategory = countBy(({ category }) => category);
  expect([...inCategory.keys()].toSorted()).toEqual([...categories].toSorted());
  expect(Math.min(...inCategory.values())).toBeGreaterThanOrEqual(60);
  const inCondition = countBy(({ condition }) => condition);
  expect([...inCondition.keys()].toSorted()).toEqual([...conditions].toSorted());
  expect(Math.min(...inCondition.values())).toBeGreaterThanOrEqual(20);
  expect(countBy(({ source }) => source.group).size).toBe(sourceGroups.length);
  expect(countBy(({ source }) => source.id).size).toBe(Object.keys(demoSources).length);
  expect(countBy(({ availability }) => availability).size).toBe(4);
});

test('is three fifths Bulgarian, and each text is in its own language', () => {
  const bulgarian = deals.filter(({ language }) => language === 'bg');
  expect(bulgarian.length / deals.length).toBeCloseTo(0.6, 1);
  for (const { description } of bulgarian) expect(description).toMatch(/[а-я]{3}/);
  for (const { title, description } of deals.filter(({ language }) => language === 'en'))
    expect(`${title} ${description}`).not.toMatch(/[а-я]/i);
});

test('prepositions before their own sound have their long form, and before no other', () => {
  for (const { title, description } of deals)
    expect(`${title} ${description}`).not.toMatch(
      /(?<!\p{L})(с [сз]|в [вф]|със [^сз]|във [^вф])/iu,
    );
});

test('only people say what only people can say', () => {
  const personal =
    /(?<!\p{L})(?:давам|подарявам|помагам|имам|сбърках|ми|ни|(?:I|my|our) (?!shop|service|own))(?!\p{L})|our (?:boy|two)/iu;
  const shops = deals.filter(({ merchant }) => merchant !== null);
  expect(shops).not.toEqual([]);
  for (const { description } of shops) expect(description).not.toMatch(personal);
});

test('what is new has no past', () => {
  const past =
    /(?<!\p{L}|не е )(?:ползван\p{L}*|карано?|карани|използван\p{L}*|носен\p{L}*|сменени? миналата|следи от употреба|на \d+ 000 км)(?!\p{L})|(?<!never )\b(?:used|skied|ridden|worn|outgrown|descaled|\d,000 km|last year|recently|has seen|actuations)\b/iu;
  const unused = deals.filter(
    ({ condition, category }) => condition === 'new' && category !== 'imoti',
  );
  expect(unused).not.toEqual([]);
  for (const { description } of unused) expect(description).not.toMatch(past);
});

test('no one returns food', () => {
  const food = deals.filter(({ category }) => category === 'food');
  expect(food).not.toEqual([]);
  for (const { condition } of food) expect(condition).toBe('new');
});

test('the shop of technology sells nothing else', () => {
  const technology = deals.filter(({ source }) => source === demoSources.technology);
  expect(technology).not.toEqual([]);
  for (const { category } of technology) expect(shopFor(category)).toBe(demoSources.technology);
});

test("no text contains its template's marks", () => {
  for (const { title, description, tags } of deals) {
    for (const text of [title, description, ...tags]) {
      expect(text).not.toMatch(/[{}[\]|]|undefined|null|NaN| {2}|^\s|\s$| [,.;]|,,|^$/);
    }
    expect(title.length).toBeLessThanOrEqual(120);
    expect(title.charAt(0)).toBe(title.charAt(0).toUpperCase());
  }
});

test('homes have the area and rooms of their titles', () => {
  const homes = deals.flatMap(({ title, category, details }) => {
    if (category !== 'imoti') return [];
    if (details?.kind !== 'real-estate') throw new Error(`${title} has no details of a home`);
    return [{ title, details }];
  });
  const flats = homes.filter(({ title }) => /двустаен|two-room/i.test(title));
  expect(flats.length).toBeGreaterThan(20);
  for (const { title, details } of flats) {
    expect(title).toContain(`${details.area} `);
    expect(details.rooms).toBe(2);
  }
  for (const { details } of homes) expect(details.area ?? 1).toBeGreaterThan(0);
  const panels = homes.filter(({ title }) => /панел|panel/.test(title));
  expect(panels.length).toBeGreaterThan(5);
  for (const { details } of panels) expect(details.buildType).toMatch(/панел|panel/);
});

test('most titles are unique', () => {
  const things = countBy(({ gtin, externalId }) => gtin ?? externalId).size;
  expect(countBy(({ title }) => title).size / things).toBeGreaterThan(0.9);
});

test('many prices have a history of more than thirty days', () => {
  const watched = deals.filter(({ history }) => (history[0]?.ageMinutes ?? 0) > 31 * 1_440);
  expect(watched.length).toBeGreaterThan(500);
});

test('prices are above zero, below the former price, and end where the history ends', () => {
  for (const { amount, originalAmount, history } of deals) {
    expect(amount).toBeGreaterThan(0);
    expect(Number.isInteger(amount)).toBe(true);
    expect(originalAmount ?? Infinity).toBeGreaterThan(amount);
    expect(history.at(-1)).toMatchObject({ amount, originalAmount });
    const ages = history.map(({ ageMinutes }) => ageMinutes);
    expect(ages).toEqual([...new Set(ages)].toSorted((one, other) => other - one));
  }
  expect(deals.filter(({ originalAmount }) => originalAmount !== null).length).toBeGreaterThan(300);
  expect(deals.filter(({ currency }) => currency === 'BGN').length).toBeGreaterThan(60);
});

test('every deal has one to four images that can be drawn', () => {
  for (const { media } of deals) {
    expect(media.length).toBeGreaterThanOrEqual(1);
    expect(media.length).toBeLessThanOrEqual(4);
    for (const { url } of media.map((item) => mediaSchema.parse(item))) {
      const [, motif = '', seed = ''] = /^\/demo-media\/([a-z-]+)-(\d+)\.svg$/.exec(url) ?? [];
      expect(drawImage(motif, Number(seed))).toContain('<svg');
    }
  }
});

test.each([
  'лаптоп',
  'телефон',
  'велосипед',
  'диван',
  'маратонки',
  'апартамент',
  'екскурзия',
  'Рим',
  'Rome',
  'кафемашина',
  'гуми',
])('a search for "%s" finds some', (word) => {
  const found = deals.filter(({ title }) => title.toLowerCase().includes(word.toLowerCase()));
  expect(found.length).toBeGreaterThanOrEqual(3);
});

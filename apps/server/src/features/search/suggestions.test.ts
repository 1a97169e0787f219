import { demoDeals } from '@izgodno/demo/demo-deals';
import type { Suggestion } from '@izgodno/contract/search/calls';
import { categorySchema } from '@izgodno/contract/deals/vocabulary';
import { expect, test } from 'vitest';
import { everyDeal, type DealQuery } from './deal-search.ts';
import { withDistrictTowns } from './deal-query.ts';
import { DealIndex } from './engine/index/deal-index.ts';
import { searchableDemoDeal } from './engine/searchable-demo-deal.test-data.ts';
import { createSuggestions } from './suggestions.ts';
import { withUnderstanding } from './understanding/understanding-search.ts';

const deals = demoDeals();
const index = new DealIndex();
index.apply(deals.map(searchableDemoDeal), []);
const search = withUnderstanding(
  withDistrictTowns({
    search: (query, limit, cursor) => Promise.resolve(index.search(query, limit, cursor)),
    suggest: (text, limit) => Promise.resolve(index.suggest(text, limit)),
  }),
);
const suggest = createSuggestions(search, { read: () => Promise.resolve([]) });
const textsFor = async (typed: string): Promise<readonly string[]> =>
  (await suggest(typed)).suggestions.map(({ text }) => text);

/** The total of the search that choosing the suggestion makes. */
const totalOf = async ({ text, kind }: Suggestion): Promise<number> => {
  const query =
    kind === 'category'
      ? { ...everyDeal, category: [categorySchema.parse(text)] }
      : { ...everyDeal, text, sort: 'relevance' as const };
  return (await search.search(query, 24, null)).total;
};

test.each([
  ['лап', 'лаптоп'],
  ['lap', 'laptop'],
  // Bulgarian in Latin letters, and in another keyboard layout.
  ['kafem', 'кафемашина'],
  ['ucyd', 'къща'],
  ['je.ebf', 'телефон'],
  ['кафе м', 'кафе машина'],
  ['мобилен тел', 'мобилен телефон'],
  ['евтин лап', 'евтин лаптоп'],
  ['офис ст', 'офис стол'],
  ['velt', 'Velta'],
  ['veliko', 'Veliko Tarnovo'],
  ['почивка в гър', 'почивка в Гърция'],
  ['apartament var', 'apartament Varna'],
  ['лаптоп, вело', 'лаптоп, велосипед'],
  // A brand after the words as they are typed.
  ['телефон вел', 'телефон Velaro'],
  ['косачка на т', 'косачка на Terra'],
  // Products in the other script leave room for places.
  ['соф', 'София'],
])('%s is completed to %s', async (typed, text) => {
  expect(await textsFor(typed)).toContain(text);
});

test('a kind of product comes with its category', async () => {
  const { suggestions } = await suggest('лаптоп');
  expect(suggestions[0]).toMatchObject({ kind: 'product', category: 'electronics' });
});

test('what is in descriptions alone is not suggested, and scripts are not mixed', async () => {
  expect(await textsFor('лаптоп доста')).toEqual([]);
  for (const typed of ['кафе m', 'кафе ма', 'лаптоп d']) {
    const mixed = (await textsFor(typed)).filter(
      (text) => /[а-я]/u.test(text) && /machine/u.test(text),
    );
    expect(mixed).toEqual([]);
  }
  expect(await textsFor('тристаен апартамент за п')).not.toContainEqual(
    expect.stringMatching(/[a-z]/u),
  );
});

test.each(['', ' ', ',', 'zxqv', 'маратонки 4', 'гуми 6', '🙂', 'а'.repeat(200)])(
  '%j suggests nothing',
  async (typed) => {
    expect(await suggest(typed)).toEqual({ suggestions: [], deals: [] });
  },
);

test('only the last words are completed, however many are typed', async () => {
  const texts: string[] = [];
  const counting = createSuggestions(
    {
      ...search,
      suggest: (text, limit) => {
        texts.push(text);
        return search.suggest(text, limit);
      },
    },
    { read: () => Promise.resolve([]) },
  );
  await counting(` ${'а '.repeat(99)}почивка\tв гър`);
  await counting(`${'а,'.repeat(99)}почивка в гър`);
  await counting('офис ст');
  expect(texts).toEqual(['а а а почивка\tв гър', 'а,а,а,почивка в гър', 'офис ст']);
});

test('every number is the total of the search, and at least one deal', async () => {
  const begun = ['ла', 'вел', 'te', 't', 'еле', 'хол', 'почивка в г', 'ап', 'chair, so', 'евтин т'];
  for (const typed of begun) {
    const { suggestions } = await suggest(typed);
    expect(suggestions.length).toBeGreaterThan(0);
    for (const suggestion of suggestions) {
      expect(suggestion.count).toBeGreaterThan(0);
      expect([suggestion.text, suggestion.count]).toEqual([
        suggestion.text,
        await totalOf(suggestion),
      ]);
    }
  }
});

const askFor = async (text: string, filters: Partial<DealQuery> = {}) => {
  const query = { ...everyDeal, ...filters, text, sort: 'relevance' } as const;
  const page = await search.search(query, 24, null);
  const titles = page.hits.map(({ id }) => deals[Number(id) - 1]?.title ?? '');
  return { titles, corrected: page.correctedQuery, relaxed: page.understood?.relaxed };
};

test('a stay is no flight, and a place without stays is left out and named', async () => {
  const { titles, relaxed } = await askFor('нощувка София');
  expect(titles.length).toBeGreaterThan(0);
  expect(titles.filter((title) => /билет|полет|flight/iu.test(title))).toEqual([]);
  expect(relaxed).toEqual([{ name: 'word', value: 'София' }]);
});

test('a product without deals leads to its wider kind, and is no misspelling', async () => {
  const doll = await askFor('кукла');
  expect(doll.titles.length).toBeGreaterThan(0);
  expect(doll.relaxed).toEqual([{ name: 'word', value: 'кукла' }]);
  expect(await askFor('шатра')).toEqual({ titles: [], corrected: null, relaxed: [] });
});

test.each([
  'чайник',
  'кукла',
  'сушилня',
  'бюро за компютър',
  'храна за кучета',
  'каска за колело',
  'бразилско кафе',
  'хотел, матрак',
  'нов матрак до 300 евро',
])('what was typed is no correction of itself: %s', async (text) => {
  const { corrected, titles } = await askFor(text);
  expect(titles.length).toBeGreaterThan(0);
  expect(corrected).not.toBe(text);
  const { words } = await search
    .search({ ...everyDeal, text, sort: 'relevance' }, 1, null)
    .then(({ understood }) => understood ?? { words: text });
  expect(corrected).not.toBe(words);
});

test.each(['хладилнци', 'asdfgh лаптоп', 'дизел до 150 хил. км'])(
  'what has no deals under a chosen filter is neither corrected nor loosened: %s',
  async (text) => {
    expect((await askFor(text)).titles).not.toEqual([]);
    const nothing = { titles: [], corrected: null, relaxed: [] };
    expect(await askFor(text, { category: ['imoti'] })).toEqual(nothing);
  },
);

test('a word that is left out leaves the kind of the product', async () => {
  const { titles } = await askFor('двигателно масло 5w30');
  expect(titles.filter((title) => /olive|sunflower|зехтин/iu.test(title))).toEqual([]);
});

test.each(['климатик', 'картина', 'фурна за вграждане', 'печка на дърва', 'каска за мотор'])(
  'deals that only mention a product are none: %s',
  async (text) => {
    expect(await askFor(text)).toEqual({ titles: [], corrected: null, relaxed: [] });
  },
);

test.each([
  ['сушилня', /със сушилня/u],
  ['матрак', /матрак|mattress/iu],
])('deals that come with a product without deals are named as such: %s', async (text, title) => {
  const { titles, relaxed } = await askFor(text);
  expect(titles.length).toBeGreaterThan(0);
  for (const found of titles) expect(found).toMatch(title);
  expect(relaxed).toEqual([{ name: 'word', value: text }]);
});

test.each([
  ['бюро за компютър', /офис|стол|chair/iu],
  ['храна за кучета', /храна за котки|cat food/iu],
])('a product without deals leads to what is beside it: %s', async (text, title) => {
  const { titles, relaxed } = await askFor(text);
  expect(titles.length).toBeGreaterThan(0);
  for (const found of titles) expect(found).toMatch(title);
  expect(relaxed).toEqual([{ name: 'word', value: text }]);
});

test.each(['хотел Банско', 'почивка във Виена'])(
  'a place is no form of a product: %s',
  async (text) => {
    const { titles, relaxed } = await askFor(text);
    expect(titles.length).toBeGreaterThan(0);
    for (const title of titles) expect(title).toMatch(/банско|bansko|виена|vienna/iu);
    expect(relaxed).toEqual([]);
  },
);

test.each(['сол', 'моторно масло', 'двигател', 'бански костюм', 'шкаф'])(
  'a product is not found by a word of another meaning: %s',
  async (text) => {
    expect((await askFor(text)).titles).toEqual([]);
  },
);

test('the words beside a product without deals are no search of their own', async () => {
  const { titles, relaxed } = await askFor('пъзел 1000 части');
  expect(titles.length).toBeGreaterThan(0);
  expect(relaxed).toEqual([{ name: 'word', value: 'пъзел 1000 части' }]);
});

test.each(['джип 4х4', 'SUV 4x4'])(
  'a size without deals leaves nothing behind: %s',
  async (text) => {
    const { titles, relaxed } = await askFor(text);
    expect(titles.length).toBeGreaterThan(0);
    for (const title of titles) expect(title).toMatch(/джип|suv/iu);
    expect(relaxed).toEqual([{ name: 'word', value: text.slice(-3) }]);
  },
);

test.each(['on-ear', 'Kremona-Laka'])('tied words are no product: %s', async (text) => {
  const { titles, relaxed } = await askFor(text);
  expect(titles.length).toBeGreaterThan(0);
  for (const title of titles)
    expect(title.toLowerCase()).toMatch(/on-ear|kremona-laka|кремона-лъка/u);
  expect(relaxed).toEqual([]);
});

test('what a stay has is no product that is missing', async () => {
  const { titles, relaxed } = await askFor('хотел с басейн');
  expect(titles[0]).toMatch(/басейн|pool/iu);
  expect(relaxed).toEqual([]);
});

test('the country of a journey is left out last', async () => {
  const { titles, relaxed } = await askFor('почивка в Гърция за двама');
  expect(titles.length).toBeGreaterThan(0);
  for (const title of titles)
    expect(title).toMatch(/халкидики|тасос|гръцк|halkidiki|thassos|greek/iu);
  expect(relaxed).toEqual([{ name: 'word', value: 'двама' }]);
});

test('a brand without deals is read as the product that it is known for', async () => {
  const { titles, relaxed } = await askFor('opel astra');
  expect(titles.length).toBeGreaterThan(0);
  for (const title of titles) expect(title).toMatch(/astra/iu);
  expect(relaxed).toEqual([{ name: 'word', value: 'opel' }]);
});

test('rooms are found by their bedrooms', async () => {
  const { titles } = await askFor('2 bedroom apartment');
  expect(titles[0]).toMatch(/three-room|тристаен/iu);
});

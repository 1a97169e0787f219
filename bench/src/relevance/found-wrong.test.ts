import { describe, expect, it } from 'vitest';
import { isMeant, type DemoQuery } from './demo-queries.ts';
import { DealIndex } from '@izgodno/server/features/search/engine/index/deal-index.ts';
import { createDemoSearch, demoHits } from './demo-search.ts';

const search = createDemoSearch();
const DEPTH = 10;

const lev = (amount: number): number => Math.ceil((amount * 101) / 1.95583);
const greece = /халкидики|тасос|гръцк|halkidiki|thassos|greek|атина|athens/iu;

/** Queries that once found nothing, or something else, with what is meant. */
const queries: readonly (readonly [text: string, rule: DemoQuery['rule']])[] = [
  ['до 500 лв', { upTo: lev(500) }],
  ['лаптоп до 1000 лв', { families: 'laptop', upTo: lev(1_000) }],
  ['телефон до 300 евро', { families: 'phone', upTo: 300_00 }],
  ['laptop pod 1000 leva', { families: 'laptop', upTo: lev(1_000) }],
  [
    'апартамент Варна 2-стаен',
    { families: 'flat-for-sale flat-to-let', location: 'varna', title: /двустаен|two-room/iu },
  ],
  ['хладилнци', { families: 'fridge' }],
  ['Greece', { title: greece }],
  ['playstation 5', { families: 'console', relaxed: 'word' }],
  ['маратонки найк', { families: 'sneakers', relaxed: 'word' }],
  ['почивка в Гърция', { title: greece }],
  ['евтин лаптоп', { families: 'laptop' }],
  ['cheap flights to rome', { title: /рим|rome/iu }],
  ['гуми 16 цола', { families: 'tyres', title: /R16/u }],
  ['еспресо машина', { families: 'coffee-machine' }],
  ['лего', { families: 'building-blocks', relaxed: 'word' }],
  // Cat food is near, and the page says that it is no dog food.
  ['храна за кучета', { families: 'cat-food', relaxed: 'word' }],
  ['нощувка София', { title: /нощувк|night|хотел|hotel|почивка|break/iu, relaxed: 'word' }],
  ['laptop', { families: 'laptop' }],
  ['чанта за лаптоп', { families: 'handbag' }],
  ['офис', { families: 'office-chair', relaxed: 'word' }],
  // A tablet comes with one; instruments have keyboards of another kind.
  ['клавиатура', { families: 'tablet', relaxed: 'word' }],
  // Names of places in the other language.
  ['athens', { title: /атина/iu }],
  ['flight to Athens', { title: /атина/iu }],
  // Rome, and no rim.
  ['samoletni bileti rim', { title: /рим|rome/iu }],
  ['чартър анталия', { title: /antalya|анталия/iu, relaxed: 'word' }],
  ['math textbook grade 12', { title: /математика|maths?/iu }],
  // A word that says nothing, beside a misspelt one.
  ['страхотен лптоп', { families: 'laptop', relaxed: 'word' }],
  ['нещо под 20 лв', { upTo: lev(20) }],
  ['something under 20 leva', { upTo: lev(20) }],
  ['mac book', { families: 'laptop', relaxed: 'word' }],
  ['плей стейшън', { families: 'console', relaxed: 'word' }],
  // Words that say nothing, and words that say how a price or a condition is meant.
  ['чанта през рамо', { families: 'handbag' }],
  ['къде да купя евтин лаптоп', { families: 'laptop' }],
  ['telefoni vtora upotreba', { families: 'phone', conditions: ['like_new', 'good', 'fair'] }],
  ['чисто нов запечатан телефон', { families: 'phone', conditions: ['new'] }],
  // What something is made of, or for whom.
  ['кожена чанта', { families: 'handbag' }],
  ['кожен диван', { families: 'sofa' }],
  ['рокля от лен', { families: 'dress' }],
  ['барбекю на газ', { families: 'barbecue', title: /газ|gas/iu }],
  ['парфюм за мъж', { families: 'perfume', title: /мъж|men/iu }],
  ['birthday present for wife', { families: 'gift-set', relaxed: 'word' }],
  ['ел колело', { families: 'bicycle' }],
  ['билет за театър', { families: 'event-ticket' }],
  // Names of several things, and models.
  ['куфар с инструменти 216 части', { families: 'toolbox' }],
  ['комплект бои 24 цвята', { families: 'paint-set' }],
  ['цвете за подарък', { families: 'house-plant', relaxed: 'word' }],
  ['ps5 slim', { families: 'console', relaxed: 'word' }],
  // A console is near to its games, which no other game is.
  ['игри за ps5', { families: 'console', relaxed: 'word' }],
  // Homes that are sold or let, whatever their titles say.
  [
    'тристаен за продажба пловдив',
    { families: 'flat-for-sale', location: 'plovdiv', title: /тристаен|three-room/iu },
  ],
  [
    'тристаен под наем софия',
    { families: 'flat-to-let', location: 'sofia', title: /тристаен|three-room/iu },
  ],
  ['продава се апартамент бургас', { families: 'flat-for-sale sea-flat', location: 'burgas' }],
  // Names of two words in Latin letters, or in one word, or of one word in two.
  ['detsko stol4e za kola', { families: 'child-seat' }],
  ['mashina za kafe', { families: 'coffee-machine' }],
  ['4anta za laptop', { families: 'handbag' }],
  ['washingmachine', { families: 'washing-machine' }],
  ['wireless head phones', { families: 'headphones' }],
  // Other spellings of the same sounds.
  ['bycicle', { families: 'bicycle kids-bike' }],
  ['headfone', { families: 'headphones' }],
  ['парфйум', { families: 'perfume' }],
  // Words that only say what is beside them, and other words for the same number.
  ["men's winter jacket size L", { families: 'jacket', title: /L/u }],
  ['лаптоп 16 гб рам', { families: 'laptop' }],
  ['ram 16 GB', { families: 'laptop' }],
  ['мотор 650 кубика', { families: 'motorcycle', title: /650/u }],
  ['палатка за четирима', { families: 'tent', title: /4/u }],
  ['апартамент 3ти етаж', { families: 'flat-for-sale' }],
  ['апартамент над 100 кв.м', { families: 'flat-for-sale', title: /(?:112|134) (?:кв|sq)/u }],
  // Journeys.
  ['new year in prague', { title: /прага|prague/iu, relaxed: 'word' }],
  ['хотел първа линия слънчев бряг', { title: /слънчев бряг|sunny beach/iu, relaxed: 'word' }],
  ['pochivka v gurciq', { title: greece }],
  ['po4ivka bansko', { title: /банско|bansko/iu }],
  // Negation, reasons, and words that are names at an end of a query.
  ['рокля не черна', { families: 'dress', title: /^(?!.*(?:черн|black))/iu }],
  ['черна рокля не дълга', { families: 'dress', title: /черн|black/iu, relaxed: 'word' }],
  ['апартамент не в София', { families: 'flat-for-sale flat-to-let sea-flat' }],
  ['телефон не счупен', { families: 'phone', conditions: ['new', 'like_new', 'good', 'fair'] }],
  ['какво да подаря на мама за коледа', { families: 'gift-set pottery', relaxed: 'word' }],
  ['детско колелце', { families: 'kids-bike' }],
  ['яке, размер L', { families: 'jacket', title: /L/u }],
  ['рокля, черна', { families: 'dress', title: /черн|black/iu }],
  ['маратонки, 42 номер', { families: 'sneakers', title: /42/u }],
  ['Мама иска пералня, че старата се развали', { families: 'washing-machine', relaxed: 'word' }],
  ['лаптоп може ли с 16 гига', { families: 'laptop' }],
  ['маса или стол или диван', { families: 'dining-table office-chair sofa' }],
  ['машина за рязане на трева', { families: 'lawn-mower' }],
  ['апартамент до 100000 евро', { families: 'flat-for-sale sea-flat' }],
  ['studio for rent near university', { families: 'flat-to-let', relaxed: 'word' }],
  ['учебник по китара', { families: 'textbook', relaxed: 'word' }],
  // A match is no flight, and a vacuum cleaner without a cable has a battery.
  ['football match', { families: 'event-ticket', title: /мач|match/iu }],
  ['прахосмукачка без кабел', { families: 'vacuum', title: /cordless|вертикал/iu }],
  ['вратарски ръкавици', { families: 'ball', relaxed: 'word' }],
  ['ол инклузив турция', { title: /анталия|истанбул|antalya|istanbul/iu }],
];

describe('what shoppers once found wrong', () => {
  it('leaves no space after the words of a price that means a sale', async () => {
    const { understood } = await search('офис до 20000 евро');
    expect(understood?.relaxed).toEqual([{ name: 'word', value: 'офис' }]);
  });

  it.each(queries)('%s', async (text, rule) => {
    const { found, understood } = await search(text);
    const relaxed = understood?.relaxed.map(({ name }) => name) ?? [];
    const first = found.slice(0, DEPTH);
    expect(first).not.toEqual([]);
    expect(first.filter((deal) => !isMeant(rule, deal, relaxed))).toEqual([]);
  });

  it.each([
    'завеса',
    'пица',
    'pica',
    'коледа',
    'мама',
    'Брус Ли',
    'Ми Бенд',
    'орган',
    '2 bed sheets',
    'зарядно за лаптоп',
    'калъф за айфон',
    'сони',
    'железница',
    'протектор за телефон',
    'масло за двигател',
    'офис под наем',
    // What people do for others.
    'ремонт на перални',
    'почистване на дома',
    'уроци по китара',
    'removal services sofia',
    // Names that begin like a model of a car, and a preposition that is left of one.
    'civic education',
    'logan paul',
    'под игото',
    'бяла боя за стени 10 л',
    'moving boxes',
    // What only comes with something else is described by other words of its texts.
    'type c кабел',
    'usb c cable',
    'charger cable',
    'работа в софия',
    'шофьор на камион',
  ])('%s is not for sale, and nothing else is shown in its place', async (text) => {
    expect((await search(text)).total).toBe(0);
  });

  it.each([
    ['слушалки -bluetooth', 'headphones', /bluetooth|безжичн|wireless/iu],
    ['phone -case', 'phone', /(?<!\p{L})(?:case|калъф)/iu],
    ['апартамент -панел', 'flat-for-sale flat-to-let sea-flat', /панел|panel/iu],
    ['телефон -калъф до 300 евро', 'phone', /(?<!\p{L})(?:case|калъф)/iu],
  ])('%s finds others, and names nothing that is left out', async (text, families, excluded) => {
    const { found, understood } = await search(text);
    expect(found).not.toEqual([]);
    expect(found.filter(({ family }) => !families.split(' ').includes(family))).toEqual([]);
    expect(
      found.filter(({ title, description }) => excluded.test(`${title} ${description}`)),
    ).toEqual([]);
    expect(understood?.relaxed).toEqual([]);
    expect(understood?.words).toContain(/-\S+/u.exec(text)?.[0]);
  });

  it('says when it does not exclude, because all deals have the word or there is no other', async () => {
    for (const [text, excluded] of [
      ['дрон -батерия -battery', '-battery'],
      ['до 500 лв -калъф', '-калъф'],
    ] as const) {
      const { total, understood } = await search(text);
      expect(total).toBeGreaterThan(0);
      expect(understood?.relaxed).toContainEqual({ name: 'word', value: excluded });
    }
  });

  it('does not exclude the product that is searched under another name', async () => {
    const { found } = await search('laptop -notebook');
    expect(found.map(({ family }) => family)).toContain('laptop');
    expect(found.filter(({ title }) => /notebook/iu.test(title))).toEqual([]);
  });

  it('the cheapest laptops are laptops, and the cheapest first', async () => {
    const { found } = await search('cheap laptop');
    const prices = found.map(({ price }) => price);
    expect(new Set(found.map(({ family }) => family))).toEqual(new Set(['laptop']));
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  });

  it.each([
    ['къща на море', 'къща'],
    ['house by the sea', 'house'],
    ['дрехи за бебе', 'дрехи'],
  ])('%s, of which the last word is left out, is %s', async (text, left) => {
    expect((await search(text)).correctedQuery).toBe(left);
  });

  it('a word is corrected to words, and not to keys', async () => {
    expect((await search('лаптопче')).correctedQuery).toBe('лаптоп');
  });

  it('what is nearest to a range of prices comes first', async () => {
    const { found, understood } = await search('подарък около 100 евро');
    expect(understood?.relaxed).toEqual([{ name: 'price' }]);
    const prices = found.map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((one, other) => other - one));
  });

  it.each([
    ['ксиоми тротинетка', 'ксиоми'],
    ['ps4 игри', 'ps4 игри'],
    ['Гуми 205 55 19', '19'],
    ['пет кила мед', 'пет кила'],
    ['части за БМВ', 'части за БМВ'],
    ['Кола До 150 000 км', 'До 150 000 км'],
    ['кола от 2015 до 2018 до 150 хил. км', 'до 150 хил. км'],
    ['гараж под наем', 'под наем'],
    // A pasted title with one word too many, at its end or within.
    ['Astra Motor 2017 бензин – първи собственик супер', 'супер'],
    ['Метално легло 90/200 бърза с ракла', 'бърза'],
    ['парфюм с 30% отстъпка', 'с 30% отстъпка'],
    // What is added to the words was not typed.
    ['великден Несебър', 'великден'],
  ])('of %s, what is left out is named as it is typed: %s', async (text, value) => {
    const { understood } = await search(text);
    expect(understood?.relaxed).toEqual([{ name: 'word', value }]);
  });

  it.each([
    'bmw x5 2017',
    'bmw x5 след 2015 дизел',
    'skoda octavia 2016+',
    'suzuki vitara след 2016',
    'форд фокус след 2016',
  ])('%s finds cars of these years', async (text) => {
    const { found } = await search(text);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ title }) => !/2017|2020/u.test(title))).toEqual([]);
  });

  it.each(['голф 6 дизел', 'дация дъстър дизел', 'форд фиеста 1.6 дизел'])(
    '%s: a model without deals leaves what else is said about the product',
    async (text) => {
      const { found } = await search(text);
      expect(found).not.toEqual([]);
      expect(found.filter(({ title }) => !/дизел|diesel/iu.test(title))).toEqual([]);
    },
  );

  it('a discount that is too large leaves the smaller ones', async () => {
    const { found } = await search('телевизор намаление над 50%');
    expect(found).not.toEqual([]);
    expect(found.filter(({ discount }) => discount < 10)).toEqual([]);
  });

  it('a title with one word too many is that deal, and no other product', async () => {
    const { found } = await search('Astra Motor 2017 бензин – първи собственик супер');
    expect(found.map(({ title }) => title)).toEqual(['Astra Motor 2017 бензин – първи собственик']);
  });

  it.each(['Optira 50mm f/1.8 with both caps', 'за всички котлони', 'с комплект свредла'])(
    '%s is a part of a title, though it ends with what no deal is',
    async (text) => {
      const { found, understood } = await search(text);
      expect(found).not.toEqual([]);
      expect(found.filter(({ title }) => !title.includes(text))).toEqual([]);
      expect(understood?.relaxed).toEqual([]);
    },
  );

  it('a title that negates is that deal, and excludes nothing', async () => {
    const shirts = demoHits.filter(({ title }) => title.includes('Тениска')).slice(0, 2);
    const titles = ['Тениска Not Today', 'Тениска Памук'];
    const index = new DealIndex();
    index.apply(
      shirts.map((shirt, at) => ({ ...shirt, title: titles[at] ?? '' })),
      [],
    );
    const searched = createDemoSearch({
      search: (query, limit, cursor) => Promise.resolve(index.search(query, limit, cursor)),
      suggest: () => Promise.resolve([]),
    });
    expect((await searched('тениска not today')).found).toEqual(shirts.slice(0, 1));
    expect((await searched('тениска not tomorrow')).found).toHaveLength(2);
  });

  it('a counted thing in a title is found, though it is no product', async () => {
    const { found, understood } = await search('6 бутилки');
    expect(new Set(found.map(({ family }) => family))).toEqual(new Set(['wine']));
    expect(understood?.relaxed).toEqual([]);
  });

  it.each(['laptop', 'диван', 'телефон'])('%s shows what is sold out last', async (text) => {
    const { found } = await search(text);
    const stock = found.map(({ inStock }) => inStock);
    expect(stock).toEqual(stock.toSorted((one, other) => Number(other) - Number(one)));
  });
});

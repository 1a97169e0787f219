import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '@izgodno/contract/common/any-character.test-data';
import { understand, type Understanding } from './understand.ts';

const nothing: Understanding = {
  words: '',
  price: null,
  condition: [],
  location: null,
  inStock: false,
  freeDelivery: null,
  discount: null,
  offer: null,
  area: null,
  unwanted: [],
  mileage: null,
  sort: null,
};

const upTo = (maxPrice: number) => ({ minPrice: null, maxPrice });

test.each([
  ['намаления', '', 10],
  ['промоция', '', 10],
  ['намалени обувки', 'обувки', 10],
  ['обувки с отстъпка', 'обувки', 10],
  ['лаптоп на промоция', 'лаптоп', 10],
  ['laptop sale', 'laptop', 10],
  ['shoes on sale', 'shoes', 10],
  ['promocii na obuvki', 'na obuvki', 10],
  ['50% off shoes', 'shoes', 50],
  ['обувки -30%', 'обувки', 30],
  ['обувки над 40% намаление', 'обувки', 40],
  ['телевизор отстъпка от 20%', 'телевизор', 20],
  ['дрехи до 70% намаление', 'дрехи', 10],
  ['лаптоп 20-30% намаление', 'лаптоп', 20],
  ['черен петък', '', 10],
  ['телевизор black friday', 'телевизор', 10],
  ['блек фрайдей телевизор', 'телевизор', 10],
  ['зимна разпродажба обувки', 'обувки', 10],
  ['summer sale shoes', 'shoes', 10],
])('%s asks for a discount', (query, words, least) => {
  expect(understand(query, 'EUR')).toMatchObject({ words, discount: { least }, price: null });
});

test.each(['car for sale', '100% памук', 'шоколад 85% какао', 'промо код', 'sales manager book'])(
  '%s asks for none',
  (query) => {
    expect(understand(query, 'EUR')).toMatchObject({ words: query, discount: null });
  },
);

test.each([
  ['205/55/16', '205/55 R16'],
  ['гуми 205/55/r16', 'гуми 205/55 R16'],
  ['winter tyres 195-65-15', 'winter tyres 195/65 R15'],
  ['205/55 R16', '205/55 R16'],
  ['гуми 195 65 15', 'гуми 195/65 R15'],
  ['195 65 r15 зимни гуми', '195/65 R15 зимни гуми'],
  ['155/65 14 tyres', '155/65 R14 tyres'],
  ['шкаф 195 65 15', 'шкаф 195 65 15'],
  ['12/24/48', '12/24/48'],
])('%s is a size of tyres', (query, words) => {
  expect(understand(query, 'EUR').words).toBe(words);
});

test.each([
  ['2 bed flat', '2 bedroom flat'],
  ['Two-bed house', 'Two bedroom house'],
  ['2 bed sheets', '2 bed sheets'],
  ['bunk bed house', 'bunk bed house'],
])('%s may say how many bedrooms', (query, words) => {
  expect(understand(query, 'EUR').words).toBe(words);
});

test.each([
  ['лаптоп втора ръка', 'лаптоп', ['like_new', 'good', 'fair']],
  ['употребявана пералня', 'пералня', ['like_new', 'good', 'fair']],
  ['second-hand bike', 'bike', ['like_new', 'good', 'fair']],
  ['нов телефон', 'телефон', ['new']],
  ['не употребяван телефон', 'телефон', ['new']],
  ['телефон неизползван', 'телефон', ['new']],
  ['phone not used', 'phone', ['new']],
  // The opposite of what is named.
  ['телефон не е употребяван', 'телефон', ['new']],
  ['телефон не втора ръка', 'телефон', ['new']],
  ['лаптоп не нов', 'лаптоп', ['like_new', 'good', 'fair']],
  ['phone, not new', 'phone', ['like_new', 'good', 'fair']],
  ['телефон не счупен', 'телефон', ['new', 'like_new', 'good', 'fair']],
  ['кола не за части', 'кола', ['new', 'like_new', 'good', 'fair']],
  ['чисто нова пералня', 'пералня', ['new']],
  ['кола по-нова от 2012', 'кола по-нова от 2012', []],
  ['телефон като нов', 'телефон', ['like_new']],
  ['телефон за части', 'телефон', ['for_parts']],
  ['пералня не работи', 'пералня', ['for_parts']],
  ['телефон не работещ', 'телефон', ['for_parts']],
  ['kolelo vtora ruka', 'kolelo', ['like_new', 'good', 'fair']],
  ['неразопакован iphone', 'iphone', ['new']],
  ['novi obuvki', 'obuvki', ['new']],
  ['nova pechka', 'pechka', ['new']],
  ['колело в много добро състояние', 'колело', ['like_new', 'good']],
  ['bike in good condition', 'bike', ['like_new', 'good']],
  ['telefoni vtora upotreba', 'telefoni', ['like_new', 'good', 'fair']],
  ['лаптоп 2-ра ръка', 'лаптоп', ['like_new', 'good', 'fair']],
  ['чисто нов запечатан телефон', 'телефон', ['new']],
  ['телефон със счупен екран', 'телефон', ['for_parts']],
  ['повреден лаптоп', 'лаптоп', ['for_parts']],
  ['faulty console', 'console', ['for_parts']],
] as const)('%s names a condition', (query, words, condition) => {
  expect(understand(query, 'EUR')).toMatchObject({ words, condition });
});

test.each([
  'New Balance 574',
  'нова година',
  'Ново строителство',
  'new model',
  'New York',
  'Book: Poems – new edition',
  'роман – ново издание',
  'Astra Motor – нов внос',
  'Novi Sad',
  'huawei nova',
])('%s names no condition', (query) => {
  expect(understand(query, 'EUR')).toEqual({ ...nothing, words: query });
});

test.each([
  ['апартамент Варна 2-стаен', 'апартамент 2-стаен', 'varna'],
  ['apartament v plovdiv', 'apartament', 'plovdiv'],
  ['телефон гр. София', 'телефон', 'sofia'],
  ['къща в област Пловдив', 'къща', 'oblast-plovdiv'],
  ['къща Пловдивска област', 'къща', 'oblast-plovdiv'],
  ['рокля в Нова Загора', 'рокля', 'nova-zagora'],
  ['flat in Stara Zagora', 'flat', 'stara-zagora'],
  ['велико търново гараж', 'гараж', 'veliko-tarnovo'],
  ['къща край Варна', 'къща', 'varna'],
  ['елха за Коледа Варна', 'елха за Коледа', 'varna'],
  ['екскурзия от София до Рим', 'екскурзия до Рим', 'sofia'],
])('%s names a place', (query, words, location) => {
  expect(understand(query, 'EUR')).toEqual({ ...nothing, words, location });
});

// Common words, and the places that one travels to: deals name these.
test.each(['бяла рокля', 'роман', 'почивка в Банско', 'нощувка София', 'hotel in Varna'])(
  '%s keeps its words',
  (query) => {
    expect(understand(query, 'EUR')).toEqual({ ...nothing, words: query });
  },
);

test.each([
  ['gaming laptop under 2000', 'gaming laptop', 200_000],
  ['лаптоп до 2000', 'лаптоп', 200_000],
])('%s names no year', (query, words, maxPrice) => {
  const price = { minPrice: null, maxPrice };
  expect(understand(query, 'EUR')).toEqual({ ...nothing, words, price });
});

test.each(['кола от 1995 до 2000', 'кола от 2005 до 2010', 'кола до 2010'])(
  '%s names years',
  (query) => expect(understand(query, 'EUR')).toEqual({ ...nothing, words: query }),
);

test.each([
  ['евтин лаптоп', 'лаптоп', 'price_asc'],
  ['cheap flights to rome', 'flights to rome', 'price_asc'],
  ['най-евтината пералня', 'пералня', 'price_asc'],
  ['ефтин лаптоп', 'лаптоп', 'price_asc'],
  ['бюджетен лаптоп', 'лаптоп', 'price_asc'],
  ['лаптоп на най-добра цена', 'лаптоп', 'price_asc'],
  ['телефони на ниски цени', 'телефони', 'price_asc'],
  ['най-изгодната цена лаптоп', 'лаптоп', 'price_asc'],
  ['ewtin laptop', 'laptop', 'price_asc'],
  ['най-нови телефони', 'телефони', 'newest'],
])('%s names an order', (query, words, sort) => {
  expect(understand(query, 'EUR')).toEqual({ ...nothing, words, sort });
});

test.each(['дрон в наличност', 'дрон на склад', 'дрон in stock'])('%s names the stock', (query) => {
  expect(understand(query, 'EUR')).toEqual({ ...nothing, words: 'дрон', inStock: true });
});

test.each([
  ['дрон с безплатна доставка', 'с безплатна доставка'],
  ['дрон безплатна доставка', 'безплатна доставка'],
  ['Free delivery дрон', 'free delivery'],
  ['Free delivery for дрон', 'free delivery'],
  ['дрон with free shipping', 'with free shipping'],
  ['dron bezplatna dostavka', 'bezplatna dostavka'],
])('%s asks for free delivery', (query, freeDelivery) => {
  const words = query.startsWith('dron') ? 'dron' : 'дрон';
  expect(understand(query, 'EUR')).toEqual({ ...nothing, words, freeDelivery });
});

test.each([
  ['тристаен за продажба пловдив', 'тристаен', 'sale'],
  ['продава се къща', 'къща', 'sale'],
  ['flat for sale', 'flat', 'sale'],
  ['house sale', 'house', 'sale'],
  ['apartment sale sofia', 'apartment', 'sale'],
  ['plots sale', 'plots', 'sale'],
  ['двустаен под наем', 'двустаен', 'rent'],
  ['търся да наема двустаен', 'двустаен', 'rent'],
  ['наемам гараж', 'гараж', 'rent'],
  ['tursq apartament pod naem', 'apartament', 'rent'],
  ['house to rent', 'house', 'rent'],
  ['apartament pod naem', 'apartament', 'rent'],
  ['търся квартира', 'квартира', 'rent'],
  ['квартира за продажба', 'квартира', 'sale'],
  ['искам да си купя квартира', 'квартира', 'sale'],
  ['купувам квартира', 'квартира', 'sale'],
  ['апартамент до 100000 евро', 'апартамент', 'sale'],
  ['тристаен над 150 000 лв', 'тристаен', 'sale'],
  ['office for rent under 20000 euro', 'office', 'rent'],
  ['studio for rent', 'studio flat', 'rent'],
  ['квартира до 100000 евро', 'квартира', 'sale'],
  ['къща под наем 30000 лв', 'къща', 'rent'],
])('%s asks for an offer', (query, words, value) => {
  expect(understand(query, 'EUR')).toMatchObject({ words, offer: { value }, discount: null });
});

test.each([
  'двустаен под наем или за продажба',
  'flat for sale or to rent',
  'къща продажба/под наем',
])('%s asks for every offer', (query) =>
  expect(understand(query, 'EUR')).toEqual({ ...nothing, words: query.split(' ')[0] }),
);

test.each([
  ['тристаен 60-80 кв.м', 'тристаен', ['60-80']],
  ['апартамент от 80 до 150 кв. м', 'апартамент', ['80-100', '100-150']],
  ['апартамент до 60 кв', 'апартамент', ['0-40', '40-60']],
  ['flat over 150 sqm', 'flat', ['150-250', '250-1000', '1000-']],
  ['парцел над 1000 квадрата', 'парцел', ['1000-']],
  // As near as the ranges are.
  ['апартамент до 70 кв.м', 'апартамент', ['0-40', '40-60', '60-80']],
])('%s asks for an area', (query, words, values) => {
  expect(understand(query, 'EUR')).toMatchObject({ words, area: { values }, price: null });
});

// One area is named by deals, and other things have areas, too.
test.each(['двустаен 65 кв.м', 'къща 60-60 кв', 'плочки до 20 кв.м', 'климатик за 20-30 кв.м'])(
  '%s asks for no area of a home',
  (query) => expect(understand(query, 'EUR')).toMatchObject({ words: query, area: null }),
);

// Names of what is let or sold, and what is no home.
test.each([
  'стая под наем',
  'хотел за продажба',
  'кола под наем',
  'под наем',
  'диван за квартира',
  'Квартирант',
  '2 bedside tables for sale',
])('%s asks for none', (query) =>
  expect(understand(query, 'EUR')).toMatchObject({ words: query, offer: null }),
);

test.each([
  ['лаптоп -геймърски', 'лаптоп', ['-геймърски']],
  ['phone -case -used', 'phone', ['-case', '-used']],
  ['phone -case,-used', 'phone', ['-case', '-used']],
  ['телефон -"с калъф" син', 'телефон син', ['-"с калъф"']],
  ['Телефон -Калъф', 'Телефон', ['-Калъф']],
  ['рутер -wi-fi -4g', 'рутер -4g', ['-wi-fi']],
  ['полет София - Рим', 'полет София - Рим', []],
  ['wi-fi', 'wi-fi', []],
  ['-геймърски', '-геймърски', []],
  ['обувки -30%', 'обувки', []],
])('%s names what is not wanted', (query, words, unwanted) => {
  expect(understand(query, 'EUR')).toMatchObject({ words, unwanted });
});

test.each([
  ['телефон или таблет', 'телефон, таблет'],
  ['phone or tablet', 'phone, tablet'],
  ['евтин телефон или таблет', 'телефон, таблет'],
  ['син или зелен диван', 'син или зелен диван'],
  ['диван син или зелен', 'диван син или зелен'],
  ['диван или', 'диван или'],
  ['лаптоп или телефон или таблет', 'лаптоп, телефон, таблет'],
  ['маса или син или зелен диван', 'маса или син или зелен диван'],
  ['"телефон или таблет"', '"телефон или таблет"'],
])('%s names alternatives if products are on both sides', (query, words) => {
  expect(understand(query, 'EUR').words).toBe(words);
});

test.each([
  ['яке, размер L, черно', 'яке размер L черно'],
  ['лаптоп, 15,6 инча', 'лаптоп 15,6 инча'],
  ['лаптоп,, черен', 'лаптоп черен'],
  ['Book: Poems, new edition', 'Book: Poems new edition'],
  ['роман, ново издание', 'роман ново издание'],
  ['маса, столове', 'маса, столове'],
  ['телефон, samsung, xiaomi', 'телефон, samsung, xiaomi'],
  ['черно, размер L', 'черно, размер L'],
  ['телефон, "размер L"', 'телефон, "размер L"'],
])('%s describes one product or names alternatives', (query, words) => {
  expect(understand(query, 'EUR').words).toBe(words);
});

test.each([
  ['телефон не самсунг', 'телефон', ['-самсунг']],
  ['кола, но не на газ', 'кола', ['-газ']],
  ['phone not samsung', 'phone', ['-samsung']],
  ['рокля не черна', 'рокля', ['-черна']],
  ['рокля, да не е черна', 'рокля', ['-черна']],
  ['диван, не от кожа, не бял', 'диван', ['-кожа', '-бял']],
  ['апартамент не в София', 'апартамент', ['-софия']],
  ['апартамент извън София', 'апартамент', ['-софия']],
  ['кола, освен дизел', 'кола', ['-дизел']],
  ['апартамент, не от агенция', 'апартамент', ['-агенция']],
  // What it is for, or words in Latin letters, which are no verbs.
  ['маратонки не за бягане', 'маратонки', ['-бягане']],
  ['телевизор не oled', 'телевизор', ['-oled']],
  ['диван да не е за деца', 'диван', ['-деца']],
  ['dress not too big', 'dress not too big', []],
  ['laptop, not refurbished', 'laptop', ['-refurbished']],
  ['книга не за всеки', 'книга не за всеки', []],
  ['пералня не точи вода', 'пералня не точи вода', []],
  ['forget me not necklace', 'forget me not necklace', []],
  // Titles, and what no filter is made of.
  ['Жената, която не съществува', 'Жената, която не съществува', []],
  ['не самсунг', 'не самсунг', []],
])('%s names what is not wanted by a word', (query, words, unwanted) => {
  expect(understand(query, 'EUR')).toMatchObject({ words, unwanted });
});

test.each([
  ['купувам лаптоп', 'лаптоп'],
  ['търся да купя колело', 'колело'],
  ['колко струва пералня', 'пералня'],
  ['цена на iphone 13', 'iphone 13'],
  ['лаптоп цена', 'лаптоп'],
  ['looking for bike', 'bike'],
  ['къде да купя лаптоп', 'лаптоп'],
  ['кой е най-добрият телефон', 'телефон'],
  ['трябва ми колело', 'колело'],
  ['продавам лаптоп', 'лаптоп'],
  // As one writes to a person.
  ['Здравейте, търся лаптоп', 'лаптоп'],
  ['продавам спешно лаптоп', 'лаптоп'],
  ['искам да си купя лаптоп', 'лаптоп'],
  ['някой продава ли лаптоп', 'лаптоп'],
  ['имате ли лаптопи', 'лаптопи'],
  ['има ли лаптопи', 'лаптопи'],
  ['продавате ли още хладилника?', 'хладилника?'],
  ['какъв лаптоп да си взема', 'лаптоп'],
  ['какво кафе да си купя', 'кафе'],
  ['кога пак ще има кафемашина', 'кафемашина'],
  ['ще има ли отново палатки', 'палатки'],
  ['има ли още от дивана', 'дивана'],
  ['палатка отново в наличност', 'палатка'],
  ['when will the tent be back in stock', 'tent'],
  ['is there a tent', 'a tent'],
  ['да видя палатки', 'палатки'],
  ['препоръчайте ми телефон, моля', 'телефон'],
  ['какво да подаря на мама за коледа', 'подарък за мама за коледа'],
  ['купи си колело', 'колело'],
  ['най-хубавият телефон', 'телефон'],
  ['сестра ми търси колело', 'колело'],
  ['децата ми искат колело', 'колело'],
  ['колело ми търси дъщерята', 'колело ми дъщерята'],
  ['търся си лаптоп', 'лаптоп'],
  ['tursq laptop', 'laptop'],
  ['мама иска пералня, че старата се развали', 'мама пералня'],
  ['търся лаптоп, защото старият е счупен', 'лаптоп'],
  ['Книга „Защото те обичам“', 'Книга „Защото те обичам“'],
  ['Кажи, че ме обичаш', 'Кажи, че ме обичаш'],
  ['hello, i need a laptop please', 'a laptop'],
  ['някой', 'някой'],
  ['hello kitty', 'hello kitty'],
  ['търся да купя лаптоп цена', 'лаптоп'],
  ['which is the best phone', 'phone'],
  // Nothing else is left, or the words are what is searched.
  ['цена', 'цена'],
  ['кутия за цени', 'кутия за цени'],
  ['купувам цена', 'цена'],
])('%s is searched without words about the search itself', (query, words) => {
  expect(understand(query, 'EUR')).toEqual({ ...nothing, words });
});

test.each([
  ['ски в Банско', 'ски почивка в Банско', null],
  ['ski Bansko', 'ski holiday Bansko', null],
  ['ски в София', 'ски', 'sofia'],
  ['ски почивка в Банско', 'ски почивка в Банско', null],
  ['ски втора ръка Банско', 'ски', 'bansko'],
  ['ски Банско втора ръка', 'ски', 'bansko'],
  ['ski Bansko for rent', 'ski for rent', 'bansko'],
  ['обувки за ски Банско', 'обувки за ски', 'bansko'],
  ['детски ски Банско', 'детски ски', 'bansko'],
  ['отивам на ски в Банско', 'отивам на ски почивка в Банско', null],
  ['all inclusive Созопол', 'all inclusive Созопол', null],
  ['Коледа в Банско', 'Коледа почивка в Банско', null],
])('%s is where one travels to, or where something is sold', (query, words, location) => {
  expect(understand(query, 'EUR')).toMatchObject({ words, location });
});

test('everything at once', () => {
  expect(understand('евтин употребяван лаптоп до 1000 лв в София', 'EUR')).toEqual({
    words: 'лаптоп',
    price: upTo(51_129),
    condition: ['like_new', 'good', 'fair'],
    location: 'sofia',
    inStock: false,
    freeDelivery: null,
    discount: null,
    offer: null,
    area: null,
    unwanted: [],
    mileage: null,
    sort: 'price_asc',
  });
});

test('any text can be read, and its words are understood once', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: anyCharacter }), (query) => {
      const { words } = understand(query, 'EUR');
      expect(words.length).toBeLessThanOrEqual(query.length);
    }),
  );
});

test.each([
  'апартамент до 500 евро',
  'кола до 20000 евро',
  'апартамент',
  'апартамент над 10000 лв',
  // A home is only what the product is for, or what the service is about.
  'стол за офис до 25000 евро',
  'книга къща до 20000 евро',
  'ремонт на апартамент до 20000 евро',
])('%s names no offer by its price', (query) => expect(understand(query, 'EUR').offer).toBeNull());

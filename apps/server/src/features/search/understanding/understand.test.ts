import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '@izgodno/contract/common/any-character.test-data';
import { convertMinor, currencies, MAX_PRICE_MINOR } from '@izgodno/contract/common/money';
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
  sort: null,
};

const upTo = (maxPrice: number) => ({ minPrice: null, maxPrice });
const from = (minPrice: number) => ({ minPrice, maxPrice: null });
const between = (minPrice: number, maxPrice: number) => ({ minPrice, maxPrice });

/** As the pages print a price, with the spaces of its language. */
const printed = (cents: number, language: string, currency: string): string => {
  const amounts: Intl.NumberFormatOptions = {
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    trailingZeroDisplay: 'stripIfInteger',
  };
  // English has no symbol for the lev.
  return language === 'en' && currency === 'BGN'
    ? `${new Intl.NumberFormat(language, amounts).format(cents / 100)}\u00A0lv`
    : new Intl.NumberFormat(language, { ...amounts, style: 'currency', currency }).format(
        cents / 100,
      );
};

test('a price is read as it is printed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: MAX_PRICE_MINOR }),
      fc.constantFrom('bg', 'en'),
      fc.constantFrom(...currencies),
      (cents, language, currency) => {
        const maxPrice = convertMinor(cents, currency, 'EUR');
        expect(understand(`до ${printed(cents, language, currency)}`, 'EUR')).toEqual({
          ...nothing,
          price: upTo(maxPrice),
        });
      },
    ),
  );
});

describe('prices become limits in euro cents', () => {
  test.each([
    ['до 500 лв', '', upTo(25_565)],
    ['лаптоп до 1000 лв', 'лаптоп', upTo(51_129)],
    ['laptop pod 1000 leva', 'laptop', upTo(51_129)],
    ['телефон до 300 евро', 'телефон', upTo(30_000)],
    ['used laptop under €500', 'laptop', upTo(50_000)],
    ['tv up to 400 eur', 'tv', upTo(40_000)],
    ['диван под 1 500 лв.', 'диван', upTo(76_694)],
    ['диван до 1.500 лв', 'диван', upTo(76_694)],
    ['сирене до 9,99 лв', 'сирене', upTo(511)],
    ['апартамент до 80 хил. евро', 'апартамент', upTo(8_000_000)],
    ['кола до 5к евро', 'кола', upTo(500_000)],
    ['кола над 2000 евро', 'кола', from(200_000)],
    ['bike over 300 euro', 'bike', from(30_000)],
    ['гардероб от 100 до 200 лв', 'гардероб', between(5_113, 10_226)],
    ['легло между 200 и 300 евро', 'легло', between(20_000, 30_000)],
    ['desk between 300 and 200 euro', 'desk', between(20_000, 30_000)],
    ['монитор 100-200€', 'монитор', between(10_000, 20_000)],
    ['часовник около 100 евро', 'часовник', between(8_000, 12_000)],
    ['лаптоп не по-скъп от 500 лв', 'лаптоп', upTo(25_565)],
    ['лаптоп не над 500 лв', 'лаптоп', upTo(25_565)],
    ['bike not more than 200 eur', 'bike', upTo(20_000)],
    ['laptop 500 eur max', 'laptop', upTo(50_000)],
    ['кола 5000 евро макс', 'кола', upTo(500_000)],
    ['кола до 10 бона', 'кола', upTo(1_000_000)],
    ['подарък за 50 евро', 'подарък', between(4_000, 6_000)],
    // Without a currency, in that of the call.
    ['лаптоп до 1000', 'лаптоп', upTo(100_000)],
    ['лаптоп до 1000 за офис', 'лаптоп за офис', upTo(100_000)],
    // Groups of thousands with decimals.
    ['100-500 лв', '', between(5_113, 25_565)],
    ['laptop between 100 and 500', 'laptop', between(10_000, 50_000)],
    ['под 500 над 100', '', between(10_000, 50_000)],
    ['лаптоп над 100 под 500', 'лаптоп', between(10_000, 50_000)],
    ['лаптоп до 500 и над 100 лв', 'лаптоп', between(5_113, 25_565)],
    ['laptop under €500, over 100', 'laptop', between(10_000, 50_000)],
    ['laptop <500 >100', 'laptop', between(10_000, 50_000)],
    ['лаптоп под 1000 лв над 16 GB', 'лаптоп над 16 GB', upTo(51_129)],
    ['кола под 9000 лв над 2015', 'кола над 2015', upTo(460_163)],
    ['под 1 299,99 лв', '', upTo(66_467)],
    ['лаптоп под 1 299,99 лв.', 'лаптоп', upTo(66_467)],
    ['лаптоп под 1\u00A0299,99\u00A0лв.', 'лаптоп', upTo(66_467)],
    ['laptop under €1,299.99', 'laptop', upTo(129_999)],
    ['laptop under 1.299,99 €', 'laptop', upTo(129_999)],
    ['laptop under 1 299.9 eur', 'laptop', upTo(129_990)],
    ['диван над 1 000,00 лв', 'диван', from(51_129)],
    ['диван до 1 500,50 евро', 'диван', upTo(150_050)],
    ['къща до 1.234.567,50 €', 'къща', upTo(123_456_750)],
    ['диван от 1 000,50 до 2 000,50 евро', 'диван', between(100_050, 200_050)],
    // In words.
    ['под сто лева', '', upTo(5_113)],
    ['лаптоп до хиляда лева', 'лаптоп', upTo(51_129)],
    ['телефон до триста', 'телефон', upTo(30_000)],
    ['кола под две хиляди и петстотин евро', 'кола', upTo(250_000)],
    ['къща до двеста хиляди евро', 'къща', upTo(20_000_000)],
    ['laptop under five hundred euros', 'laptop', upTo(50_000)],
    ['tv under two hundred and fifty euro', 'tv', upTo(25_000)],
    ['bike under a hundred eur', 'bike', upTo(10_000)],
    ['подарък между двайсет и петдесет лева', 'подарък', between(1_023, 2_556)],
    ['кола до 2 хиляди евро', 'кола', upTo(200_000)],
    ['tv between one hundred and two hundred euro', 'tv', between(10_000, 20_000)],
    ['gift between fifty and a hundred euros', 'gift', between(5_000, 10_000)],
    ['sofa between fifty and one thousand euros', 'sofa', between(5_000, 100_000)],
    ['лаптоп между хиляда и две хиляди лева', 'лаптоп', between(51_129, 102_258)],
    ['лаптоп между петстотин и две хиляди евро', 'лаптоп', between(50_000, 200_000)],
    ['къща до двайсет и пет хиляди евро', 'къща', upTo(2_500_000)],
    // Given away.
    ['подарявам диван', 'диван', upTo(0)],
    ['подарява се коте', 'коте', upTo(0)],
    ['безплатно', '', upTo(0)],
    ['sofa for free', 'sofa', upTo(0)],
    // A price alone is about that price.
    ['€49.99', '', between(3_999, 5_999)],
    ['649 €', '', between(51_920, 77_880)],
    ['500 лв', '', between(20_452, 30_678)],
    ['1 299,00 лв', '', between(53_134, 79_700)],
    ['лаптоп 500 лв', 'лаптоп', between(20_452, 30_678)],
    ['laptop, 500 лв', 'laptop', between(20_452, 30_678)],
    ['500лв лаптоп', 'лаптоп', between(20_452, 30_678)],
    ['лаптоп 512GB 1 200 евро', 'лаптоп 512GB', between(96_000, 144_000)],
    ['galaxy s23 500 евро', 'galaxy s23', between(40_000, 60_000)],
    ['iphone 14 500 евро', 'iphone 14', between(40_000, 60_000)],
    ['айфон 1 200 евро', 'айфон', between(96_000, 144_000)],
    ['къща 10 000 000 евро', 'къща', between(800_000_000, 1_000_000_000)],
  ])('%s', (query, words, price) => {
    expect(understand(query, 'EUR')).toMatchObject({ words, price });
  });

  test('an amount without a currency is in the given one', () => {
    expect(understand('лаптоп до 1000', 'BGN').price).toEqual(upTo(51_129));
  });

  test.each([
    'тротинетка до 50 км',
    'дъмбели до 20 кг',
    'кола до 2015',
    'телевизор над 50 инча',
    'палатка до 4 души',
    'палатка за 4 души',
    'дрон 20 км макс',
    // The last words of models.
    'iphone 15 pro max 256',
    'айфон 15 про макс 256',
    'маратонки nike air max 42',
    'батерия не над 5 кг',
    'гуми 205/55 R16',
    'батерия над 5 под 10 кг',
    'маратонки 40-42',
    '"до 500 лв"',
    '"под сто лева"',
    'самолет до Рим',
    'сто години самота',
    'хиляда и една нощ',
    'под едно одеяло',
    'table under a tree',
    'free weights',
    'от 12 месеца',
    'лаптоп 500',
    'лаптоп до 1.2345 лв',
    'лаптоп 1.2345 лв',
    'фирмуер 12.34.56 €',
    // A standard of emissions, and money that is collected.
    'голф 2015 евро 6',
    'bmw 2008 euro 4',
    'монета 2 евро',
    'банкнота 20 лева 1951',
  ])('%s names no price', (query) => {
    expect(understand(query, 'EUR')).toMatchObject({ words: query, price: null });
  });
});

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
  ['лаптоп втора ръка', 'лаптоп', ['like_new', 'good', 'fair']],
  ['употребявана пералня', 'пералня', ['like_new', 'good', 'fair']],
  ['second-hand bike', 'bike', ['like_new', 'good', 'fair']],
  ['нов телефон', 'телефон', ['new']],
  ['чисто нова пералня', 'пералня', ['new']],
  ['телефон като нов', 'телефон', ['like_new']],
  ['телефон за части', 'телефон', ['for_parts']],
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
  'Book: Poems, new edition',
  'роман, ново издание',
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
  ['house to rent', 'house', 'rent'],
  ['apartament pod naem', 'apartament', 'rent'],
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
test.each(['стая под наем', 'хотел за продажба', 'кола под наем', 'под наем'])(
  '%s asks for none',
  (query) => expect(understand(query, 'EUR')).toMatchObject({ words: query, offer: null }),
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
  ['търся да купя лаптоп цена', 'лаптоп'],
  ['which is the best phone', 'phone'],
  // Nothing else is left, or the words are what is searched.
  ['цена', 'цена'],
  ['кутия за цени', 'кутия за цени'],
  ['купувам цена', 'цена'],
])('%s is searched without words about the search itself', (query, words) => {
  expect(understand(query, 'EUR')).toEqual({ ...nothing, words });
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

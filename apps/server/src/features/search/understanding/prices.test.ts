import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertMinor, currencies, MAX_PRICE_MINOR } from '@izgodno/contract/common/money';
import { understand } from './understand.ts';

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
        expect(understand(`до ${printed(cents, language, currency)}`, 'EUR')).toMatchObject({
          words: '',
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
    ['laptop under 500 used', 'laptop', upTo(50_000)],
    ['laptop under 600 cheapest', 'laptop', upTo(60_000)],
    ['лаптоп до 600 най-евтин', 'лаптоп', upTo(60_000)],
    ['лаптоп над 300 в наличност', 'лаптоп', from(30_000)],
    ['лаптоп между 300 и 600 Пловдив', 'лаптоп', between(30_000, 60_000)],
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
    ['телефон 200-300', 'телефон', between(20_000, 30_000)],
    ['200 - 350 телефон', 'телефон', between(20_000, 35_000)],
    ['часовник около 100 евро', 'часовник', between(8_000, 12_000)],
    ['лаптоп не по-скъп от 500 лв', 'лаптоп', upTo(25_565)],
    ['лаптоп не над 500 лв', 'лаптоп', upTo(25_565)],
    ['bike not more than 200 eur', 'bike', upTo(20_000)],
    ['laptop 500 eur max', 'laptop', upTo(50_000)],
    ['кола 5000 евро макс', 'кола', upTo(500_000)],
    ['кола до 10 бона', 'кола', upTo(1_000_000)],
    ['кола до 200 кинта', 'кола', upTo(10_226)],
    // The thousands are said once, and what is below them apart.
    ['кола между 5 и 10 хиляди', 'кола', between(500_000, 1_000_000)],
    ['кола от 5 до 10 хиляди лева', 'кола', between(255_646, 511_292)],
    ['кола 5-10 хиляди лева', 'кола', between(255_646, 511_292)],
    ['кола 5-10 хиляди', 'кола', between(500_000, 1_000_000)],
    ['апартамент 100-200к', 'апартамент', between(10_000_000, 20_000_000)],
    ['flat between 100 and 200 thousand', 'flat', between(10_000_000, 20_000_000)],
    ['лаптоп между 500 и 2 хиляди евро', 'лаптоп', between(50_000, 200_000)],
    ['кола до 3 хиляди и 500 лв', 'кола', upTo(178_952)],
    ['кола до 3 хиляди и 500', 'кола', upTo(350_000)],
    ['кола от 2 хиляди и 500 до 5 хиляди евро', 'кола', between(250_000, 500_000)],
    ['лаптоп до 2 хиляди и 512 GB', 'лаптоп и 512 GB', upTo(200_000)],
    ['между сто и двеста хиляди', '', between(10_000_000, 20_000_000)],
    ['къща от сто до двеста хиляди евро', 'къща', between(10_000_000, 20_000_000)],
    ['кола за пет-шест хиляди лева', 'кола', between(255_646, 306_775)],
    ['кола до три хиляди и петстотин', 'кола', upTo(350_000)],
    ['кола до 3 хиляди и петстотин лева', 'кола', upTo(178_952)],
    ['телефон до стотачка', 'телефон', upTo(10_000)],
    ['лаптоп до хилядарка', 'лаптоп', upTo(100_000)],
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
    ['кола до 5000 след 2010', 'кола след 2010', upTo(500_000)],
    ['car under 5000 from 2012', 'car from 2012', upTo(500_000)],
    ['кола след 2015 до 10000', 'кола след 2015', upTo(1_000_000)],
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

  // What follows the amount is read before it.
  test.each([
    ['телефон до 300 безплатна доставка', 'телефон', upTo(30_000)],
    ['phone under 300 free delivery', 'phone', upTo(30_000)],
    ['лаптоп до 800 с 20% отстъпка', 'лаптоп', upTo(80_000)],
    ['телефон до 300 -samsung', 'телефон', upTo(30_000)],
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
    // Resolutions, a standard of emissions, and money that is collected.
    'монитор 4-8k',
    // What is measured in hundreds.
    'обектив 100-400',
    'апартамент 100-150',
    'монета 1850-1900',
    'матрак 100-200',
    'килим 200-300',
    'пъзел 500-1000',
    'кафе 500-1000',
    'храна за кучета 500-1000',
    'крушка 100-150',
    'мотор 600-750',
    'скутер 250-300',
    // What is counted.
    '100-150 стола',
    '200-300 лаптопа',
    '100-200 грама мед',
    'телефон 300-200',
    'телефон 120-130',
    'рутер tp-link 100-200 квзрт',
    'камера 4 - 5 K',
    'голф 2015 евро 6',
    'bmw 2008 euro 4',
    'монета 2 евро',
    'банкнота 20 лева 1951',
  ])('%s names no price', (query) => {
    expect(understand(query, 'EUR')).toMatchObject({ words: query, price: null });
  });
});

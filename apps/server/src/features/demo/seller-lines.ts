import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Trade } from './family.ts';

type SellerTrade = Exclude<Trade, 'both'>;

/** How an offer ends: what its seller says of handing over, delivery, guarantee or terms. */
export const sellerLines: Readonly<
  Record<SellerTrade, Readonly<Record<LanguageCode, readonly string[]>>>
> = {
  used: {
    bg: [
      'Предавам лично {inCity} или пращам с куриер с преглед.',
      'Намира се {inCity}, цената е за бързо купуване.',
      'Мога да пратя навсякъде, доставката е за купувача.',
      'Коментар на цената – след оглед.',
      'Без замени, моля.',
      'Обаждания след 17 ч., през уикенда по всяко време.',
      'Продавам заради преместване, {city}.',
      'Оглед {inCity} след уговорка.',
    ],
    en: [
      'Hand-over {inCity}, or sent by courier with inspection on delivery.',
      'It is {inCity}; priced for a quick sale.',
      'I can post it anywhere, the buyer pays the postage.',
      'Open to reasonable offers after viewing.',
      'No swaps, please.',
      'Call after 5 pm, any time at weekends.',
      'Selling because we are moving away from {city}.',
      'Viewing {inCity} by appointment.',
    ],
  },
  shop: {
    bg: [
      'Доставка до 2 работни дни.',
      'Безплатна доставка над 50 €.',
      'Вземане от магазина {inCity} още днес.',
      'Цената важи до изчерпване на количествата.',
      '',
    ],
    en: [
      'Delivered within 2 working days.',
      'Free delivery above €50.',
      'Pick it up today in our shop {inCity}.',
      'This price holds while stocks last.',
      '',
    ],
  },
  journey: {
    bg: [
      'Записване с 30 % депозит, останалото – до 21 дни преди тръгване.',
      'Местата са ограничени.',
      'Безплатна промяна на датата до 14 дни преди тръгване.',
      'Програмата може да се изтегли от страницата на офертата.',
    ],
    en: [
      'Book with a 30% deposit, the rest 21 days before departure.',
      'Places are limited.',
      'Change the date free of charge up to 14 days before departure.',
      'The full programme is on the offer page.',
    ],
  },
  property: {
    bg: [
      'Без комисиона от купувача.',
      'Документите са готови за сделка.',
      'Огледи всеки ден с предварителна уговорка.',
      'Съдействаме при кредит.',
      'От собственик, без посредници.',
      'Снимките са от миналата седмица.',
    ],
    en: [
      'No commission for the buyer.',
      'All papers are ready for the deal.',
      'Viewings every day by appointment.',
      'We help with the mortgage.',
      'From the owner, no agents.',
      'The pictures are from last week.',
    ],
  },
};

/** What shops add where a thing has a motor or a chip in it. */
export const guaranteeLines: Readonly<Record<LanguageCode, readonly string[]>> = {
  bg: [
    'Гаранция 24 месеца.',
    'Гаранция 36 месеца при регистрация.',
    'Може и на вноски.',
    'Сервиз в цялата страна.',
    'Вземаме стария ви уред с отстъпка.',
  ],
  en: [
    'Two-year guarantee.',
    'Three-year guarantee when registered.',
    'Instalments possible.',
    'Serviced all over the country.',
    'Trade in your old one for a discount.',
  ],
};

/** What shops add of other things that last: not said of food or cosmetics. */
export const returnLines: Readonly<Record<LanguageCode, readonly string[]>> = {
  bg: ['Връщане до 30 дни, без въпроси.', 'Може да се замени до 14 дни.', 'Безплатно връщане.'],
  en: [
    'Return it within 30 days, no questions asked.',
    'Exchange within 14 days.',
    'Free returns.',
  ],
};

/** What is said of second-hand sellers' things that were never used. */
export const unusedLines: Readonly<Record<LanguageCode, readonly string[]>> = {
  bg: ['Не е ползвано.', 'Неразпечатано, с касова бележка.', 'Ново е, купено в повече.'],
  en: ['Never used.', 'Unopened, with the receipt.', 'New; we bought one too many.'],
};

import { maskPhoneNumbers } from '@izgodno/contract/common/phone-numbers';
import { MEMBERS_SOURCE, type Category } from '@izgodno/contract/deals/vocabulary';
import type { SearchableText } from './types.ts';

/** Names and common synonyms of each category in both languages. */
const categoryNames = {
  electronics: 'Electronics Електроника техника',
  furniture: 'Furniture Мебели обзавеждане',
  photography: 'Photography Фотография фото',
  clothing: 'Clothing fashion Облекло дрехи мода',
  'home-garden': 'Home & Garden household Дом и градина домакинство',
  sports: 'Sports Спорт фитнес',
  automotive: 'Automotive car Автомобили авто кола',
  'books-media': 'Books & Media Книги и медия',
  collectibles: 'Collectibles antiques Колекционерство антики',
  'health-beauty': 'Health & Beauty cosmetics Здраве и красота козметика',
  'tools-hardware': 'Tools & Hardware Инструменти железария',
  'toys-games': 'Toys & Games Играчки и игри',
  'music-instruments': 'Music & Instruments Музика музикални инструменти',
  'art-crafts': 'Art & Crafts Изкуство хоби занаяти',
  travel: 'Travel holiday vacation Пътувания почивка екскурзия',
  food: 'Food groceries Храна хранителни стоки',
  imoti: 'Real estate property Имоти недвижими имоти',
  other: '',
} as const satisfies Readonly<Record<Category, string>>;

export interface DealTexts {
  readonly title: string;
  readonly description: string;
  /** As the source spells it. */
  readonly brandName: string | null;
  /** Separated by commas. */
  readonly tags: string;
  readonly category: Category;
  /** The id of its kind of product; null if unknown. */
  readonly kind: string | null;
  /** The id of its source; null for texts of no deal. */
  readonly source: string | null;
}

/** The words after these say what the product is for or comes with, not what it is. */
const complements =
  /\s(?:за|с|със|към|без|на|по|от|for|of|with|without|compatible|съвместим[аои]?)\s/iu;

/** What a title says the product is, without what it is for or comes with. */
export const subjectOf = (title: string): string => {
  const end = title.search(complements);
  return end > 0 ? title.slice(0, end) : title;
};

/** Where a journey begins is its location; its words say where it leads. */
const departure =
  /(?<!\p{L})(?:от|from|[Ll]eaving|[Dd]eparting|[Тт]ръгване от) \p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?/gu;

const withoutDeparture = ({ category }: DealTexts, text: string): string =>
  category === 'travel' ? text.replaceAll(departure, ' ') : text;

/** The texts that searches read: a member's telephone number could be found out digit by digit. */
const withoutPhones = (deal: DealTexts): DealTexts =>
  deal.source === MEMBERS_SOURCE
    ? {
        ...deal,
        title: maskPhoneNumbers(deal.title),
        description: maskPhoneNumbers(deal.description),
        tags: maskPhoneNumbers(deal.tags),
      }
    : deal;

export const searchableText = (given: DealTexts): SearchableText => {
  const deal = withoutPhones(given);
  const title = withoutDeparture(deal, deal.title);
  return {
    subject: subjectOf(title),
    brand: deal.brandName ?? '',
    title,
    tags: deal.tags,
    category: categoryNames[deal.category],
    ofCategory: deal.category,
    ofKind: deal.kind,
    description: withoutDeparture(deal, deal.description),
  };
};

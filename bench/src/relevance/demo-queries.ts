import { categoryQueries } from './category-queries.ts';
import type { DemoHit } from './demo-search.ts';
import { errands } from './errand-queries.ts';
import { everyday, latinised, mistyped, mixed, otherLayout } from './everyday-queries.ts';
import { phoneQueries } from './phone-queries.ts';
import { lev, type Rule } from './rule.ts';
import { special } from './special-queries.ts';
import { missingBrands, spoken } from './spoken-queries.ts';

export interface DemoQuery {
  readonly kind: string;
  readonly text: string;
  readonly rule: Rule;
}

const each = (kind: string, texts: string, rule: Rule): readonly DemoQuery[] =>
  texts.split(' | ').map((text) => ({ kind, text, rule }));

const products: readonly (readonly [names: string, families: string])[] = [
  ['лаптоп | laptop | преносим компютър | lap top', 'laptop'],
  ['телефон | смартфон | phone | мобилен телефон | telefon', 'phone'],
  ['хладилник | fridge | refrigerator | hladilnik', 'fridge'],
  ['пералня | washing machine | peralnya', 'washing-machine'],
  ['кафемашина | кафе машина | еспресо машина | coffee machine', 'coffee-machine'],
  ['диван | канапе | sofa | divan', 'sofa'],
  ['телевизор | tv | televizor', 'television'],
  ['велосипед | колело | bike | velosiped', 'bicycle kids-bike'],
  ['тротинетка | scooter | trotinetka', 'scooter'],
  ['прахосмукачка | vacuum cleaner', 'vacuum'],
  ['гардероб | wardrobe', 'wardrobe'],
  ['палатка | tent', 'tent'],
  ['слушалки | headphones', 'headphones'],
  ['дрон | drone', 'drone'],
  ['конзола | console', 'console'],
  ['апартамент | apartment | apartament', 'flat-for-sale flat-to-let sea-flat'],
];

const amounts = [100, 150, 250, 400, 600, 900];

/** A product below each amount, in the words of both languages. */
const prices = products.flatMap(([names, families], at) => {
  const [bg = '', en = bg] = names.split(' | ').slice(0, 2);
  return amounts.flatMap((amount, step) => {
    const isLev = (at + step) % 2 === 0;
    const upTo = isLev ? lev(amount) : amount * 100;
    const rule = { families, upTo: Math.ceil(upTo * 1.01), relaxed: 'price' };
    return [
      each('price', `${bg} до ${amount} ${isLev ? 'лв' : 'евро'}`, rule),
      each('price', `${en} under ${amount} ${isLev ? 'leva' : 'eur'}`, rule),
    ].flat();
  });
});

const towns = [
  ['София', 'Sofia', 'sofia'],
  ['Варна', 'Varna', 'varna'],
  ['Пловдив', 'Plovdiv', 'plovdiv'],
  ['Бургас', 'Burgas', 'burgas'],
] as const;

const locations = products.flatMap(([names, families]) => {
  const [bg = '', en = bg] = names.split(' | ').slice(0, 2);
  return towns.flatMap(([town, latin, location]) => {
    const rule = { families, location, relaxed: 'location' };
    return [
      each('place', `${bg} ${town} | ${bg} в ${town}`, rule),
      each('place', `${en} in ${latin}`, rule),
    ].flat();
  });
});

const used = ['like_new', 'good', 'fair'] as const;

/** Queries with the rule that tells a right answer; rules speak of attributes, never of results. */
export const demoQueries: readonly DemoQuery[] = [
  ...products.flatMap(([names, families]) => each('product', names, { families })),
  ...prices,
  ...locations,
  ...products.slice(0, 10).flatMap(([names, families]) => {
    const [bg = ''] = names.split(' | ');
    return [
      each('order', `евтин ${bg} | cheap ${bg}`, { families, isCheapestFirst: true }),
      each('condition', `${bg} втора ръка | употребяван ${bg} | used ${bg}`, {
        families,
        conditions: used,
      }),
      each('condition', `нов ${bg} | new ${bg}`, { families, conditions: ['new'] }),
    ].flat();
  }),
  ...each('price', 'до 500 лв | под 500 лева | pod 500 leva | up to 500 lv', { upTo: lev(500) }),
  ...each('price', 'над 5000 евро | over 5000 eur', { from: 500_000 }),
  ...each('price', 'лаптоп до 1000 лв | laptop pod 1000 leva | laptop under 1000 lv', {
    families: 'laptop',
    upTo: lev(1_000),
  }),
  ...each('price', 'лаптоп не по-скъп от 1000 лв | laptop 1000 leva max | лаптоп не над 1000 лв', {
    families: 'laptop',
    upTo: lev(1_000),
  }),
  ...each('price', 'телефон за 300 лв | phone for 300 leva', {
    families: 'phone',
    from: Math.floor(lev(240)),
    upTo: Math.ceil(lev(360)),
  }),
  ...each('condition', 'неразопакован телефон | запечатан телефон | nov telefon', {
    families: 'phone',
    conditions: ['new'],
  }),
  ...each('condition', 'kolelo vtora ruka', { families: 'bicycle kids-bike', conditions: used }),
  ...each('condition', 'телефон в добро състояние | phone in good condition', {
    families: 'phone',
    conditions: ['like_new', 'good'],
  }),
  ...products.slice(0, 10).flatMap(([names, families]) => {
    const [bg = '', en = bg] = names.split(' | ');
    return each('delivery', `${bg} с безплатна доставка | ${en} free delivery`, {
      families,
      isDeliveredFree: true,
    });
  }),
  ...each('filler', 'купувам лаптоп | лаптоп цена | цена на лаптоп | търся да купя лаптоп', {
    families: 'laptop',
  }),
  ...each('filler', 'колко струва телевизор | телевизор обяви | looking for television', {
    families: 'television',
  }),
  ...each('room', 'апартамент Варна 2-стаен | двустаен апартамент във Варна', {
    families: 'flat-for-sale flat-to-let',
    location: 'varna',
    title: /двустаен|two-room/iu,
  }),
  ...each('room', 'двустаен апартамент | 2-стаен апартамент | 2 стаен | two-room apartment', {
    title: /двустаен|two-room/iu,
  }),
  ...each('room', 'тристаен апартамент | 3-стаен | three-room apartment', {
    title: /тристаен|three-room/iu,
  }),
  ...each('room', 'гарсониера | едностаен', { title: /едностаен|гарсониера|one-room/iu }),
  ...each('typo', 'хладилнци | хладилик | хлдилник', { families: 'fridge' }),
  ...each('typo', 'лптоп | лаптпо', { families: 'laptop' }),
  ...each('typo', 'телвизор | телевзор', { families: 'television' }),
  ...Object.entries({
    typo: mistyped,
    everyday,
    Latinised: latinised,
    layout: otherLayout,
    mixed,
    ...spoken,
  }).flatMap(([kind, table]) =>
    table.flatMap(([texts, families]) => each(kind, texts, { families })),
  ),
  ...each('country', 'Greece | Гърция | почивка в Гърция', {
    title: /халкидики|тасос|гръцк|halkidiki|thassos|greek|атина|athens/iu,
  }),
  ...each('country', 'pochivka v gurciq | po4ivka v Gurciq', {
    title: /халкидики|тасос|гръцк|halkidiki|thassos|greek/iu,
  }),
  ...each('country', 'почивка в Турция | Turkey', {
    title: /анталия|истанбул|antalya|istanbul/iu,
  }),
  ...each('country', 'екскурзия Италия | Italy', { title: /рим|rome|милано|milan/iu }),
  ...missingBrands.flatMap(([texts, families]) =>
    each('brand', texts, { families, relaxed: 'word' }),
  ),
  ...each('brand', 'playstation 5 | плейстейшън', { families: 'console', relaxed: 'word' }),
  ...each('brand', 'маратонки найк | nike маратонки', { families: 'sneakers', relaxed: 'word' }),
  ...each('brand', 'iphone 15 | айфон', { families: 'phone', relaxed: 'word' }),
  ...each('brand', 'nintendo switch', { families: 'console', relaxed: 'word' }),
  ...each('brand', 'iphone 14 pro', { families: 'phone', relaxed: 'word' }),
  ...each('brand', 'лего | lego', { families: 'building-blocks', relaxed: 'word' }),
  ...each('nonsense', 'пица | ъгжфц | qwxzv', { none: true }),
  ...each('compound', 'храна за кучета | dog food', { relaxed: 'word' }),
  ...each('compound', 'храна за котки | cat food', { title: /храна за котки|cat food/iu }),
  ...each('compound', 'хладилник с камера', { families: 'fridge', relaxed: 'word' }),
  ...each('compound', 'столче за кола | child car seat', { families: 'child-seat' }),
  ...each('size', 'гуми 16 цола | гуми R16 | tyres 16 inch', { title: /R16/u }),
  ...each('size', 'телевизор 55 инча | телевизор 55" | 55 inch tv', {
    families: 'television',
    title: /55/u,
  }),
  ...each('size', 'маратонки 42 номер | маратонки номер 42', {
    families: 'sneakers',
    title: /42/u,
  }),
  ...each('size', 'маратонки размер 43 | sneakers size 43', { families: 'sneakers', title: /43/u }),
  ...each('size', 'мъжко яке размер L | mens winter jacket size L | яке L', {
    families: 'jacket',
    title: /\bL\b/u,
  }),
  ...each('size', 'мотор 650 кубика | motorcycle 650cc | мотор 650 куб. см', {
    families: 'motorcycle',
    title: /650/u,
  }),
  ...each('size', 'палатка за четирима | палатка за 4 души | 4 person tent', {
    families: 'tent',
    title: /4/u,
  }),
  ...each('size', 'падълборд 320 | винтоверт 18v | обектив 85мм', { title: /320|18V|85mm/u }),
  ...each('without', 'лаптоп -геймърски | laptop -gaming', {
    families: 'laptop',
    title: /^(?!.*(?:геймърски|gaming))/u,
  }),
  ...each('without', 'апартамент -панел | apartment -panel', {
    families: 'flat-for-sale flat-to-let sea-flat',
    title: /^(?!.*(?:панел|panel))/u,
  }),
  ...each('without', 'апартамент не панел | апартамент но не панел', {
    families: 'flat-for-sale flat-to-let sea-flat',
    title: /^(?!.*(?:панел|panel))/u,
  }),
  ...each('without', 'кола не на газ', { families: 'car', title: /^(?!.*(?:газ|LPG))/u }),
  ...each('without', 'не употребяван лаптоп | laptop not used', {
    families: 'laptop',
    conditions: ['new'],
  }),
  ...each('alternatives', 'телефон или таблет | phone or tablet', { families: 'phone tablet' }),
  ...each('area', 'апартамент над 100 кв.м | flat over 100 sqm', {
    families: 'flat-for-sale',
    title: /(?:112|134) (?:кв|sq)/u,
  }),
  ...each('area', 'тристаен 80-100 кв.м | тристаен от 80 до 100 квадрата', {
    title: /(?:84|88|96|98) (?:кв|sq)/u,
  }),
  ...each('price', 'телефон до триста евро | phone under three hundred euros', {
    families: 'phone',
    upTo: 300_00,
  }),
  ...each('price', 'лаптоп под хиляда лева | laptop under one thousand leva', {
    families: 'laptop',
    upTo: lev(1_000),
  }),
  ...each(
    'price',
    'кола между 5 и 10 хиляди | кола 5-10 хиляди | кола от пет до десет хиляди евро',
    {
      families: 'car',
      from: 5_000_00,
      upTo: 10_000_00,
    },
  ),
  ...each('price', 'апартамент между сто и двеста хиляди | апартамент 100-200к', {
    families: 'flat-for-sale sea-flat',
    from: 100_000_00,
    upTo: 200_000_00,
  }),
  ...each('price', 'кола до 3 хиляди и 500 лв | кола до три хиляди и петстотин лева', {
    families: 'car',
    upTo: lev(3_500),
  }),
  ...each('price', 'телефон до 200 кинта | телефон до двеста кинта', {
    families: 'phone',
    upTo: lev(200),
  }),
  ...each('price', 'лаптоп до хилядарка | телефон под хиляда', {
    families: 'laptop phone',
    upTo: 1_000_00,
  }),
  ...each('price', 'подарявам диван | sofa for free', {
    families: 'sofa',
    relaxed: 'price',
    isCheapestFirst: true,
  }),
  ...each('place', 'тристаен под наем или за продажба в София', {
    location: 'sofia',
    title: /тристаен|three-room/iu,
  }),
  ...each('size', 'телефон 256 гб | phone 256GB', { families: 'phone', title: /256/u }),
  ...each('size', 'гуми 205/55 R16 | 205/55/16 | гуми 205-55-16', {
    families: 'tyres',
    title: /205\/55 R16/u,
  }),
  ...each('chip', 'маратонки найк | самсунг телевизор | lenovo лаптоп | xiaomi phone', {
    named: 'brand kind',
    relaxed: 'word',
  }),
  ...each('chip', 'гуми 16 цола | телевизор 55" | маратонки 42 номер | 256GB phone', {
    named: 'kind size',
  }),
  ...each('chip', 'двустаен апартамент | тристаен апартамент | two-room apartment', {
    named: 'kind rooms',
  }),
  // No brand: that is what it is for.
  ...each('chip', 'калъф за айфон | charger for samsung', { none: true, named: 'kind' }),
  ...each('absent', 'климатик 12000 | картина | двигател | офис под наем | градински маркуч', {
    none: true,
  }),
  ...each('absent', 'фурна за вграждане | печка на дърва | каска за мотор | бански костюм', {
    none: true,
  }),
  ...each('absent', 'oven | air conditioner | моторно масло | engine oil | сол', { none: true }),
  ...each('absent', 'хеликоптер за двама | самолетче с камера | сони | самсунг', { none: true }),
  ...each('absent', 'шкаф | 6kaf | shkaf | пица с гъби', { none: true }),
  ...each('absent', 'sushilnq | сушилничка', { families: 'washing-machine', relaxed: 'word' }),
  ...each('absent', 'matrak', { families: 'bed', relaxed: 'word' }),
  ...each('absent', 'креватче | бебешко креватче', { families: 'bed', relaxed: 'word' }),
  ...each('absent', 'сушилня | tumble dryer', { families: 'washing-machine', relaxed: 'word' }),
  ...each('absent', 'матрак | mattress | матрак 160х200', { families: 'bed', relaxed: 'word' }),
  ...each('absent', 'бюро за компютър | desk', { families: 'office-chair', relaxed: 'word' }),
  ...each('absent', 'samsung galaxy s23 | redmi note 12 | айфон 13', {
    families: 'phone',
    relaxed: 'word',
  }),
  ...each('absent', 'голф 5 | бмв 320 | октавия', { families: 'car', relaxed: 'word' }),
  ...each('absent', 'огледало', { families: 'wardrobe', relaxed: 'word' }),
  ...each('journey', 'хотел Банско | почивка в Банско', { title: /банско|bansko/iu }),
  ...each('journey', 'почивка във Виена | екскурзия до Виена', { title: /виена|vienna/iu }),
  ...each('journey', 'cheap flights to rome | полет до Рим', { title: /рим|rome/iu }),
  ...each('journey', 'new year in prague | екскурзия до Прага за 3 дни', {
    title: /прага|prague/iu,
    relaxed: 'word',
  }),
  ...each('journey', 'хотел първа линия слънчев бряг | семейна почивка Слънчев бряг', {
    title: /слънчев бряг|sunny beach/iu,
    relaxed: 'word',
  }),
  ...each('journey', 'last minute rome | last minute рим', {
    title: /рим|rome/iu,
    relaxed: 'word',
  }),
  ...each('journey', 'spa hotel with mineral pool | хотел с минерален басейн', {
    families: 'spa',
  }),
  ...each('journey', 'ski trip bansko | малдиви 7 нощувки | city break lisbon', {
    title: /банско|bansko|малдив|maldives|lisbon/iu,
  }),
  ...each('journey', 'нова година банско | new year bansko', {
    title: /банско|bansko/iu,
    relaxed: 'word',
  }),
  ...each('journey', 'море гърция август | почивка гърция', {
    title: /халкидики|тасос|гръцк|halkidiki|thassos|greek/iu,
    relaxed: 'word',
  }),
  ...each('journey', 'нощувка София', { title: /в София|in Sofia/u, relaxed: 'word' }),
  ...errands.flatMap(([texts, rule]) => each('errand', texts, rule)),
  ...special.flatMap(([texts, rule]) => each('special', texts, rule)),
  ...phoneQueries.flatMap(([texts, rule]) => each('phone', texts, rule)),
  ...categoryQueries.flatMap(([texts, rule]) => each('category', texts, rule)),
];

const isRelaxed = (rule: Rule, names: readonly string[]): boolean =>
  names.every((name) => rule.relaxed === name);

/** Whether a deal is what was asked for, apart from what was left out and announced. */
export const isMeant = (rule: Rule, deal: DemoHit, relaxed: readonly string[]): boolean => {
  const left = (name: string): boolean => relaxed.includes(name);
  return (
    isRelaxed(rule, relaxed) &&
    (rule.families?.split(' ').includes(deal.family) ?? true) &&
    (left('price') || rule.upTo === undefined || deal.price <= rule.upTo) &&
    (left('price') || rule.from === undefined || deal.price >= rule.from) &&
    (rule.isDeliveredFree !== true || deal.deliveredFree === 1) &&
    (rule.conditions?.includes(deal.condition) ?? true) &&
    (left('location') || rule.location === undefined || deal.location === rule.location) &&
    (left('word') || (rule.title?.test(deal.title) ?? true))
  );
};

import type { Table } from './everyday-queries.ts';

/** Diminutives, other words for the same thing, and words that are spelt as they are heard. */
const spokenWords: Table = [
  ['телевизорче | телевизорчето | телик | смарт тв', 'television'],
  ['лаптопче | лаптопчето', 'laptop'],
  ['хладилниче | хладилничек | хладилниг', 'fridge'],
  ['телефонче | тилифон | тилефон | джиесем', 'phone'],
  ['таблетче', 'tablet'],
  ['диванче | диванчето', 'sofa'],
  ['гумички | гумичките | гуми за колата', 'tyres'],
  ['якенце', 'jacket'],
  ['рокличка | рокличката | роклички', 'dress'],
  ['чантичка | чантички', 'handbag'],
  ['къщичка', 'house'],
  ['легълце', 'bed'],
  ['масичка', 'dining-table'],
  ['часовниче', 'smartwatch pocket-watch'],
  ['чадърче | чадърчета', 'umbrella'],
  ['китарка', 'guitar'],
  ['дронче', 'drone'],
  ['фотоилй | фотйол | фотойл | фотьойлче | фотьол', 'armchair'],
  ['куфър | куфарче | kufyr', 'suitcase'],
  ['перална | перална машина | пиралня', 'washing-machine'],
  ['парфиом | parfiom', 'perfume'],
  ['бормашинка | дрелка', 'drill'],
  ['тишърт | тишърти | тениски', 't-shirt'],
  ['снийкърси', 'sneakers'],
  ['смарт уоч | смартуоч', 'smartwatch'],
  ['колонка | колонки | тонколонка', 'speaker'],
  ['акумулаторче', 'car-battery'],
  ['моторче', 'motorcycle'],
];

/** Plurals and articles. */
const inflected: Table = [
  ['лаптопите | лаптопа', 'laptop'],
  ['пералните | пералнята', 'washing-machine'],
  ['фотьойли | фотьойлите', 'armchair'],
  ['гумите', 'tyres'],
  ['якета | якетата', 'jacket'],
  ['роклите', 'dress'],
  ['ботите', 'boots'],
  ['дроновете', 'drone'],
  ['палатките', 'tent'],
  ['гаражите', 'garage'],
  ['парцелите', 'plot'],
];

/** As one writes to a person. */
const sentences: Table = [
  ['здравейте търся детска количка | Здравейте, търся детска количка, моля', 'pram'],
  ['продавам лаптоп спешно | спешно продавам лаптоп | трябва ми спешно лаптоп', 'laptop'],
  ['кой лаптоп да взема | какъв лаптоп да си купя | има ли лаптопи | дайте ми лаптоп', 'laptop'],
  ['някой продава ли хладилник | Здравейте, продавате ли още хладилника?', 'fridge'],
  ['имате ли диван', 'sofa'],
  ['искам да си купя колело | искам колело', 'bicycle kids-bike'],
  ['препоръчайте пералня | моля за евтина пералня', 'washing-machine'],
  ['здравейте, търся лаптоп до 800 евро, може и втора ръка', 'laptop'],
  [
    'търся квартира | квартира под наем | tyrsq kvartira | търся да наема апартамент',
    'flat-to-let',
  ],
  ['идеи за подарък', 'gift-set pottery'],
  ['hello, i need a laptop please', 'laptop'],
];

/** Names in the letters of the other language, and English visitors. */
const foreign: Table = [
  ['гейминг лаптоп | лаптоп гейминг', 'laptop'],
  ['гейминг монитор', 'monitor'],
  ['блутут тонколона', 'speaker'],
  ['1 bed flat | two bedroom flat | 2 bed flat to rent', 'flat-for-sale flat-to-let'],
  ['kids bicycle', 'kids-bike'],
  ['cordless drill', 'drill'],
  ['tv 50 inch', 'television'],
  ['used bike', 'bicycle kids-bike'],
];

/** By the kind of query. */
export const spoken: Readonly<Record<string, Table>> = {
  spoken: spokenWords,
  inflected,
  sentence: sentences,
  foreign,
};

/** Brands without deals and what they are known for, mistyped or by ear. */
export const missingBrands: Table = [
  ['nikee | nike обувки', 'sneakers boots'],
  ['addidas | адидас маратонки', 'sneakers'],
  ['ipone | iphon 13 | айфон 15 про макс | ксиоми | huawey | самсунг галакси', 'phone'],
  ['lenvo | lenovo laptp | макбук', 'laptop'],
  ['playstaion | plastation 5 | плейстейшн | нинтендо суич | ексбокс', 'console'],
  ['ейрподс | еърподс', 'headphones'],
  ['епъл уоч | apple watch', 'smartwatch'],
  ['boch пералня', 'washing-machine'],
  ['тойота | мерцедес | vw golf 6 1.6 tdi | bmw 320d 2015', 'car'],
];

import { lev, type Rule } from './rule.ts';

/** Queries with what every deal of the first page must be, one line a rule. */
type Errands = readonly (readonly [texts: string, rule: Rule])[];

const used = ['like_new', 'good', 'fair'] as const;
const word = 'word';

/** A make and a model without deals, parts, tyres. */
const cars: Errands = [
  [
    'рено клио 4 | рено меган 3 | сузуки витара | нисан кашкай | дация логан | трабант | опел корса',
    { families: 'car', relaxed: word },
  ],
  ['кола втора ръка до 3000 лв', { families: 'car', conditions: used, relaxed: 'price' }],
  ['автомобил първи собственик | hatchback one owner | кола хибрид', { families: 'car' }],
  ['кола на газ до 5000 евро', { families: 'car', title: /газ|LPG/u, upTo: 5_000_00 }],
  ['автомобилни гуми 205 55 r16', { families: 'tyres', title: /205\/55 R16/u }],
  ['летни гуми 17 | гуми 185 65 15 летни', { families: 'tyres', title: /R1[57]/u }],
  ['къде има зимни гуми', { families: 'tyres', title: /зимни|winter/iu }],
  [
    'детска седалка 9-36 кг | столче за кола за новородено',
    { families: 'child-seat', relaxed: word },
  ],
  ['предна броня за голф 5 | фар за опел астра | накладки за спирачки', { none: true }],
];

/** Homes to let and to buy. */
const homes: Errands = [
  ['двустаен под наем до 400 евро', { families: 'flat-to-let', upTo: 400_00 }],
  ['наем двустаен варна', { families: 'flat-to-let', location: 'varna' }],
  [
    'apartment for rent sofia under 500',
    { families: 'flat-to-let', upTo: 500_00, location: 'sofia' },
  ],
  ['i am looking for a flat in Varna to rent', { families: 'flat-to-let', location: 'varna' }],
  [
    'търся си апартамент под наем в софия с две стаи',
    { families: 'flat-to-let', location: 'sofia', title: /двустаен|two-room/iu },
  ],
  [
    'двустаен до метро | едностаен за студент',
    { families: 'flat-for-sale flat-to-let sea-flat', relaxed: word },
  ],
  ['място за строеж', { families: 'plot' }],
  ['къща с двор под 40000', { families: 'house', upTo: 40_000_00 }],
];

const pets: Errands = [
  ['легло за котка | котешко легло | cat bed | легълце за куче', { families: 'pet-supplies' }],
  ['играчки за котки | toys for cats', { families: 'pet-supplies cat-food', relaxed: word }],
  ['каишка за куче | dog collar | клетка за папагал', { none: true }],
  ['храна за котета | суха храна 10кг котка', { families: 'cat-food' }],
  ['драскалка за котка | катерушка за коте', { families: 'pet-supplies' }],
];

const tools: Errands = [
  ['косачка на батерия | косачка на ток', { families: 'lawn-mower', relaxed: word }],
  [
    'бор машина | мъжът ми иска бормашина | трябва ми бормашина за домашна употреба',
    { families: 'drill' },
  ],
  ['резачка за дърва | моторна резачка', { families: 'saw', relaxed: word }],
  ['шивачна машина | shivachna mashina | машина за шиене', { families: 'sewing-machine' }],
  ['винтоверт 18 волта', { families: 'drill', title: /18V/u }],
];

const children: Errands = [
  ['мече 1 метър | голямо плюшено мече', { families: 'teddy', relaxed: word }],
  ['бебешка количка 2 в 1 | търси се бебешка количка', { families: 'pram' }],
  ['сестра ми търси бебешка количка втора ръка', { families: 'pram', conditions: used }],
  ['дъщеря ми иска колело', { families: 'bicycle kids-bike' }],
  ['конструктор 500 части', { families: 'building-blocks', relaxed: word }],
  ['колело 12 цола', { families: 'kids-bike', title: /12/u }],
  ['do you have kids bikes | има ли детски колела втора употреба', { families: 'kids-bike' }],
  ['раничка | раница за училище', { families: 'backpack', relaxed: word }],
  ['учебници за 12 клас', { families: 'textbook', title: /12/u }],
];

const gifts: Errands = [
  ['подарък за учител | gift for teacher', { families: 'gift-set', title: /учител|teacher/iu }],
  ['подарък за мъж до 50 лв', { families: 'gift-set pottery', upTo: lev(50), relaxed: word }],
  [
    'подарък за приятелка до четиридесет лева',
    { families: 'gift-set pottery', upTo: lev(40), relaxed: word },
  ],
];

const food: Errands = [
  ['вино 6 бутилки', { families: 'wine', title: /6 (?:бутилки|bottles)/u }],
  ['мед 1 кг | пет кила мед | мед на едро', { families: 'honey', relaxed: word }],
  ['сиренце | козе сирене', { families: 'cheese', relaxed: word }],
  ['слънчогледово олио', { families: 'olive-oil', title: /слънчоглед|sunflower/iu }],
];

/** Materials, colours and sizes. */
const qualities: Errands = [
  ['дъбова маса | oak table', { families: 'dining-table', title: /дъб|oak/iu }],
  ['орехова маса', { families: 'dining-table', title: /орех|walnut/iu }],
  ['класическа китара', { families: 'guitar', title: /класическ|classical/iu }],
  ['тениска размер хл | тениска xl', { families: 't-shirt', title: /XL/u }],
  ['obuvki nomer 43 | обувки номер 43', { families: 'sneakers boots', title: /43/u }],
  ['легло 160 на 200 | leglo 160 200', { families: 'bed', title: /160\/200/u }],
  ['телевизор петдесет и пет инча | fifty five inch tv', { families: 'television', title: /55/u }],
  ['гуми шестнайсет цола', { families: 'tyres', title: /R16/u }],
  ['палатка за четири души | палатка за 4 човека', { families: 'tent', title: /4/u }],
  ['маса за десет души', { families: 'dining-table' }],
  ['лаптоп с шестнайсет гигабайта рам', { families: 'laptop' }],
  ['сив фотьойл', { families: 'armchair' }],
];

/** Models, and names that are written apart, by ear or small. */
const names: Errands = [
  ['ай фон 13 про | айфон13', { families: 'phone', relaxed: word }],
  ['пс5 | ps 5 | плейстейшън5', { families: 'console', relaxed: word }],
  ['лап топ | ноутбук', { families: 'laptop' }],
  ['велоси пед', { families: 'bicycle kids-bike' }],
  ['прахо смукачка', { families: 'vacuum' }],
  ['теле визор', { families: 'television' }],
  ['лампичка', { families: 'floor-lamp', relaxed: word }],
  ['any good coffee machine', { families: 'coffee-machine' }],
  [
    'може ли да ми препоръчате хубава кафемашина до триста лева',
    { families: 'coffee-machine', upTo: lev(300) },
  ],
];

/** Bulgarian words that sound like English names of products. */
const soundAlikes: Errands = [
  ['табла | драма | бик | байц | сено | ел табло', { none: true }],
  ['таблите | премиите | драмите | байца | загара | късата | лизинг', { none: true }],
  ['байк', { families: 'bicycle kids-bike' }],
];

const prices: Errands = [
  [
    'телефон 200-300 | 200-300 телефон | телефон 200 - 300 евро',
    { families: 'phone', from: 200_00, upTo: 300_00 },
  ],
  ['от къде да си взема телефон до двеста евро', { families: 'phone', upTo: 200_00 }],
  ['laptop < 500', { families: 'laptop', upTo: 500_00 }],
  ['книга до 5 евро', { families: 'novel textbook', upTo: 5_00 }],
];

const trips: Errands = [
  [
    'ски в банско през януари | ski in bansko',
    { families: 'mountain-holiday', title: /банско|bansko/iu, relaxed: word },
  ],
  ['ски в софия', { families: 'skis', location: 'sofia' }],
  [
    'круиз по средиземно море | cruise mediterranean',
    { families: 'cruise', title: /средиземноморие|mediterranean/iu },
  ],
  [
    'all inclusive слънчев бряг август | ол инклузив слънчев бряг',
    { title: /слънчев бряг|sunny beach/iu, relaxed: word },
  ],
  ['tickets for concert in plovdiv', { families: 'event-ticket', location: 'plovdiv' }],
  ['полет до рим март', { families: 'flight', title: /рим|rome/iu }],
  [
    'holiday in greece in august',
    { title: /халкидики|тасос|гръцк|greek|halkidiki|thassos/iu, relaxed: word },
  ],
];

/** By what people are after. */
export const errands: Errands = [
  ...cars,
  ...homes,
  ...pets,
  ...tools,
  ...children,
  ...gifts,
  ...food,
  ...qualities,
  ...names,
  ...soundAlikes,
  ...prices,
  ...trips,
];

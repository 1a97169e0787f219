import type { Rule } from './rule.ts';

/** Queries with what every deal of the first page must be, one line a rule. */
type Table = readonly (readonly [texts: string, rule: Rule])[];

const word = 'word';

/** What people do for others is no product. */
const services: Table = [
  [
    'ремонт на перални | ремонт на покриви | ремонт на хладилници софия | основен ремонт на баня | почистване на дома',
    { none: true },
  ],
  ['превоз | превоз на мебели | транспортни услуги | хамалски услуги', { none: true }],
  ['боядисване на стени | електротехник | водопроводчик | детегледачка', { none: true }],
  ['ремонт на перални и хладилници | ремонт на стара пералня | превоз мебели', { none: true }],
  ['уроци по китара | уроци китара | уроци по английски | частни уроци', { none: true }],
  ['removal services sofia | english speaking dentist | guitar lessons', { none: true }],
  ['bulgarian lessons | house cleaning varna | laptop repair | plumber', { none: true }],
];

/** What a service is named beside is looked for: „уроци по английски учебник“. */
const besideServices: Table = [
  [
    'уроци по английски учебник',
    { families: 'textbook', title: /английски|english/iu, relaxed: word },
  ],
  ['електротехника учебник', { families: 'textbook', relaxed: word }],
  ['dentist chair', { families: 'office-chair armchair', relaxed: word }],
  ['home cleaning robot', { families: 'vacuum' }],
  ['комплект за ремонт на гуми | ремонт комплект за велосипед', { none: true }],
];

const homes: Table = [
  [
    'апартамент до 100000 евро | апартамент до 80 000 евро | two-room flat under 90000 eur',
    { families: 'flat-for-sale sea-flat', upTo: 100_000_00 },
  ],
  ['тристаен до 150000 лв', { families: 'flat-for-sale', title: /тристаен|three-room/iu }],
  ['търся стая | стая под наем', { families: 'flat-to-let', relaxed: word }],
  [
    'studio for rent near university | furnished studio to rent',
    { families: 'flat-to-let', title: /едностаен|one-room/iu, relaxed: word },
  ],
  ['studio for rent sofia', { families: 'flat-to-let', location: 'sofia' }],
];

const cars: Table = [
  ['кола след 2015 | кола от 2018 | голф 2012 | golf gti', { families: 'car', relaxed: word }],
  ['golf plus | civic 1.6', { families: 'car', relaxed: word }],
  [
    'golf highline | golf tdi | vw golf alltrack | civic executive | civic type r | logan dci',
    { families: 'car', relaxed: word },
  ],
  ['кола до 100 000 км | кола с пробег под 150.000 км', { families: 'car', relaxed: word }],
  [
    'дизел автоматик | кола дизел автоматик',
    { families: 'car', title: /дизел|diesel/iu, relaxed: word },
  ],
];

/** Names that are also common words. */
const otherNames: Table = [['civic education | logan paul | под игото', { none: true }]];

const models: Table = [
  ['dell latitude', { families: 'laptop', relaxed: word }],
  ['fender stratocaster', { families: 'guitar', relaxed: word }],
];

const hobbies: Table = [
  ['пощенски марки', { families: 'stamps' }],
  ['стари монети | монети за колекция', { families: 'coin', relaxed: word }],
  ['vinyl records | грамофонни плочи', { families: 'vinyl' }],
  ['macro lens', { families: 'lens', relaxed: word }],
  ['acoustic guitar for beginners', { families: 'guitar', relaxed: word }],
  ['барабани', { families: 'drums' }],
  ['синтезатор за начинаещи', { families: 'piano', relaxed: word }],
  ['цигулка 3/4', { families: 'violin', title: /3\/4/u }],
  ['струни за китара | укулеле', { none: true }],
];

const animals: Table = [
  ['храна за папагали | dog food', { families: 'cat-food', relaxed: word }],
  ['аквариум 60 литра | фураж за кокошки | клетка за хамстер', { none: true }],
  ['пясък за котешка тоалетна', { none: true }],
];

const machines: Table = [
  [
    'машина за рязане на трева | машина за косене на трева | косачка самоходна',
    { families: 'lawn-mower', relaxed: word },
  ],
  ['моторен трион', { families: 'saw' }],
  ['пръскачка 16 литра | електрожен | агрегат за ток | компресор 50 литра', { none: true }],
  ['мотор 125 кубика', { families: 'motorcycle', title: /125/u }],
];

const materials: Table = [
  ['боя за стени | бяла боя за стени 10 л | латекс', { none: true }],
  ['цимент 25 кг | плочки за баня 60х60 | гипсокартон | ламинат 8 мм', { none: true }],
  ['градински маркуч 20 м | бояджийски валяк | moving boxes', { none: true }],
];

const health: Table = [
  ['апарат за кръвно | уред за измерване на кръвно налягане | слухов апарат', { none: true }],
  ['инвалидна количка | wheelchair | патерици | термометър за бебе', { none: true }],
];

const children: Table = [
  ['пелени размер 4 | памперси 4 | детска седалка за колело', { none: true }],
  ['количка за новородено | baby stroller', { families: 'pram', relaxed: word }],
  ['книга на иван вазов', { families: 'novel textbook', relaxed: word }],
  ['books in english', { families: 'textbook', title: /английски|english/iu }],
  ['учебник английски 5 клас | учебник по китара', { families: 'textbook', relaxed: word }],
];

const journeys: Table = [
  ['билети за концерт', { families: 'event-ticket', title: /концерт|concert/iu }],
  ['билет за мач', { families: 'event-ticket', title: /мач|match/iu }],
  [
    'почивка в гърция юли',
    { title: /халкидики|тасос|гръцк|greek|halkidiki|thassos/iu, relaxed: word },
  ],
  ['екскурзия до истанбул', { families: 'city-break', title: /истанбул|istanbul/iu }],
  ['хотел в банско февруари', { title: /банско|bansko/iu, relaxed: word }],
  ['ski trip january', { families: 'mountain-holiday', relaxed: word }],
];

const parts: Table = [
  ['калъф за samsung a54 | батерия за телефон', { none: true }],
  ['стъклен протектор iphone 13 | power bank 20000', { none: true }],
];

/** Of what the other sets have least. */
export const special: Table = [
  ...services,
  ...besideServices,
  ...homes,
  ...cars,
  ...otherNames,
  ...models,
  ...hobbies,
  ...animals,
  ...machines,
  ...materials,
  ...health,
  ...children,
  ...journeys,
  ...parts,
];

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
  [
    'търся стая | стая под наем | стая под наем за двама',
    { families: 'flat-to-let', relaxed: word },
  ],
  [
    'studio for rent near university | furnished studio to rent',
    { families: 'flat-to-let', title: /едностаен|one-room/iu, relaxed: word },
  ],
  ['studio for rent sofia', { families: 'flat-to-let', location: 'sofia' }],
];

const cars: Table = [
  ['голф 2012 | golf gti', { families: 'car', relaxed: word }],
  ['golf plus | civic 1.6', { families: 'car', relaxed: word }],
  [
    'golf highline | golf tdi | vw golf alltrack | civic executive | civic type r | logan dci',
    { families: 'car', relaxed: word },
  ],
  ['кола до 100 000 км | кола с пробег под 150.000 км', { families: 'car', relaxed: word }],
  [
    'кола до 150 хил. км | car under 100k km | cars under 100k km | кола под 100к км | kola pod 100 hil km | кола между 50 и 100 хиляди километра',
    { families: 'car', relaxed: word },
  ],
  [
    'car with less than 50,000 miles | кола с пробег до 150 хиляди км | кола пробег 100000-150000 | bmw до 150 хил. км',
    { families: 'car', relaxed: word },
  ],
  [
    'кола дизел до 200 000 км | golf под 200 000 км дизел',
    { families: 'car', title: /дизел|diesel/iu, relaxed: word },
  ],
  ['кола до 10000 лв до 200000 км', { families: 'car', upTo: 5_112_92, relaxed: word }],
  ['кола до 5000 до 200000 км', { families: 'car', upTo: 5_000_00, relaxed: word }],
  // The years, the model and the power before the mileage are no part of it.
  [
    'bmw 2015-2018 до 150 000 км | кола от 2015 до 2018 до 150 хил. км',
    { families: 'car', title: /201[5-8]/u, relaxed: word },
  ],
  ['golf 7 дизел до 100 000 км', { families: 'car', title: /дизел|diesel/iu, relaxed: word }],
  ['кола с пробег до 150000', { families: 'car', relaxed: word }],
  ['мотор до 20 000 км', { families: 'motorcycle', relaxed: word }],
  [
    'low mileage car | кола с малък пробег | кола с реален пробег',
    { families: 'car', relaxed: word },
  ],
  [
    'дизел автоматик | кола дизел автоматик',
    { families: 'car', title: /дизел|diesel/iu, relaxed: word },
  ],
];

const since2017 = /2017|2020/u;

/** Years of vehicles, as conditions. */
const years: Table = [
  [
    'кола след 2015 | cars after 2015 | kola sled 2015 | кола 2015+ | кола 2017 нагоре | кола от 2017 година',
    { families: 'car', title: since2017 },
  ],
  ['кола не по-стара от 2016 | car newer than 2016', { families: 'car', title: since2017 }],
  ['кола по нова от 2016 | кола по-нова от 2016', { families: 'car', title: since2017 }],
  ['автомобили след 2018 хибрид', { families: 'car', title: /2020.*(?:hybrid|хибрид)/u }],
  ['кола до 5000 след 2012', { families: 'car', title: /2014|2017|2020/u, upTo: 5_000_00 }],
  ['кола от 2018', { families: 'car', title: /2020/u }],
  ['кола до 2012 година | автомобил преди 2012', { families: 'car', title: /2011/u }],
  [
    'кола 2012-2015 | кола между 2012 и 2015 година | car from 2012 to 2016',
    { families: 'car', title: /2014/u },
  ],
  ['джип 2014 - 2017 г. дизел', { families: 'car', title: /2017.*дизел/u }],
  ['комби бензин след 2016', { families: 'car', title: /комби 2020, бензин/u }],
  ['кола с навигация след 2016', { families: 'car', title: since2017 }],
  ['мотор след 2016', { families: 'motorcycle', title: /2018|2022/u }],
  [
    'кола след 2015 до 10000 | cars after 2015 under 10000',
    { families: 'car', title: since2017, upTo: 10_000_00 },
  ],
  [
    'bmw след 2018 дизел | golf from 2015 | skoda octavia 2016+ | хонда цивик след 2016 | bmw 320 след 2014 | форд фокус след 2010',
    { families: 'car', relaxed: word },
  ],
  [
    'кола до 2010 година | голф 2014 | комби дизел първи собственик',
    { families: 'car', relaxed: word },
  ],
  ['bmw x5 2017 | bmw x5 след 2015 дизел', { families: 'car', relaxed: word }],
  ['гуми за кола след 2015', { families: 'tyres', relaxed: word }],
  ['калобран за голф 2012-2016', { none: true }],
  ['octavia | порше | suzuki vitara', { families: 'car', relaxed: word }],
  ['кола на газ до 10000 лева', { families: 'car', upTo: 5_112_92, title: /газ|LPG/u }],
];

/** Names of two words of which the second one may begin another. */
const sharedWords: Table = [
  ['електрическа четка за зъби', { families: 'toothbrush' }],
  ['детско столче за хранене | детско столче за колело | столче за колело', { none: true }],
  ['детско столче за кола', { families: 'child-seat' }],
  ['ученическа раница за лаптоп', { families: 'backpack', relaxed: word }],
  ['кожено яке за мотор', { families: 'jacket', title: /кож|leather/iu, relaxed: word }],
  ['зимни гуми за камион', { families: 'tyres', title: /зимн|winter/iu, relaxed: word }],
  [
    'слънцезащитен крем за лице',
    { families: 'face-cream', title: /слънце|sunscreen/iu, relaxed: word },
  ],
  [
    'дисплей за айфон 11 | дисплей за самсунг | дисплей за samsung a52 | протектор за samsung',
    { none: true },
  ],
];

/** What homes are made of and have is not for sale. */
const ofHomes: Table = [
  ['тухли | bricks', { none: true }],
  [
    'двустаен тухла | двустайни тухла | тухла двустаен | two-bedroom brick',
    { families: 'flat-for-sale', title: /тухла|brick/u },
  ],
  ['гарсониера тухла', { families: 'flat-for-sale', title: /едностаен.*тухла|one-room.*brick/iu }],
  ['тристаен тухла център', { families: 'flat-for-sale', title: /тухла|brick/u, relaxed: word }],
  [
    'апартамент тухла софия',
    { families: 'flat-for-sale', location: 'sofia', title: /тухла|brick/u },
  ],
  ['brick house', { families: 'house', title: /brick/iu }],
  ['къща до софия', { families: 'house', location: 'sofia' }],
  ['гараж софия', { families: 'garage', location: 'sofia' }],
  ['парцел до 20000', { families: 'plot', upTo: 20_000_00 }],
];

const weekends: Table = [
  ['weekend in bansko', { families: 'mountain-holiday', title: /bansko/iu }],
  [
    'weekend in plovdiv | уикенд в пловдив',
    {
      title: /уикенд|weekend|break|нощувки|почивка/iu,
      families: 'mountain-holiday spa city-break rome paris',
      relaxed: word,
    },
  ],
  ['weekend for two | уикенд за двама', { families: 'mountain-holiday' }],
  ['уикенд в рим', { families: 'rome', title: /рим|rome/iu }],
  ['weekend bag', { families: 'handbag', relaxed: word }],
];

const others: Table = [
  ['дом за кукли | къща за кукли', { families: 'teddy', relaxed: word }],
  ['гел за почистване на лице | гел за лице', { families: 'face-cream', relaxed: word }],
  ['harry potter | хари потър | костюм хари потър', { none: true }],
  ['хари потър книга', { families: 'novel', relaxed: word }],
  ['harry potter lego', { families: 'building-blocks', relaxed: word }],
  ['casio', { families: 'smartwatch pocket-watch', relaxed: word }],
  ['модел на кола', { families: 'model-car' }],
  [
    'уред за вафли | климатик | климатик инвертор 12 | бойлер 80 литра | шкаф за баня',
    { none: true },
  ],
  ['обектив за портрети', { families: 'lens', title: /портретен/iu }],
  ['барбекю на въглища', { families: 'barbecue', title: /въглища|charcoal/iu }],
  ['палатка за четирима', { families: 'tent', title: /4/u }],
  ['oak table', { families: 'dining-table', title: /oak|дъб/iu }],
  ['running shoes size 43', { families: 'sneakers', title: /43/u }],
  ['пиано дигитално', { families: 'piano', title: /дигитално/iu }],
  ['глинена кана', { families: 'pottery', title: /кана/iu }],
  ['second hand laptop under 300', { families: 'laptop', upTo: 300_00 }],
  ['сешоар с дифузер', { families: 'hair-dryer', title: /дифузер/iu }],
  ['бебешка количка 3 в 1', { families: 'pram', title: /3[- ](?:в|in)[- ]1/iu }],
  ['winter tyres 205/55/16', { families: 'tyres', title: /205\/55 R16/u }],
  ['парфюм мъжки 100 мл', { families: 'perfume', title: /100 (?:мл|ml)/iu }],
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

const stays = 'beach-holiday mountain-holiday spa city-break rome paris cruise';

/** What people look for among classifieds, as they type it. */
const classifieds: Table = [
  [
    'филтрираща кана за вода | зарядно type c | charger usb c | water pump | помпа за вода',
    { none: true },
  ],
  // A console is near to its games, which no other game is.
  [
    'ps4 игри | xbox one игри | ps5 games | nintendo switch games | igri za ps4 | нинтендо игри | видео игри',
    { families: 'console', relaxed: word },
  ],
  ['калъф за ps5 | зарядно за ps5', { none: true }],
  ['магазин под наем | склад под наем | помещение под наем | магазин за продажба', { none: true }],
  [
    'plumber tools | electrician tools | инструменти за електротехник',
    { families: 'toolbox drill saw ladder', relaxed: word },
  ],
  ['инструменти ремонт', { families: 'ladder toolbox drill saw', relaxed: word }],
  ['ремонт на инструменти | ремонт инструменти', { none: true }],
  // A set or parts of what is not for sale are no other sets and parts.
  ['маникюр комплект | комплект за барбекю | комплект за маникюр', { none: true }],
  [
    'части за пералня | ремък за пералня | части за телефон | parts for vacuum cleaner',
    { none: true },
  ],
  ['стартер опел астра | фар за голф 5 | алтернатор', { none: true }],
  ['авточасти | car parts | части за кола', { families: 'car-battery' }],
  ['резервни части за кола | части за бмв', { families: 'car-battery', relaxed: word }],
  [
    'кокошки | кокошки носачки | масажна кушетка | сватбен фотограф | курс по английски',
    { none: true },
  ],
  ['bebeshka koshara | бебешка кошара', { families: 'bed', relaxed: word }],
  [
    'бебешко кошче | люлка за бебе | бебешки дрехи 0-3 месеца | залъгалка | бебефон',
    { none: true },
  ],
  ['детска количка втора употреба', { families: 'pram', conditions: ['like_new', 'good', 'fair'] }],
  ['детскаколичка | kolichka za bebe', { families: 'pram' }],
  ['котенце | kotence | котенца', { families: 'pet-supplies cat-food' }],
  ['учебници 8 клас | учебник по математика 7 клас', { families: 'textbook', relaxed: word }],
  ['knigi | книги втора ръка', { families: 'novel textbook' }],
  ['студио под наем', { families: 'flat-to-let', title: /едностаен|one-room/iu }],
  ['давам стая | дават се стаи', { families: 'flat-to-let', relaxed: word }],
  ['лаптопdell', { families: 'laptop', relaxed: word }],
  ['samsungтелефон | телефонsamsung', { families: 'phone', relaxed: word }],
  ['smartтелевизор', { families: 'television' }],
  ['оферти за лаптопи | laptop deals | deals on laptops', { families: 'laptop' }],
  ['hotel deals | hotel offers', { families: stays }],
  ['кош за бебе | бебешки кош', { families: 'pram' }],
  [
    'photographer | photographer equipment',
    { families: 'camera lens drone tripod', relaxed: word },
  ],
  ['kosher food', { families: 'cat-food wine olive-oil', named: '', relaxed: word }],
  [
    'телефон до 300 безплатна доставка | phone under 300 free delivery',
    { families: 'phone', upTo: 300_00, isDeliveredFree: true },
  ],
  ['лаптоп до 800 с 20% отстъпка', { families: 'laptop', upTo: 800_00 }],
  ['акумулатор за опел', { families: 'car-battery', relaxed: word }],
  ['kosachka za treva | косачка', { families: 'lawn-mower' }],
  ['vintovert | винтоверт', { families: 'drill' }],
  ['апартамент старазагора', { families: 'flat-for-sale flat-to-let', location: 'stara-zagora' }],
];

/** Journeys by when, how long and with what. */
const stayQueries: Table = [
  [
    'последна минута | last minute | почивка последна минута | last minute holiday | ласт минут | last minute оферти | last minute deals',
    { families: stays, relaxed: word },
  ],
  ['last minute spa', { families: 'spa', relaxed: word }],
  ['last minute rome | last minute рим', { title: /рим|rome/iu, relaxed: word }],
  [
    'почивка в гърция за двама',
    { title: /халкидики|тасос|гръцк|greek|halkidiki|thassos/iu, relaxed: word },
  ],
  ['pochivka v gyrciq', { title: /халкидики|тасос|гръцк|greek|halkidiki|thassos/iu }],
  ['hotel with pool sofia | хотел с басейн бургас', { families: stays, relaxed: word }],
  ['хотел банско 3 нощувки', { title: /банско.*3|3.*bansko/iu }],
  ['7 нощувки на море', { families: 'beach-holiday' }],
  ['олинклузив | allinclusive | ол инклузив', { families: 'beach-holiday' }],
  ['хотел слънчевбряг | хотел слънчев бряг', { title: /слънчев бряг|sunny beach/iu }],
  ['хотелска стая | стая за нощувка варна', { families: stays, relaxed: word }],
  ['велика британия | great britain | united kingdom', { title: /лондон|london/iu }],
  ['нова година | new year', { none: true }],
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
  ...years,
  ...sharedWords,
  ...ofHomes,
  ...weekends,
  ...others,
  ...classifieds,
  ...stayQueries,
];

import type { Family } from '../family.ts';

const airports = ['sofia', 'varna', 'plovdiv', 'burgas'];

export const travel: readonly Family[] = [
  {
    key: 'flight',
    category: 'travel',
    motif: 'plane',
    trade: 'journey',
    count: 34,
    price: 78,
    places: airports,
    facts: {
      where: {
        'Рим|Rome': 0.9,
        'Лондон|London': 1.1,
        'Париж|Paris': 1.2,
        'Барселона|Barcelona': 1.15,
        'Берлин|Berlin': 1,
        'Виена|Vienna': 0.8,
        'Милано|Milan': 0.75,
        'Атина|Athens': 0.7,
        'Дубай|Dubai': 3.2,
        'Истанбул|Istanbul': 1.3,
      },
      month: { 'януари|January': 0.8, 'март|March': 1, 'май|May': 1.15, 'декември|December': 1.25 },
    },
    bg: {
      titles: [
        'Самолетен билет {city} – {where}, {month}',
        'Полет {city} – {where} и обратно през {month}',
        'Евтини билети до {where} от {city}, {month}',
      ],
      lines: [
        'Двупосочен билет с тръгване от {city}.',
        'Дати през {month}, престой [три|четири|пет] нощувки.',
        'Включена е ръчна чанта, куфар [10|20] кг – срещу доплащане.',
        'Полетът е [директен|с едно кратко прекачване].',
        'До центъра на {where} се стига с влак за половин час.',
      ],
      tags: ['полет', 'самолетен билет', '{where}', 'пътуване'],
    },
    en: {
      titles: [
        'Flight {city} – {where} in {month}',
        'Return flight to {where} from {city}, {month}',
        'Cheap tickets {city} to {where}, {month}',
      ],
      lines: [
        'A return ticket from {city}.',
        'Dates in {month}, staying [three|four|five] nights.',
        'A small cabin bag is included; [10|20] kg of luggage costs extra.',
        '[Direct flight|One short connection].',
        'A train takes you to the centre of {where} in half an hour.',
      ],
      tags: ['flight', 'plane ticket', '{where}', 'travel'],
    },
  },
  {
    key: 'rome',
    category: 'travel',
    motif: 'colosseum',
    trade: 'journey',
    count: 16,
    price: 295,
    places: airports,
    facts: { nights: { '2': 0.75, '3': 1, '4': 1.25 }, stars: { '3*': 0.9, '4*': 1.2 } },
    bg: {
      titles: [
        'Екскурзия до Рим от {city}, {nights} нощувки',
        'Рим за уикенда – {nights} нощувки в хотел {stars}',
        'Рим, самолет от {city} и хотел {stars} със закуска',
      ],
      lines: [
        'Колизеумът, форумът и Ватиканът – с водач на български.',
        'Хотелът е {stars}, на десет минути от гара Термини.',
        'Включени са полет от {city}, {nights} нощувки и закуски.',
        'Един свободен следобед за Трастевере и джелато.',
      ],
      tags: ['Рим', 'Италия', 'екскурзия', 'уикенд'],
    },
    en: {
      titles: [
        'Rome city break from {city}, {nights} nights',
        'Rome: flight from {city} and a {stars} hotel with breakfast',
      ],
      lines: [
        'The Colosseum, the Forum and the Vatican with a guide.',
        'A {stars} hotel ten minutes from Termini station.',
        'Includes the flight from {city}, {nights} nights and breakfast.',
        'A free afternoon for Trastevere and gelato.',
      ],
      tags: ['Rome', 'Italy', 'city break', 'weekend'],
    },
  },
  {
    key: 'city-break',
    category: 'travel',
    motif: 'city',
    trade: 'journey',
    count: 22,
    price: 260,
    places: airports,
    facts: {
      where: {
        'Прага|Prague': 0.95,
        'Будапеща|Budapest': 0.8,
        'Виена|Vienna': 1.05,
        'Истанбул|Istanbul': 0.7,
        'Лисабон|Lisbon': 1.5,
        'Белград|Belgrade': 0.5,
      },
      nights: { '2': 0.8, '3': 1, '4': 1.25 },
    },
    bg: {
      titles: [
        'Екскурзия до {where} с {nights} нощувки от {city}',
        '{where} – уикенд с [автобус|самолет] и {nights} нощувки',
        'Предколедна екскурзия: {where}, {nights} нощувки',
      ],
      lines: [
        'Тръгване от {city} в [четвъртък|петък] вечерта.',
        'Панорамна обиколка на {where} с местен водач.',
        '{nights} нощувки със закуски в централен хотел.',
        'По желание – вечерна разходка с корабче.',
      ],
      tags: ['екскурзия', '{where}', 'уикенд'],
    },
    en: {
      titles: [
        '{where} city break from {city}, {nights} nights',
        'Christmas market trip: {where}, {nights} nights',
      ],
      lines: [
        'Leaving {city} on [Thursday|Friday] evening.',
        'A panoramic tour of {where} with a local guide.',
        '{nights} nights with breakfast in a central hotel.',
        'An evening boat trip is optional.',
      ],
      tags: ['city break', '{where}', 'weekend'],
    },
  },
  {
    key: 'paris',
    category: 'travel',
    motif: 'tower',
    trade: 'journey',
    count: 12,
    price: 385,
    places: airports,
    facts: { nights: { '3': 0.9, '4': 1.1 } },
    bg: {
      titles: [
        'Екскурзия до Париж от {city}, {nights} нощувки',
        'Париж – самолет от {city}, {nights} нощувки със закуска',
      ],
      lines: [
        'Айфеловата кула, Монмартър и Лувърът за четири дни.',
        'Хотелът е в тих квартал до метро.',
        'Полетът от {city} е с включен багаж 10 кг.',
        'По желание – цял ден във Версай.',
      ],
      tags: ['Париж', 'Франция', 'екскурзия'],
    },
    en: {
      titles: [
        'Paris from {city}, {nights} nights with flight',
        'Paris city break, {nights} nights and breakfast',
      ],
      lines: [
        'The Eiffel Tower, Montmartre and the Louvre in four days.',
        'The hotel is in a quiet quarter next to the metro.',
        'The flight from {city} includes a 10 kg bag.',
        'A whole day at Versailles is optional.',
      ],
      tags: ['Paris', 'France', 'city break'],
    },
  },
  {
    key: 'beach-holiday',
    category: 'travel',
    motif: 'beach',
    trade: 'journey',
    count: 26,
    price: 390,
    places: airports,
    facts: {
      where: {
        'Слънчев бряг|Sunny Beach': 0.7,
        'Созопол|Sozopol': 0.75,
        'Халкидики|Halkidiki': 0.95,
        'Тасос|Thassos': 1,
        'Анталия|Antalya': 1.3,
        'Малдивите|the Maldives': 4.2,
      },
      nights: { '5': 0.8, '7': 1.1 },
    },
    bg: {
      titles: [
        'Почивка в {where}, {nights} нощувки all inclusive',
        'Море: {where}, {nights} нощувки на първа линия',
        'Лятна почивка – {where}, ранни записвания от {city}',
      ],
      lines: [
        'Хотелът е [на първа линия|на 200 м от плажа], с два басейна.',
        '{nights} нощувки с [all inclusive|закуска и вечеря].',
        'Чадър и шезлонг на плажа са включени.',
        'Дете до 12 години се настанява безплатно.',
        'Има детски клуб и вечерна програма.',
      ],
      tags: ['почивка', 'море', '{where}', 'лято'],
    },
    en: {
      titles: [
        '{where}: {nights} nights all inclusive',
        'Beach holiday {where}, {nights} nights on the front line',
        'Summer early booking: {where} from {city}',
      ],
      lines: [
        'The hotel is [right on the beach|200 m from the beach] and has two pools.',
        '{nights} nights [all inclusive|half board].',
        'Umbrella and sunbed on the beach are included.',
        'One child under 12 stays free.',
      ],
      tags: ['holiday', 'sea', '{where}', 'summer'],
    },
  },
  {
    key: 'mountain-holiday',
    category: 'travel',
    motif: 'mountain',
    trade: 'journey',
    count: 22,
    price: 150,
    places: ['bansko', 'samokov', 'smolyan', 'velingrad', 'troyan'],
    facts: {
      where: {
        'Банско|Bansko': 1.1,
        'Боровец|Borovets': 1,
        'Пампорово|Pamporovo': 0.95,
        'Рила|Rila': 0.7,
      },
      nights: { '2': 0.8, '3': 1.1, '5': 1.7 },
    },
    bg: {
      titles: [
        'Ски почивка: {where}, {nights} нощувки',
        'Почивка в планината – {where}, {nights} нощувки със закуска и вечеря',
        '{where}: уикенд за двама, {nights} нощувки',
      ],
      lines: [
        'Хотелът е на пет минути от лифта.',
        'Ползват се безплатно басейн, сауна и парна баня.',
        '{nights} нощувки, закуска на блок маса.',
        'Има ски гардероб и транспорт до пистата.',
        'Механата предлага родопска кухня.',
      ],
      tags: ['планина', 'ски', '{where}', 'хотел'],
    },
    en: {
      titles: [
        '{where} ski break, {nights} nights',
        'Mountain weekend for two: {where}, {nights} nights',
      ],
      lines: [
        'The hotel is five minutes from the lift.',
        'Pool, sauna and steam bath are free.',
        '{nights} nights with a buffet breakfast.',
        'Ski storage and a shuttle to the slope.',
      ],
      tags: ['mountain', 'ski', '{where}', 'hotel'],
    },
  },
  {
    key: 'spa',
    category: 'travel',
    motif: 'spa',
    trade: 'journey',
    count: 18,
    price: 120,
    places: ['velingrad', 'sandanski', 'kyustendil', 'pomorie'],
    facts: {
      nights: { '1 нощувка|1 night': 0.65, '2 нощувки|2 nights': 1.1, '3 нощувки|3 nights': 1.5 },
      stars: { '3*': 0.8, '4*': 1, '5*': 1.5 },
    },
    bg: {
      titles: [
        'СПА уикенд {inCity}, {nights} в хотел {stars}',
        'Минерални басейни {inCity} – хотел {stars}',
        'СПА почивка за двама, {city}',
      ],
      lines: [
        'Минералната вода е 37 градуса през цялата година.',
        'Включени са закуска, вечеря и СПА зона.',
        'Масаж с арганово масло – с 20 % отстъпка.',
        'Тихо място сред борова гора.',
      ],
      tags: ['спа', 'минерална вода', 'хотел'],
    },
    en: {
      titles: [
        'Spa weekend {inCity}, {nights} in a {stars} hotel',
        'Mineral pools {inCity}, {stars} hotel',
      ],
      lines: [
        'The mineral water is 37 degrees all year round.',
        'Breakfast, dinner and the spa zone are included.',
        'Argan oil massage at 20% off.',
        'A quiet place in a pine wood.',
      ],
      tags: ['spa', 'mineral water', 'hotel'],
    },
  },
  {
    key: 'cruise',
    category: 'travel',
    motif: 'ship',
    trade: 'journey',
    count: 12,
    price: 690,
    places: airports,
    facts: {
      where: {
        'Гръцките острови|the Greek islands': 0.95,
        'Норвежките фиорди|the Norwegian fjords': 1.7,
        'Западното Средиземноморие|the western Mediterranean': 1.1,
      },
    },
    bg: {
      titles: ['Круиз: {where}, 7 нощувки', 'Круиз {where} с полет от {city}'],
      lines: [
        'Каюта с прозорец, пълен пансион на борда.',
        'Шест пристанища за седем дни.',
        'На кораба има театър, басейни и фитнес.',
        'Полетът от {city} е включен.',
      ],
      tags: ['круиз', 'кораб', 'почивка'],
    },
    en: {
      titles: ['Cruise around {where}, 7 nights', 'Cruise: {where} with flight from {city}'],
      lines: [
        'A cabin with a window and full board.',
        'Six ports in seven days.',
        'Theatre, pools and a gym on board.',
        'The flight from {city} is included.',
      ],
      tags: ['cruise', 'ship', 'holiday'],
    },
  },
];

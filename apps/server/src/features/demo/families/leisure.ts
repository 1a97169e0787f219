import type { Family } from '../family.ts';

export const booksMedia: readonly Family[] = [
  {
    key: 'novel',
    category: 'books-media',
    motif: 'books',
    trade: 'both',
    wear: 'paper',
    count: 30,
    price: 11,
    facts: {
      title: {
        '„Къщата край реката"|The House by the River': 1,
        '„Писма от Балкана"|Letters from the Balkan': 1.1,
        '„Последният влак за Видин"|The Last Train to Vidin': 0.9,
        '„Градина без ограда"|A Garden without a Fence': 1,
        '„Нощта на светулките"|The Night of the Fireflies': 1.2,
      },
      cover: { 'твърди корици|hardback': 1.4, 'меки корици|paperback': 0.85 },
    },
    bg: {
      titles: [
        'Книга {title}, {cover}',
        '{title} – роман, {cover}',
        'Роман {title}, [първо издание|ново издание|с автограф]',
      ],
      lines: [
        'Около [240|310|420] страници, {cover}.',
        'История за три поколения от един град.',
        'Чете се на един дъх.',
        'Хартията е кремава, шрифтът – едър.',
      ],
      tags: ['книга', 'роман', 'четене'],
    },
    en: {
      titles: ['{title}, novel, {cover}', 'Book: {title}, [first edition|new edition|signed]'],
      lines: [
        'About [240|310|420] pages, {cover}.',
        'Three generations of one small town.',
        'You will not put it down.',
        'Cream paper and large type.',
      ],
      tags: ['book', 'novel', 'reading'],
    },
  },
  {
    key: 'textbook',
    category: 'books-media',
    motif: 'books',
    trade: 'both',
    wear: 'paper',
    count: 18,
    price: 14,
    facts: {
      subject: {
        'математика|mathematics': 1,
        'английски език|English': 1.2,
        'история|history': 0.9,
        'химия|chemistry': 1,
      },
      grade: { '5': 0.9, '7': 1, '10': 1.1, '12': 1.15 },
    },
    bg: {
      titles: [
        'Учебник по {subject} за {grade}. клас',
        '{subject}, {grade}. клас – учебник и тетрадка',
        'Сборник задачи по {subject}, {grade}. клас',
      ],
      lines: [
        'По новата програма на министерството.',
        'Отговорите са в края.',
        'Подходящ и за подготовка за матура.',
        'Без драсканици вътре.',
      ],
      tags: ['учебник', 'училище', '{subject}'],
    },
    en: {
      titles: ['{subject} textbook, grade {grade}', 'Exercise book: {subject}, grade {grade}'],
      lines: [
        'Follows the new curriculum.',
        'Solutions at the end.',
        'Good for exam practice too.',
        'Nothing written inside.',
      ],
      tags: ['textbook', 'school', '{subject}'],
    },
  },
  {
    key: 'vinyl',
    category: 'books-media',
    motif: 'vinyl',
    trade: 'used',
    wear: 'object',
    count: 20,
    price: 18,
    facts: {
      genre: {
        'джаз|jazz': 1.2,
        'рок|rock': 1.1,
        'народна музика|folk music': 0.9,
        'класика|classical': 0.8,
      },
      year: { '1968': 1.3, '1975': 1.1, '1983': 0.9 },
    },
    bg: {
      titles: [
        'Грамофонна плоча, {genre}, {year} г.',
        'Винил {genre} {year}, [дълго свиреща|двоен албум]',
      ],
      lines: [
        'Издание от {year} г., обложката е оригинална.',
        'Измита е, свири без пукане.',
        'От колекцията на дядо ми.',
        'Имам още [десетина|двайсет] такива.',
      ],
      tags: ['винил', 'плоча', '{genre}'],
    },
    en: {
      titles: ['Vinyl record, {genre}, {year}', '{genre} LP from {year}, [single|double album]'],
      lines: [
        'Pressed in {year}, original sleeve.',
        'Washed, plays without crackle.',
        "From my grandfather's collection.",
        'I have [ten|twenty] more like it.',
      ],
      tags: ['vinyl', 'record', '{genre}'],
    },
  },
];

export const collectibles: readonly Family[] = [
  {
    key: 'coin',
    category: 'collectibles',
    motif: 'coin',
    trade: 'used',
    wear: 'object',
    count: 26,
    price: 38,
    facts: {
      value: {
        '2 лева|2 leva': 0.8,
        '5 лева|5 leva': 1.2,
        '50 стотинки|50 stotinki': 0.5,
        '10 лева|10 leva': 1.6,
      },
      year: { '1882': 2.2, '1894': 1.8, '1925': 0.8, '1981': 0.6 },
    },
    bg: {
      titles: [
        'Монета {value} {year} г.',
        'Стара монета {value} от {year}, [сребро|колекционерска]',
        'Колекционерска монета {value}, {year}',
      ],
      lines: [
        'Патината е естествена, не е чистена.',
        'Релефът е запазен, годината {year} се чете ясно.',
        'В твърда капсула.',
        'Измерена е: 37 мм, 25 грама.',
      ],
      tags: ['монета', 'нумизматика', '{year}'],
    },
    en: {
      titles: ['Coin {value}, {year}', 'Old {value} coin of {year}, [silver|for collectors]'],
      lines: [
        'Natural patina, never cleaned.',
        'Good relief, the year {year} is sharp.',
        'In a hard capsule.',
        'Measured: 37 mm, 25 grams.',
      ],
      tags: ['coin', 'numismatics', '{year}'],
    },
  },
  {
    key: 'stamps',
    category: 'collectibles',
    motif: 'stamp',
    trade: 'used',
    wear: 'paper',
    count: 18,
    price: 22,
    facts: {
      theme: {
        'птици|birds': 1,
        'космос|space': 1.2,
        'олимпийски игри|the Olympics': 1.1,
        'цветя|flowers': 0.9,
      },
    },
    bg: {
      titles: [
        'Пощенски марки – {theme}',
        'Серия марки „{theme}", [чисти|клеймовани|с блок]',
        'Албум с марки, тема {theme}',
      ],
      lines: [
        'Пълна серия, зъбците са цели.',
        'Лепилото е оригинално.',
        'Подредени са в албум с [12|24|40] страници.',
        'Има няколко двойни за размяна.',
      ],
      tags: ['марки', 'филателия', '{theme}'],
    },
    en: {
      titles: ['Postage stamps: {theme}', 'Stamp set, {theme}, [mint|used|with block]'],
      lines: [
        'A complete set, perforation intact.',
        'Original gum.',
        'Arranged in an album of [12|24|40] pages.',
        'A few doubles to swap.',
      ],
      tags: ['stamps', 'philately', '{theme}'],
    },
  },
  {
    key: 'pocket-watch',
    category: 'collectibles',
    motif: 'pocket-watch',
    trade: 'used',
    wear: 'object',
    count: 16,
    price: 110,
    facts: { metal: { 'сребърен|silver': 1.5, 'позлатен|gilt': 1.2, 'стоманен|steel': 0.7 } },
    bg: {
      titles: ['Джобен часовник, {metal}', 'Стар {metal} джобен часовник с [верижка|капак|кутия]'],
      lines: [
        'Върви точно, изостава минута на ден.',
        'Механизмът е почистен от часовникар.',
        'Стъклото е оригинално.',
        'Около 1930 година.',
      ],
      tags: ['часовник', 'антики'],
    },
    en: {
      titles: ['{metal} pocket watch', 'Old {metal} pocket watch with [chain|lid|box]'],
      lines: [
        'Keeps time to a minute a day.',
        'The movement was cleaned by a watchmaker.',
        'Original glass.',
        'From about 1930.',
      ],
      tags: ['watch', 'antiques'],
    },
  },
  {
    key: 'model-car',
    category: 'collectibles',
    motif: 'car',
    trade: 'used',
    wear: 'object',
    count: 16,
    price: 26,
    facts: { scale: { '1:18': 1.7, '1:43': 0.8, '1:24': 1.1 } },
    bg: {
      titles: [
        'Метална количка {scale}',
        'Модел автомобил {scale}, [ретро|състезателен|полицейски]',
      ],
      lines: [
        'Мащаб {scale}, вратите се отварят.',
        'Пазен е във витрина.',
        'Кутията е малко избеляла.',
        'Част е от колекция, имам още.',
      ],
      tags: ['модел', 'количка', '{scale}'],
    },
    en: {
      titles: ['Diecast model car {scale}', '{scale} model car, [vintage|racing|police]'],
      lines: [
        'Scale {scale}, the doors open.',
        'Kept in a cabinet.',
        'The box has faded a little.',
        'Part of a collection, ask for the rest.',
      ],
      tags: ['model car', 'diecast', '{scale}'],
    },
  },
];

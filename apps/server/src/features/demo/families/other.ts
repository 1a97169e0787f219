import type { Family } from '../family.ts';

export const other: readonly Family[] = [
  {
    key: 'suitcase',
    category: 'other',
    motif: 'suitcase',
    trade: 'both',
    wear: 'object',
    count: 24,
    price: 68,
    brands: ['Пътник', 'Corella'],
    facts: { size: { 'ръчен багаж|cabin size': 0.75, 'среден|medium': 1, 'голям|large': 1.3 } },
    bg: {
      titles: ['Куфар {brand}, {size}', 'Куфар с четири колелца {brand} – {size}'],
      lines: [
        'Корпусът е от поликарбонат, не се чупи.',
        'Колелцата са двойни и тихи.',
        'Ключалката е TSA.',
        'Вътре има мрежа и колани.',
      ],
      tags: ['куфар', 'багаж', 'пътуване'],
    },
    en: {
      titles: ['{brand} suitcase, {size}', 'Four-wheel suitcase {brand}, {size}'],
      lines: [
        'An unbreakable polycarbonate shell.',
        'Silent double wheels.',
        'A TSA lock.',
        'Net and straps inside.',
      ],
      tags: ['suitcase', 'luggage', 'travel'],
    },
  },
  {
    key: 'pet-supplies',
    category: 'other',
    motif: 'cat',
    trade: 'both',
    wear: 'object',
    count: 26,
    price: 36,
    brands: ['Лапичка', 'Мърко'],
    facts: {
      thing: {
        'катерушка за котка|cat tree': 1.5,
        'легло за куче|dog bed': 1,
        'транспортна чанта за котка|cat carrier': 0.8,
        'суха храна за котки 4 кг|dry cat food 4 kg': 0.7,
      },
    },
    bg: {
      titles: ['{brand}: {thing}', '{thing} {brand}, [сив цвят|нов модел|за дома]'],
      lines: [
        'Животното го приема от първия ден.',
        'Почиства се с влажна кърпа.',
        'Проверено от двете ни котки.',
        'Материалите са без миризма.',
      ],
      tags: ['домашни любимци', 'котка', 'куче'],
    },
    en: {
      titles: ['{brand} {thing}', '{thing} {brand}, [grey|new model|for the home]'],
      lines: [
        'Pets take to it on the first day.',
        'Wipes clean.',
        'Approved by our two cats.',
        'Odourless materials.',
      ],
      tags: ['pets', 'cat', 'dog'],
    },
  },
  {
    key: 'gift-set',
    category: 'other',
    motif: 'gift',
    trade: 'shop',
    count: 20,
    price: 32,
    brands: ['Липа'],
    facts: {
      for: {
        'за нея|for her': 1,
        'за него|for him': 1.05,
        'за учител|for a teacher': 0.8,
        'за рожден ден|for a birthday': 0.95,
      },
    },
    bg: {
      titles: ['Подаръчен комплект {for}', 'Кутия с подаръци {for} – {brand}'],
      lines: [
        'Вътре има свещ, чай, мед и картичка.',
        'Панделката е от памук.',
        'Добавяме ваше послание.',
        'Пристига опакована и готова за подаряване.',
      ],
      tags: ['подарък', 'комплект'],
    },
    en: {
      titles: ['Gift set {for}', '{brand} gift box {for}'],
      lines: [
        'A candle, tea, honey and a card.',
        'The ribbon is cotton.',
        'We add your own message.',
        'Arrives wrapped and ready to give.',
      ],
      tags: ['gift', 'set'],
    },
  },
  {
    key: 'event-ticket',
    category: 'other',
    motif: 'ticket',
    trade: 'used',
    count: 20,
    price: 23,
    facts: {
      event: {
        'концерт на открито|open-air concert': 1.2,
        'театрална постановка|theatre play': 0.7,
        'мач|football match': 0.8,
        'опера|opera night': 1,
      },
    },
    bg: {
      titles: ['Билет за {event}, {city}', 'Два билета – {event} {inCity}'],
      lines: [
        'Местата са едно до друго.',
        'Не мога да отида, затова ги давам.',
        'Билетите са електронни, пращам ги веднага.',
        'Цената е под касовата.',
      ],
      tags: ['билет', 'събитие'],
    },
    en: {
      titles: ['Ticket: {event}, {city}', 'Two tickets for {event} {inCity}'],
      lines: [
        'The seats are side by side.',
        'I cannot go, so they need a new owner.',
        'Electronic tickets, sent at once.',
        'Below box-office price.',
      ],
      tags: ['ticket', 'event'],
    },
  },
  {
    key: 'umbrella',
    category: 'other',
    motif: 'umbrella',
    trade: 'shop',
    count: 14,
    price: 19,
    brands: ['Облак'],
    facts: {
      kind: { 'сгъваем|folding': 0.85, 'автоматичен|automatic': 1.1, 'детски|children’s': 0.6 },
    },
    bg: {
      titles: ['{kind} чадър {brand}', 'Чадър {brand}, {kind}, [черен|жълт|на райета]'],
      lines: [
        'Осем спици от фибростъкло, вятърът не го обръща.',
        'Затворен е 28 см.',
        'Съхне за минути.',
        'Калъфът е с дръжка.',
      ],
      tags: ['чадър', 'дъжд'],
    },
    en: {
      titles: ['{brand} {kind} umbrella', '{kind} umbrella {brand}, [black|yellow|striped]'],
      lines: [
        'Eight fibreglass ribs that stand the wind.',
        '28 cm when folded.',
        'Dry in minutes.',
        'The cover has a handle.',
      ],
      tags: ['umbrella', 'rain'],
    },
  },
];

import type { Family } from '../family.ts';

export const toysGames: readonly Family[] = [
  {
    key: 'building-blocks',
    category: 'toys-games',
    motif: 'blocks',
    trade: 'both',
    wear: 'object',
    count: 24,
    price: 34,
    brands: ['Кубчо', 'Brikko'],
    facts: {
      pieces: { '120': 0.5, '350': 1, '800': 1.8 },
      theme: { 'космос|space': 1.1, 'ферма|farm': 0.9, 'град|city': 1 },
    },
    bg: {
      titles: [
        'Конструктор {brand} „{theme}", {pieces} части',
        '{brand} {theme} – детски конструктор {pieces} части',
      ],
      lines: [
        'Частите са {pieces}, с книжка за три модела.',
        'Съвместими са с другите серии.',
        'За деца над 5 години.',
        'Преброени са, нищо не липсва.',
      ],
      tags: ['конструктор', 'играчки', 'деца'],
    },
    en: {
      titles: [
        '{brand} building blocks, {theme}, {pieces} pieces',
        '{brand} {theme} construction set ({pieces})',
      ],
      lines: [
        '{pieces} pieces and a booklet for three models.',
        'Fits the other series.',
        'For children over 5.',
        'Counted: nothing is missing.',
      ],
      tags: ['building blocks', 'toys', 'children'],
    },
  },
  {
    key: 'teddy',
    category: 'toys-games',
    motif: 'teddy',
    trade: 'both',
    wear: 'fabric',
    count: 18,
    price: 21,
    brands: ['Мечо', 'Пухчо'],
    facts: { height: { '25': 0.7, '40': 1, '80': 2 } },
    bg: {
      titles: ['Плюшено мече {brand} {height} см', 'Плюшена играчка мече, {height} см'],
      lines: [
        'Меко е и се пере на 30 градуса.',
        'Очите са бродирани, безопасно е и за бебе.',
        'Височина {height} см.',
        'Опаковаме го като подарък.',
      ],
      tags: ['плюшена играчка', 'мече', 'подарък'],
    },
    en: {
      titles: ['{brand} teddy bear {height} cm', 'Plush teddy, {height} cm'],
      lines: [
        'Soft, and washes at 30 degrees.',
        'Embroidered eyes, safe for babies.',
        '{height} cm high.',
        'Gift-wrapped on request.',
      ],
      tags: ['plush toy', 'teddy', 'gift'],
    },
  },
  {
    key: 'board-game',
    category: 'toys-games',
    motif: 'dice',
    trade: 'both',
    wear: 'object',
    count: 22,
    price: 29,
    brands: ['Зарче', 'Мат в три'],
    facts: {
      kind: {
        'стратегическа|strategy': 1.3,
        'парти|party': 0.8,
        'детска|children’s': 0.7,
        'кооперативна|co-operative': 1.1,
      },
    },
    bg: {
      titles: [
        'Настолна игра {brand} – {kind}',
        '{kind} настолна игра за [двама|2-5 играчи|цялото семейство]',
      ],
      lines: [
        'Една партия е [30|45|90] минути.',
        'Правилата са на български, четири страници.',
        'Картите са в протектори.',
        'За възраст над [6|8|12] години.',
      ],
      tags: ['настолна игра', 'семейство', '{kind}'],
    },
    en: {
      titles: ['{brand}: {kind} board game', '{kind} board game for [two|2-5 players|the family]'],
      lines: [
        'A game takes [30|45|90] minutes.',
        'Four pages of rules, in English and Bulgarian.',
        'The cards are sleeved.',
        'For age [6|8|12] and up.',
      ],
      tags: ['board game', 'family', '{kind}'],
    },
  },
  {
    key: 'train-set',
    category: 'toys-games',
    motif: 'train',
    trade: 'both',
    wear: 'object',
    count: 16,
    price: 48,
    brands: ['Гара', 'Brikko'],
    facts: { kind: { 'дървено|wooden': 0.9, 'електрическо|electric': 1.4 } },
    bg: {
      titles: [
        '{kind} влакче {brand} с [релси|мост|гара]',
        'Детско {kind} влакче, [24|48|62] части',
      ],
      lines: [
        'Релсите се сглобяват в три различни кръга.',
        'Локомотивът свети и свири.',
        'Боите са на водна основа.',
        'Синът ми вече порасна за него.',
      ],
      tags: ['влакче', 'играчки', 'деца'],
    },
    en: {
      titles: [
        '{brand} {kind} train set with [tracks|bridge|station]',
        '{kind} toy train, [24|48|62] pieces',
      ],
      lines: [
        'The tracks make three different loops.',
        'The engine lights up and whistles.',
        'Water-based paints.',
        'Our boy has outgrown it.',
      ],
      tags: ['train', 'toys', 'children'],
    },
  },
  {
    key: 'pram',
    category: 'toys-games',
    motif: 'pram',
    trade: 'both',
    wear: 'vehicle',
    count: 18,
    price: 290,
    brands: ['Мечо', 'Люлка'],
    facts: { kind: { '2 в 1|2-in-1': 1, '3 в 1|3-in-1': 1.35, 'лятна|summer': 0.5 } },
    bg: {
      titles: [
        'Детска количка {brand} {kind}',
        'Бебешка количка {kind} {brand} с [кош|чанта|столче]',
      ],
      lines: [
        'Сгъва се с една ръка.',
        'Колелата са с окачване, минава и по калдъръм.',
        'Кошът е за бебе до 9 кг.',
        'Дамаската се сваля и пере.',
      ],
      tags: ['количка', 'бебе'],
    },
    en: {
      titles: ['{brand} {kind} pram', '{kind} baby pushchair {brand} with [carrycot|bag|car seat]'],
      lines: [
        'Folds with one hand.',
        'Sprung wheels, fine on cobbles.',
        'The carrycot takes babies up to 9 kg.',
        'The covers come off for washing.',
      ],
      tags: ['pram', 'baby'],
    },
  },
];

export const musicInstruments: readonly Family[] = [
  {
    key: 'guitar',
    category: 'music-instruments',
    motif: 'guitar',
    trade: 'both',
    wear: 'object',
    count: 28,
    price: 190,
    brands: ['Кремона-Лъка', 'Tonica', 'Strunna'],
    facts: {
      kind: {
        'акустична|acoustic': 0.9,
        'класическа|classical': 0.8,
        'електрическа|electric': 1.4,
        'бас|bass': 1.3,
      },
      size: { '4/4': 1, '3/4': 0.8 },
    },
    bg: {
      titles: [
        '{kind} китара {brand} {size}',
        'Китара {brand} {kind}, {size}, с [калъф|тунер|стойка]',
        'Китара за [начинаещи|ученик|сцена] {brand}, {kind}',
      ],
      lines: [
        'Горната дъска е от смърч.',
        'Струните са нови, височината им е ниска.',
        'Грифът е прав.',
        'Давам калъф и [перца|каподастер|колан].',
      ],
      tags: ['китара', 'музика', '{kind}'],
    },
    en: {
      titles: ['{brand} {kind} guitar {size}', '{kind} guitar {brand} with [gig bag|tuner|stand]'],
      lines: [
        'Spruce top.',
        'New strings and a low action.',
        'A straight neck.',
        'With gig bag and [picks|capo|strap].',
      ],
      tags: ['guitar', 'music', '{kind}'],
    },
  },
  {
    key: 'piano',
    category: 'music-instruments',
    motif: 'piano',
    trade: 'both',
    wear: 'device',
    count: 20,
    price: 420,
    brands: ['Tonica', 'Клавир'],
    facts: { keys: { '61': 0.4, '76': 0.7, '88': 1.2 } },
    bg: {
      titles: [
        'Дигитално пиано {brand}, {keys} клавиша',
        'Синтезатор {brand} {keys} клавиша с [стойка|педал|слушалки]',
      ],
      lines: [
        'Клавишите са {keys}, с тежест.',
        'Свири се и със слушалки – съседите са доволни.',
        '128 тембъра и метроном.',
        'Има USB за компютър.',
      ],
      tags: ['пиано', 'синтезатор', 'музика'],
    },
    en: {
      titles: [
        '{brand} digital piano, {keys} keys',
        '{brand} keyboard {keys} keys with [stand|pedal|headphones]',
      ],
      lines: [
        '{keys} weighted keys.',
        'Plays through headphones; the neighbours approve.',
        '128 voices and a metronome.',
        'USB for the computer.',
      ],
      tags: ['piano', 'keyboard', 'music'],
    },
  },
  {
    key: 'drums',
    category: 'music-instruments',
    motif: 'drum',
    trade: 'both',
    wear: 'object',
    count: 16,
    price: 310,
    brands: ['Ритъм', 'Tonica'],
    facts: {
      kind: {
        'акустични барабани|acoustic drum kit': 1.2,
        'електронни барабани|electronic drum kit': 1.3,
        'тъпан|tapan drum': 0.4,
      },
    },
    bg: {
      titles: ['{kind} {brand}', '{kind} {brand} с [палки|стол|чинели]'],
      lines: [
        'Кожите са нови.',
        'Стойките са здрави и не мърдат.',
        'Използвани са в репетиционна.',
        'Звукът е плътен и ясен.',
      ],
      tags: ['барабани', 'музика'],
    },
    en: {
      titles: ['{brand} {kind}', '{kind} {brand} with [sticks|stool|cymbals]'],
      lines: ['New heads.', 'Sturdy stands.', 'Used in a rehearsal room.', 'A full, clear sound.'],
      tags: ['drums', 'music'],
    },
  },
  {
    key: 'violin',
    category: 'music-instruments',
    motif: 'violin',
    trade: 'both',
    wear: 'object',
    count: 16,
    price: 210,
    brands: ['Кремона-Лъка', 'Strunna'],
    facts: { size: { '1/2': 0.7, '3/4': 0.85, '4/4': 1.3 } },
    bg: {
      titles: ['Цигулка {brand} {size} с калъф и лък', 'Ученическа цигулка {size} {brand}'],
      lines: [
        'Явор и смърч, ръчно лакирана.',
        'Лъкът е с нов косъм.',
        'Подходяща за музикално училище.',
        'Има подбрадник и колофон.',
      ],
      tags: ['цигулка', 'музика'],
    },
    en: {
      titles: ['{brand} violin {size} with case and bow', 'Student violin {size} {brand}'],
      lines: [
        'Maple and spruce, varnished by hand.',
        'The bow has new hair.',
        'Right for music school.',
        'With chin rest and rosin.',
      ],
      tags: ['violin', 'music'],
    },
  },
];

import type { Family } from '../family.ts';

export const toolsHardware: readonly Family[] = [
  {
    key: 'drill',
    category: 'tools-hardware',
    motif: 'drill',
    trade: 'both',
    wear: 'device',
    count: 28,
    price: 110,
    brands: ['Майстор', 'Torqua', 'Kordal Tools'],
    facts: {
      kind: {
        'акумулаторен винтоверт|cordless screwdriver': 0.9,
        'ударна бормашина|hammer drill': 0.8,
        'перфоратор|rotary hammer': 1.5,
      },
      power: { '12V': 0.75, '18V': 1, '20V': 1.15 },
    },
    bg: {
      titles: [
        '{kind} {brand} {power}',
        '{kind} {brand} {power} с [две батерии|куфар|комплект свредла]',
      ],
      lines: [
        'Патронникът е метален, 13 мм.',
        'Батериите са две, зареждат се за час.',
        'Има подсветка и обратен ход.',
        'Пробива [бетон|тухла|дърво и метал] без усилие.',
        'Всичко е в твърд куфар.',
      ],
      tags: ['инструменти', 'бормашина', '{power}'],
    },
    en: {
      titles: [
        '{brand} {kind} {power}',
        '{kind} {brand} {power} with [two batteries|case|drill bits]',
      ],
      lines: [
        'A 13 mm metal chuck.',
        'Two batteries that charge in an hour.',
        'Light and reverse gear.',
        'Goes through [concrete|brick|wood and metal] with ease.',
        'All in a hard case.',
      ],
      tags: ['tools', 'drill', '{power}'],
    },
  },
  {
    key: 'toolbox',
    category: 'tools-hardware',
    motif: 'toolbox',
    trade: 'both',
    wear: 'object',
    count: 22,
    price: 78,
    brands: ['Майстор', 'Torqua'],
    facts: { pieces: { '56': 0.6, '108': 1, '216': 1.7 } },
    bg: {
      titles: [
        'Комплект инструменти {brand}, {pieces} части',
        'Куфар с инструменти {brand} {pieces} части',
      ],
      lines: [
        'Гедоре, отвертки, клещи – общо {pieces} части.',
        'Хром-ванадиева стомана.',
        'Всяка част има свое гнездо.',
        'Стига за кола и дом.',
      ],
      tags: ['инструменти', 'гедоре', 'комплект'],
    },
    en: {
      titles: ['{brand} tool set, {pieces} pieces', '{pieces}-piece tool case {brand}'],
      lines: [
        'Sockets, screwdrivers and pliers, {pieces} pieces in all.',
        'Chrome vanadium steel.',
        'A place for every piece.',
        'Enough for the car and the house.',
      ],
      tags: ['tools', 'sockets', 'set'],
    },
  },
  {
    key: 'saw',
    category: 'tools-hardware',
    motif: 'saw',
    trade: 'both',
    wear: 'device',
    count: 18,
    price: 150,
    brands: ['Torqua', 'Горянин'],
    facts: {
      kind: {
        'верижен трион|chainsaw': 1.2,
        'ръчен циркуляр|circular saw': 0.8,
        'прободен трион|jigsaw': 0.5,
      },
    },
    bg: {
      titles: ['{kind} {brand}', '{kind} {brand} с [нова верига|нож и водач|куфар]'],
      lines: [
        'Пали от второто дърпане.',
        'Реже до [65|120|350] мм.',
        'Има спирачка и предпазител.',
        'Ползван е два сезона за дърва.',
      ],
      tags: ['трион', 'инструменти'],
    },
    en: {
      titles: ['{brand} {kind}', '{kind} {brand} with [new blade|guide|case]'],
      lines: [
        'Starts at the second try.',
        'Cuts up to [65|120|350] mm.',
        'With brake and guard.',
        'Two seasons of firewood.',
      ],
      tags: ['saw', 'tools'],
    },
  },
  {
    key: 'ladder',
    category: 'tools-hardware',
    motif: 'ladder',
    trade: 'both',
    wear: 'object',
    count: 16,
    price: 88,
    brands: ['Майстор', 'Висота'],
    facts: { steps: { '5': 0.6, '8': 1, '12': 1.5 } },
    bg: {
      titles: ['Алуминиева стълба {brand}, {steps} стъпала', 'Сгъваема стълба {steps} стъпала'],
      lines: [
        'Носи 150 кг.',
        'Стъпалата са грапави, краката – гумени.',
        'Сгъната се побира зад вратата.',
        'Тежи само 7 кг.',
      ],
      tags: ['стълба', 'ремонт'],
    },
    en: {
      titles: ['{brand} aluminium ladder, {steps} steps', 'Folding ladder, {steps} steps'],
      lines: [
        'Carries 150 kg.',
        'Ribbed steps and rubber feet.',
        'Folded it fits behind a door.',
        'Only 7 kg.',
      ],
      tags: ['ladder', 'renovation'],
    },
  },
];

export const artCrafts: readonly Family[] = [
  {
    key: 'paint-set',
    category: 'art-crafts',
    motif: 'palette',
    trade: 'both',
    wear: 'object',
    count: 28,
    price: 34,
    brands: ['Багра', 'Colorino'],
    facts: {
      kind: {
        'маслени бои|oil paints': 1.3,
        'акварелни бои|watercolours': 0.9,
        'акрилни бои|acrylics': 1,
      },
      count: { '12': 0.7, '24': 1.1, '36': 1.5 },
    },
    bg: {
      titles: [
        '{kind} {brand}, {count} цвята',
        'Комплект {kind} {count} цвята с [четки|блок|статив]',
      ],
      lines: [
        'Пигментът е наситен и не избледнява.',
        'Цветовете са {count}, всеки в туба от 12 мл.',
        'Подходящ за школа и за подарък.',
        'Идва в дървена кутия.',
      ],
      tags: ['рисуване', 'бои', 'изкуство'],
    },
    en: {
      titles: [
        '{brand} {kind}, {count} colours',
        '{count} {kind} with [brushes|paper block|easel]',
      ],
      lines: [
        'Rich pigment that does not fade.',
        '{count} colours in 12 ml tubes.',
        'For classes and as a present.',
        'Comes in a wooden box.',
      ],
      tags: ['painting', 'paints', 'art'],
    },
  },
  {
    key: 'yarn',
    category: 'art-crafts',
    motif: 'yarn',
    trade: 'shop',
    count: 22,
    price: 7,
    brands: ['Конче', 'Merinella'],
    facts: {
      kind: { 'мериносова вълна|merino wool': 1.4, 'памук|cotton': 0.8, 'мохер|mohair': 1.5 },
      weight: { '50 г|50 g': 0.7, '100 г|100 g': 1.2 },
    },
    bg: {
      titles: ['Прежда {brand}, {kind}, {weight}', 'Прежда за плетене – {kind}, {weight}'],
      lines: [
        'Мека е, не боцка.',
        'За куки и игли номер [3|4|5].',
        'В каталога има 40 цвята.',
        'Едно кълбо е около 180 метра.',
      ],
      tags: ['прежда', 'плетене', '{kind}'],
    },
    en: {
      titles: ['{brand} yarn, {kind}, {weight}', 'Knitting yarn: {kind}, {weight}'],
      lines: [
        'Soft, it does not itch.',
        'For needles of [3|4|5] mm.',
        'The range has 40 colours.',
        'One ball is about 180 metres.',
      ],
      tags: ['yarn', 'knitting', '{kind}'],
    },
  },
  {
    key: 'sewing-machine',
    category: 'art-crafts',
    motif: 'sewing-machine',
    trade: 'both',
    wear: 'device',
    count: 20,
    price: 165,
    brands: ['Шевица', 'Merinella'],
    facts: { stitches: { '14': 0.7, '24': 1, '80': 1.7 } },
    bg: {
      titles: [
        'Шевна машина {brand}, {stitches} бода',
        'Шевна машина {brand} с [педал и куфар|оверлог|маса]',
      ],
      lines: [
        'Прави {stitches} бода и автоматични илици.',
        'Шие дънки и коприна.',
        'Смазана и настроена е.',
        'Подарявам кутия с конци.',
      ],
      tags: ['шевна машина', 'шиене'],
    },
    en: {
      titles: [
        '{brand} sewing machine, {stitches} stitches',
        'Sewing machine {brand} with [pedal and case|overlock foot|table]',
      ],
      lines: [
        '{stitches} stitches and automatic buttonholes.',
        'Sews denim and silk.',
        'Oiled and adjusted.',
        'A box of threads comes free.',
      ],
      tags: ['sewing machine', 'sewing'],
    },
  },
  {
    key: 'pottery',
    category: 'art-crafts',
    motif: 'vase',
    trade: 'used',
    count: 20,
    price: 22,
    facts: {
      kind: {
        'троянска керамика|Troyan pottery': 1.1,
        'ръчно рисувана ваза|hand-painted vase': 1.3,
        'глинена кана|clay jug': 0.7,
      },
    },
    bg: {
      titles: [
        '{kind}, [ръчна изработка|височина 25 см|с капков мотив]',
        '{kind} – [подарък|за дома|от майстор]',
      ],
      lines: [
        'Оформена е на ръка и изпечена два пъти.',
        'Глазурата е безоловна.',
        'Всяка бройка е малко по-различна.',
        'Правя и по поръчка.',
      ],
      tags: ['керамика', 'ръчна изработка'],
    },
    en: {
      titles: [
        '{kind}, [hand-made|25 cm high|with drop pattern]',
        '{kind} [for the home|by a local potter|as a gift]',
      ],
      lines: [
        'Thrown on the wheel and fired twice.',
        'Lead-free glaze.',
        'Every piece is a little different.',
        'Made to order as well.',
      ],
      tags: ['pottery', 'hand-made'],
    },
  },
];

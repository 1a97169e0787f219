import type { Family } from '../family.ts';

export const photography: readonly Family[] = [
  {
    key: 'camera',
    category: 'photography',
    motif: 'camera',
    trade: 'both',
    wear: 'device',
    count: 26,
    price: 690,
    brands: ['Optira', 'Fotara', 'Lumen'],
    facts: {
      kind: {
        'безогледален|mirrorless': 1.25,
        'огледално-рефлексен|DSLR': 0.9,
        'компактен|compact': 0.55,
      },
      pixels: { '20': 0.85, '24': 1, '33': 1.35 },
    },
    bg: {
      titles: [
        'Фотоапарат {brand}, {kind}, {pixels} MP',
        '{kind} фотоапарат {brand} с [обектив 18-55|две батерии|чанта]',
        'Фотоапарат {brand} {pixels} мегапиксела за [пътуване|начинаещи|видео]',
      ],
      lines: [
        'Сензорът е {pixels} мегапиксела, видео в 4K.',
        'Щракванията са около [3 000|9 000|15 000].',
        'Автофокусът следи очите на хора и животни.',
        'В комплекта: зарядно, каишка и карта 64 GB.',
        'Сензорът е почистен, прах няма.',
      ],
      tags: ['фотоапарат', '{kind}', 'снимки'],
    },
    en: {
      titles: [
        '{brand} {kind} camera, {pixels} MP',
        '{kind} camera {brand} with [18-55 lens|two batteries|bag]',
      ],
      lines: [
        'A {pixels} megapixel sensor and 4K video.',
        'About [3,000|9,000|15,000] shutter actuations.',
        'The autofocus follows the eyes of people and animals.',
        'With charger, strap and a 64 GB card.',
      ],
      tags: ['camera', '{kind}', 'photo'],
    },
  },
  {
    key: 'lens',
    category: 'photography',
    motif: 'lens',
    trade: 'both',
    wear: 'device',
    count: 20,
    price: 320,
    brands: ['Optira', 'Fotara', 'Bokehan'],
    facts: {
      focal: {
        '35mm f/1.8': 0.9,
        '50mm f/1.8': 0.6,
        '85mm f/1.4': 1.5,
        '24-70mm f/2.8': 2.1,
        '70-300mm f/4': 1.2,
      },
    },
    bg: {
      titles: [
        'Обектив {brand} {focal}',
        'Портретен и репортажен обектив {brand} {focal}',
        '{brand} {focal} със [сенник|филтър|капачки]',
      ],
      lines: [
        'Рязък е още от напълно отворена бленда.',
        'Лещите са без гъбички и драскотини.',
        'Фокусира бързо и тихо.',
        'Давам и UV филтър.',
      ],
      tags: ['обектив', '{focal}'],
    },
    en: {
      titles: ['{brand} {focal} lens', '{brand} {focal} with [hood|filter|both caps]'],
      lines: [
        'Sharp from wide open.',
        'The glass has no fungus and no scratches.',
        'Focuses fast and silently.',
        'A UV filter is included.',
      ],
      tags: ['lens', '{focal}'],
    },
  },
  {
    key: 'tripod',
    category: 'photography',
    motif: 'tripod',
    trade: 'both',
    wear: 'object',
    count: 14,
    price: 85,
    brands: ['Trivo', 'Lumen'],
    facts: {
      stuff: { 'карбонов|carbon': 1.6, 'алуминиев|aluminium': 0.8 },
      height: { '150': 0.9, '175': 1.1 },
    },
    bg: {
      titles: [
        '{stuff} статив {brand}, {height} см',
        'Статив за фотоапарат {brand} с [топка|видео глава|калъф]',
      ],
      lines: [
        'Височината стига {height} см, сгънат е 45 см.',
        'Носи до [8|10|12] кг техника.',
        'Има либела и кука за тежест.',
        'Единият крак става монопод.',
      ],
      tags: ['статив', '{stuff}'],
    },
    en: {
      titles: [
        '{brand} {stuff} tripod, {height} cm',
        'Camera tripod {brand} with [ball head|video head|bag]',
      ],
      lines: [
        'Reaches {height} cm and folds to 45 cm.',
        'Carries [8|10|12] kg.',
        'Spirit level and a hook for weight.',
        'One leg becomes a monopod.',
      ],
      tags: ['tripod', '{stuff}'],
    },
  },
  {
    key: 'drone',
    category: 'photography',
    motif: 'drone',
    trade: 'both',
    wear: 'device',
    count: 16,
    price: 480,
    brands: ['Aerix', 'Врабче'],
    facts: {
      weight: { '249 г|249 g': 0.8, '595 г|595 g': 1.3 },
      kit: { 'една батерия|one battery': 0.9, 'три батерии|three batteries': 1.2 },
    },
    bg: {
      titles: ['Дрон {brand} {weight}, {kit}', 'Дрон с камера {brand} 4K, {kit}'],
      lines: [
        'Камерата е 4K със стабилизация по три оси.',
        'Лети [28|31|34] минути с една батерия.',
        'Тежи {weight}, връща се сам при слаб сигнал.',
        'Резервни перки и филтри са в чантата.',
      ],
      tags: ['дрон', '4K', 'камера'],
    },
    en: {
      titles: ['{brand} drone {weight}, {kit}', '{brand} 4K camera drone, {kit}'],
      lines: [
        'A 4K camera on a three-axis gimbal.',
        'Flies [28|31|34] minutes on one battery.',
        'Weighs {weight} and comes home when the signal fades.',
        'Spare propellers and filters are in the bag.',
      ],
      tags: ['drone', '4K', 'camera'],
    },
  },
];

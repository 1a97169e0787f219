import type { Family } from '../family.ts';

export const clothing: readonly Family[] = [
  {
    key: 'sneakers',
    category: 'clothing',
    motif: 'sneaker',
    trade: 'both',
    wear: 'fabric',
    count: 36,
    price: 68,
    brands: ['Бегач', 'Velta', 'Stride', 'Момент'],
    facts: {
      size: { '37': 1, '38': 1, '39': 1, '40': 1, '42': 1, '43': 1, '44': 1, '45': 1 },
      use: { 'за бягане|running': 1.15, 'за всеки ден|everyday': 0.9, 'туристически|trail': 1.25 },
    },
    bg: {
      titles: [
        'Маратонки {brand} {use}, номер {size}',
        '[Дамски|Мъжки] маратонки {brand}, {size}',
        'Маратонки {use} {brand} {size} – [бели|черни|сиви]',
        'Леки маратонки {brand} с [дебела|мека|гъвкава] подметка, {size}',
      ],
      lines: [
        'Номер {size}, отговаря на размера.',
        'Подметката пружинира и не се хлъзга на мокро.',
        'Горната част е от дишаща мрежа.',
        'Стелките се вадят и перат.',
        'Удобни са от първия ден, не убиват.',
      ],
      tags: ['маратонки', 'обувки', 'номер {size}'],
    },
    en: {
      titles: [
        '{brand} {use} sneakers, size {size}',
        "[Women's|Men's] {brand} trainers, EU {size}",
        '{brand} {use} shoes {size}, [white|black|grey]',
      ],
      lines: [
        'EU {size}, true to size.',
        'A springy sole that grips when wet.',
        'Breathing mesh upper, removable insoles.',
        'Comfortable from the first day.',
      ],
      tags: ['sneakers', 'shoes', 'EU {size}'],
    },
  },
  {
    key: 'jacket',
    category: 'clothing',
    motif: 'jacket',
    trade: 'both',
    wear: 'fabric',
    count: 26,
    price: 95,
    brands: ['Вихрен', 'Nordika', 'Момент'],
    facts: {
      kind: {
        'зимно|winter': 1.2,
        'пухено|down': 1.5,
        'дъждобранно|rain': 0.8,
        'кожено|leather': 1.7,
      },
      size: { S: 1, M: 1, L: 1, XL: 1 },
    },
    bg: {
      titles: [
        '[Дамско|Мъжко] {kind} яке {brand}, {size}',
        '{kind} яке {brand} с [качулка|яка|подвижна подплата], размер {size}',
        'Яке {brand} {size}, {kind}',
      ],
      lines: [
        'Размер {size}, по тялото.',
        'Четири джоба, два от тях с цип отвътре.',
        'Не пропуска вятър, топло е без да тежи.',
        'Качулката се сваля.',
      ],
      tags: ['яке', 'дрехи', '{size}'],
    },
    en: {
      titles: [
        "[Women's|Men's] {brand} {kind} jacket, {size}",
        '{kind} jacket {brand} with [hood|collar|removable lining], size {size}',
      ],
      lines: [
        'Size {size}, close fit.',
        'Four pockets, two of them zipped inside.',
        'Windproof and warm without the weight.',
        'The hood comes off.',
      ],
      tags: ['jacket', 'clothes', '{size}'],
    },
  },
  {
    key: 'dress',
    category: 'clothing',
    motif: 'dress',
    trade: 'both',
    wear: 'fabric',
    count: 22,
    price: 52,
    brands: ['Лилия', 'Момент'],
    facts: {
      kind: {
        'официална|evening': 1.5,
        'лятна|summer': 0.7,
        'плетена|knitted': 0.95,
        'ленена|linen': 1.05,
      },
      size: { '36': 1, '38': 1, '40': 1, '42': 1 },
    },
    bg: {
      titles: [
        '{kind} рокля {brand}, размер {size}',
        'Дамска рокля {kind}, [черна|червена|на цветя|тъмносиня], {size}',
        'Рокля {brand} за [бал|сватба|море|офис], {kind}',
      ],
      lines: [
        'Размер {size}, дължина до коляното.',
        'Материята е приятна и не се мачка.',
        'Има джобове – рядкост при рокля.',
        'Цветът е точно като на снимката.',
      ],
      tags: ['рокля', 'дамско', '{size}'],
    },
    en: {
      titles: [
        '{brand} {kind} dress, size {size}',
        '{kind} dress, [black|red|floral|navy], {size}',
      ],
      lines: [
        'Size {size}, knee length.',
        'A pleasant fabric that does not crease.',
        'It has pockets.',
        'The colour is just as in the picture.',
      ],
      tags: ['dress', 'women', '{size}'],
    },
  },
  {
    key: 't-shirt',
    category: 'clothing',
    motif: 't-shirt',
    trade: 'both',
    wear: 'fabric',
    count: 16,
    price: 17,
    brands: ['Памук', 'Velta'],
    facts: {
      size: { S: 1, M: 1, L: 1, XL: 1 },
      pack: { '1 брой|single': 0.8, '3 броя|pack of 3': 1.8 },
    },
    bg: {
      titles: [
        'Тениска {brand} {size}, {pack}',
        'Памучна тениска {brand} с [шевица|планински мотив|надпис], {size}',
      ],
      lines: [
        'Чист памук, плътност 180 г.',
        'Щампата не се лющи при пране.',
        'Ушита е в България.',
        'Права кройка, размер {size}.',
      ],
      tags: ['тениска', 'памук', '{size}'],
    },
    en: {
      titles: [
        '{brand} T-shirt {size}, {pack}',
        'Cotton T-shirt {brand} with [embroidery|mountain print|lettering], {size}',
      ],
      lines: [
        'Pure cotton, 180 g.',
        'The print survives the wash.',
        'Sewn in Bulgaria.',
        'Straight cut, size {size}.',
      ],
      tags: ['T-shirt', 'cotton', '{size}'],
    },
  },
  {
    key: 'handbag',
    category: 'clothing',
    motif: 'handbag',
    trade: 'both',
    wear: 'object',
    count: 18,
    price: 74,
    brands: ['Лилия', 'Corella'],
    facts: {
      leather: {
        'естествена кожа|leather': 1.5,
        'еко кожа|vegan leather': 0.6,
        'велур|suede': 1.1,
      },
    },
    bg: {
      titles: [
        'Дамска чанта {brand}, {leather}',
        'Чанта {brand} за [рамо|ръка|лаптоп], {leather}',
        '[Малка|Голяма|Кръгла] чанта от {leather}',
      ],
      lines: [
        'Ушита е на ръка, шевовете са прави.',
        'Вътре има три джоба и цип.',
        'Дългата дръжка се сваля.',
        'Побира бележник А4 и бутилка вода.',
      ],
      tags: ['чанта', 'дамско', '{leather}'],
    },
    en: {
      titles: ['{brand} handbag, {leather}', '[Small|Large|Round] {leather} bag {brand}'],
      lines: [
        'Hand-sewn with straight seams.',
        'Three pockets and a zip inside.',
        'The long strap comes off.',
        'Takes an A4 notebook and a bottle.',
      ],
      tags: ['handbag', 'women', '{leather}'],
    },
  },
  {
    key: 'boots',
    category: 'clothing',
    motif: 'boot',
    trade: 'both',
    wear: 'fabric',
    count: 16,
    price: 105,
    brands: ['Вихрен', 'Corella'],
    facts: {
      kind: { 'планински|hiking': 1.2, 'зимни|winter': 1, 'до глезена|ankle': 0.85 },
      size: { '38': 1, '40': 1, '42': 1, '44': 1 },
    },
    bg: {
      titles: ['Боти {brand} {kind}, номер {size}', 'Кожени боти {kind} {brand} {size}'],
      lines: [
        'Кожата е дебела и вече импрегнирана.',
        'Подметката е с дълбок грайфер.',
        'Топли до минус 15 градуса.',
        'Номер {size}, стелка с един сантиметър запас.',
      ],
      tags: ['боти', 'обувки', 'номер {size}'],
    },
    en: {
      titles: ['{brand} {kind} boots, EU {size}', 'Leather {kind} boots {brand} {size}'],
      lines: [
        'Thick leather, already waterproofed.',
        'A deep-tread sole.',
        'Warm down to minus 15 degrees.',
        'EU {size} with a centimetre to spare.',
      ],
      tags: ['boots', 'shoes', 'EU {size}'],
    },
  },
];

import type { Family } from '../family.ts';

export const healthBeauty: readonly Family[] = [
  {
    key: 'perfume',
    category: 'health-beauty',
    motif: 'perfume',
    trade: 'both',
    count: 26,
    price: 54,
    brands: ['Розова долина', 'Aurelle', 'Noir & Neroli'],
    facts: {
      size: { '30 мл|30 ml': 0.6, '50 мл|50 ml': 0.95, '100 мл|100 ml': 1.5 },
      note: {
        'роза|rose': 1.1,
        'ванилия|vanilla': 1,
        'кедър|cedar': 1.05,
        'бергамот|bergamot': 0.95,
      },
    },
    bg: {
      titles: [
        'Парфюм {brand} {size}, {note}',
        '[Дамски|Мъжки|Унисекс] парфюм {brand} с {note}, {size}',
        'Парфюмна вода {brand} {size}',
      ],
      lines: [
        'Основната нота е {note}.',
        'Държи се на кожата [шест|осем] часа.',
        'Флаконът е {size}, с метална капачка.',
        'Не е тестван върху животни.',
      ],
      tags: ['парфюм', '{note}', 'подарък'],
    },
    en: {
      titles: [
        '{brand} perfume {size}, {note}',
        "[Women's|Men's|Unisex] fragrance {brand} with {note}, {size}",
      ],
      lines: [
        'The main note is {note}.',
        'Stays on the skin for [six|eight] hours.',
        'A {size} bottle with a metal cap.',
        'Not tested on animals.',
      ],
      tags: ['perfume', '{note}', 'gift'],
    },
  },
  {
    key: 'face-cream',
    category: 'health-beauty',
    motif: 'cream',
    trade: 'shop',
    count: 22,
    price: 19,
    brands: ['Розова долина', 'Билка', 'Dermavita'],
    facts: {
      kind: {
        'хидратиращ крем|moisturiser': 1,
        'слънцезащитен крем SPF 50|SPF 50 sunscreen': 1.2,
        'нощен крем|night cream': 1.15,
        'крем за ръце|hand cream': 0.5,
      },
    },
    bg: {
      titles: ['{kind} {brand}', '{brand} – {kind} с [розово масло|лайка|хиалурон]'],
      lines: [
        'Попива бързо и не мазни.',
        'Без парабени, подходящ за чувствителна кожа.',
        'Розовото масло е от Казанлъшката долина.',
        'Опаковката е 50 мл.',
      ],
      tags: ['козметика', 'крем', 'кожа'],
    },
    en: {
      titles: ['{brand} {kind}', '{kind} {brand} with [rose oil|camomile|hyaluronic acid]'],
      lines: [
        'Sinks in quickly and is not greasy.',
        'No parabens, fit for sensitive skin.',
        'The rose oil comes from the Kazanlak valley.',
        'A 50 ml jar.',
      ],
      tags: ['cosmetics', 'cream', 'skin'],
    },
  },
  {
    key: 'hair-dryer',
    category: 'health-beauty',
    motif: 'hair-dryer',
    trade: 'both',
    wear: 'device',
    count: 18,
    price: 48,
    brands: ['Aurelle', 'Ventus'],
    facts: { power: { '1600 W': 0.75, '2000 W': 1, '2200 W': 1.3 } },
    bg: {
      titles: ['Сешоар {brand} {power}', 'Сешоар {brand} с йони и [дифузер|концентратор], {power}'],
      lines: [
        'Мощност {power}, три степени и студена струя.',
        'Кабелът е три метра.',
        'Лек е, ръката не се уморява.',
        'Йоните намаляват наелектризирането.',
      ],
      tags: ['сешоар', 'коса'],
    },
    en: {
      titles: [
        '{brand} hair dryer {power}',
        'Ionic hair dryer {brand} with [diffuser|nozzle], {power}',
      ],
      lines: [
        '{power}, three speeds and a cold shot.',
        'A three metre cable.',
        'Light in the hand.',
        'Ions keep the hair from flying.',
      ],
      tags: ['hair dryer', 'hair'],
    },
  },
  {
    key: 'toothbrush',
    category: 'health-beauty',
    motif: 'toothbrush',
    trade: 'shop',
    count: 14,
    price: 46,
    brands: ['Dentika', 'Pulsa'],
    facts: { heads: { '2 глави|2 heads': 0.85, '4 глави|4 heads': 1.15 } },
    bg: {
      titles: [
        'Електрическа четка за зъби {brand}, {heads}',
        'Звукова четка {brand} с [калъф|зарядна чаша], {heads}',
      ],
      lines: [
        'Пет режима и таймер за две минути.',
        'Предупреждава, ако се натиска силно.',
        'Батерията стига за три седмици.',
        'В кутията: {heads} и калъф за път.',
      ],
      tags: ['четка за зъби', 'здраве'],
    },
    en: {
      titles: [
        '{brand} electric toothbrush, {heads}',
        'Sonic toothbrush {brand} with [case|charging glass], {heads}',
      ],
      lines: [
        'Five modes and a two minute timer.',
        'Warns when you press too hard.',
        'The battery lasts three weeks.',
        'In the box: {heads} and a travel case.',
      ],
      tags: ['toothbrush', 'health'],
    },
  },
];

export const food: readonly Family[] = [
  {
    key: 'honey',
    category: 'food',
    motif: 'honey',
    trade: 'both',
    count: 24,
    price: 9.5,
    brands: ['Пчелина', 'Странджа'],
    facts: {
      kind: {
        'акациев|acacia': 1.1,
        'липов|linden': 1,
        'манов|oak honeydew': 1.5,
        'билков|herbal': 0.95,
      },
      size: { '450 г|450 g': 0.8, '900 г|900 g': 1.4 },
    },
    bg: {
      titles: [
        '{kind} мед {brand}, {size}',
        'Домашен {kind} мед, {size}',
        'Пчелен мед – {kind}, буркан {size}',
      ],
      lines: [
        'От собствен пчелин [в Странджа|край Елена|в Родопите].',
        'Реколта тази година, не е загряван.',
        'Кристализира бавно, вкусът е мек.',
        'Имаме и прополис.',
      ],
      tags: ['мед', 'храна', '{kind}'],
    },
    en: {
      titles: ['{brand} {kind} honey, {size}', 'Home-made {kind} honey, {size}'],
      lines: [
        'From our own hives [in Strandzha|near Elena|in the Rhodopes].',
        "This year's harvest, never heated.",
        'Slow to set and mild in taste.',
        'We have propolis too.',
      ],
      tags: ['honey', 'food', '{kind}'],
    },
  },
  {
    key: 'wine',
    category: 'food',
    motif: 'wine',
    trade: 'shop',
    count: 26,
    price: 11.5,
    brands: ['Изба Струма', 'Тракия Вино', 'Melnishko'],
    facts: {
      grape: {
        'Мавруд|Mavrud': 1.2,
        'Мерло|Merlot': 0.9,
        'Димят|Dimyat': 0.75,
        'Широка мелнишка|Melnik': 1.1,
      },
      pack: { '0,75 л|0.75 l': 0.8, '6 бутилки|6 bottles': 4.2 },
    },
    bg: {
      titles: [
        'Вино {grape} {brand}, {pack}',
        '{brand} {grape} [2021|2022|2023], {pack}',
        '{grape} – вино от [Мелник|Тракия|Черноморието], {pack}',
      ],
      lines: [
        'Отлежало е [шест|осем|дванадесет] месеца в дъб.',
        'Аромат на вишна и черен пипер.',
        'Върви с агнешко и зрели сирена.',
        'Сервира се при 16 градуса.',
      ],
      tags: ['вино', '{grape}', 'храна'],
    },
    en: {
      titles: ['{brand} {grape} wine, {pack}', '{grape} [2021|2022|2023] {brand}, {pack}'],
      lines: [
        'Aged for [six|eight|twelve] months in oak.',
        'Cherry and black pepper on the nose.',
        'Goes with lamb and aged cheese.',
        'Serve at 16 degrees.',
      ],
      tags: ['wine', '{grape}', 'food'],
    },
  },
  {
    key: 'cheese',
    category: 'food',
    motif: 'cheese',
    trade: 'shop',
    count: 18,
    price: 9,
    brands: ['Мандра Еленка', 'Родопчанка'],
    facts: {
      kind: {
        'овче сирене|sheep cheese': 1.1,
        'краве сирене|cow cheese': 0.85,
        'кашкавал|kashkaval': 1.3,
      },
      size: { '400 г|400 g': 0.7, '1 кг|1 kg': 1.5 },
    },
    bg: {
      titles: ['{kind} {brand}, {size}', '{brand}: {kind} от [балканска|родопска] мандра, {size}'],
      lines: [
        'Зряло е поне [45|60] дни.',
        'Млякото е от стада на паша.',
        'Без палмово масло и сухо мляко.',
        'Доставя се в хладилна чанта.',
      ],
      tags: ['сирене', 'млечни', 'храна'],
    },
    en: {
      titles: ['{brand} {kind}, {size}', '{kind} from a [Balkan|Rhodope] dairy, {size}'],
      lines: [
        'Matured for at least [45|60] days.',
        'Milk from grazing herds.',
        'No palm oil, no milk powder.',
        'Delivered in a cool bag.',
      ],
      tags: ['cheese', 'dairy', 'food'],
    },
  },
  {
    key: 'coffee',
    category: 'food',
    motif: 'coffee',
    trade: 'shop',
    count: 20,
    price: 15,
    brands: ['Aromata', 'Зърно'],
    facts: {
      origin: { 'Етиопия|Ethiopia': 1.2, 'Бразилия|Brazil': 0.85, 'Колумбия|Colombia': 1 },
      size: { '250 г|250 g': 0.55, '1 кг|1 kg': 1.5 },
    },
    bg: {
      titles: ['Кафе на зърна {brand}, {origin}, {size}', 'Мляно кафе {brand} {origin} {size}'],
      lines: [
        'Изпечено е тази седмица.',
        'Вкус на [шоколад и лешник|цитруси и жасмин|карамел].',
        'Подходящо за [еспресо|филтър|джезве].',
        'Пликът е с клапан.',
      ],
      tags: ['кафе', '{origin}', 'храна'],
    },
    en: {
      titles: ['{brand} coffee beans, {origin}, {size}', '{origin} ground coffee {brand}, {size}'],
      lines: [
        'Roasted this week.',
        'Tastes of [chocolate and hazelnut|citrus and jasmine|caramel].',
        'Good for [espresso|filter|the cezve].',
        'The bag has a valve.',
      ],
      tags: ['coffee', '{origin}', 'food'],
    },
  },
  {
    key: 'olive-oil',
    category: 'food',
    motif: 'oil',
    trade: 'shop',
    count: 12,
    price: 14,
    brands: ['Olivara', 'Слънчо'],
    facts: {
      kind: {
        'зехтин екстра върджин|extra virgin olive oil': 1.1,
        'студено пресовано слънчогледово олио|cold-pressed sunflower oil': 0.5,
      },
      size: { '0,5 л|0.5 l': 0.6, '1 л|1 l': 1 },
    },
    bg: {
      titles: ['{brand} {kind} {size}', '{kind}, {size}, [стъкло|метална кутия]'],
      lines: [
        'Първо студено пресоване.',
        'Киселинността е под 0,4 %.',
        'Чудесно е за салата и печени чушки.',
        'Тъмната опаковка пази аромата.',
      ],
      tags: ['олио', 'зехтин', 'храна'],
    },
    en: {
      titles: ['{brand} {kind}, {size}', '{kind}, {size}, [glass|tin]'],
      lines: [
        'First cold pressing.',
        'Acidity below 0.4%.',
        'Lovely on salad and roast peppers.',
        'Dark packaging keeps the aroma.',
      ],
      tags: ['oil', 'food'],
    },
  },
];

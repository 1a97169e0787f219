import type { Family } from '../family.ts';

export const homeGarden: readonly Family[] = [
  {
    key: 'coffee-machine',
    category: 'home-garden',
    motif: 'coffee-machine',
    trade: 'both',
    wear: 'device',
    count: 30,
    price: 310,
    brands: ['Aromata', 'Crema', 'Бариста'],
    facts: {
      kind: {
        'автоматична|automatic': 1.5,
        'ръчна|manual': 0.6,
        'капсулна|capsule': 0.4,
      },
      bar: { '15 bar': 0.95, '19 bar': 1.1 },
    },
    bg: {
      titles: [
        'Кафемашина {brand} {kind}, {bar}',
        '{kind} кафемашина {brand} с [кафемелачка|капучинатор|дюза за мляко]',
        'Еспресо машина {brand}, {bar}',
        'Кафе машина {brand} – [черна|инокс|червена]',
      ],
      lines: [
        'Налягане {bar}, каймакът е плътен.',
        'Кафемелачката е с керамични ножове и [пет|седем|десет] степени.',
        'Има дюза за мляко, капучиното става за минута.',
        'Резервоарът е 1,8 литра, вади се отстрани.',
        'Редовно е чистена от котлен камък.',
        'Подарявам [половин кило кафе на зърна|две чаши за еспресо].',
      ],
      tags: ['кафемашина', 'еспресо', 'кухня', '{bar}'],
    },
    en: {
      titles: [
        '{brand} {kind} coffee machine, {bar}',
        '{kind} espresso machine {brand} with [grinder|milk frother]',
        '{brand} espresso maker, [black|steel|red]',
      ],
      lines: [
        '{bar} of pressure and a thick crema.',
        'The grinder has ceramic burrs and [five|seven|ten] steps.',
        'A frother makes cappuccino in a minute.',
        'The 1.8 litre tank slides out at the side.',
        'Descaled regularly.',
      ],
      tags: ['coffee machine', 'espresso', 'kitchen', '{bar}'],
    },
  },
  {
    key: 'vacuum',
    category: 'home-garden',
    motif: 'vacuum',
    trade: 'both',
    wear: 'device',
    count: 22,
    price: 210,
    brands: ['Чисто', 'Ventus', 'Kumira'],
    facts: {
      kind: { 'робот|robot': 1.4, 'вертикална|cordless stick': 1, 'с торба|bagged': 0.5 },
    },
    bg: {
      titles: [
        'Прахосмукачка {brand} – {kind}',
        'Прахосмукачка {kind} {brand} за [килими|домашни любимци|паркет]',
        '{brand} прахосмукачка ({kind}) с пълен комплект накрайници',
      ],
      lines: [
        'Тиха е – телевизорът се чува, докато работи.',
        'Филтърът е HEPA и се мие.',
        'Събира косми от [котка|куче] без оплитане.',
        'Батерията стига за [90|110|130] кв.м.',
        'Всички накрайници са в кутията.',
      ],
      tags: ['прахосмукачка', 'почистване', 'HEPA'],
    },
    en: {
      titles: [
        '{brand} {kind} vacuum cleaner',
        '{kind} vacuum cleaner {brand} for [carpets|pet hair|hard floors]',
      ],
      lines: [
        'Quiet enough to hear the television.',
        'Washable HEPA filter.',
        'Picks up [cat|dog] hair without tangling.',
        'One charge covers [90|110|130] square metres.',
      ],
      tags: ['vacuum cleaner', 'cleaning', 'HEPA'],
    },
  },
  {
    key: 'washing-machine',
    category: 'home-garden',
    motif: 'washing-machine',
    trade: 'both',
    wear: 'device',
    count: 20,
    price: 370,
    brands: ['Perla', 'Kumira', 'Ventus'],
    facts: {
      load: { '6 кг|6 kg': 0.8, '8 кг|8 kg': 1, '10 кг|10 kg': 1.25 },
      spin: { '1000': 0.9, '1200': 1, '1400': 1.1 },
    },
    bg: {
      titles: [
        'Пералня {brand} {load}, {spin} оборота',
        'Перална машина {brand} {load} [инвертор|с пара|тясна]',
        'Пералня със сушилня {brand}, {load}',
      ],
      lines: [
        'Зарежда до {load}, центрофугира на {spin} оборота.',
        'Бързата програма е 15 минути.',
        'Енергиен клас [A|B|C], не подскача.',
        'Маркучите и транспортните болтове са налице.',
        'Помагам със смъкването от [втория|третия|петия] етаж.',
      ],
      tags: ['пералня', 'бяла техника', '{load}'],
    },
    en: {
      titles: [
        '{brand} washing machine {load}, {spin} rpm',
        '{brand} [slim|inverter|steam] washing machine, {load}',
      ],
      lines: [
        'Takes {load} and spins at {spin} rpm.',
        'The quick programme takes 15 minutes.',
        'Energy class [A|B|C] and it stays in its place.',
        'Hoses and transport bolts are there.',
      ],
      tags: ['washing machine', 'white goods', '{load}'],
    },
  },
  {
    key: 'fridge',
    category: 'home-garden',
    motif: 'fridge',
    trade: 'both',
    wear: 'device',
    count: 16,
    price: 430,
    brands: ['Perla', 'Студ'],
    facts: { litres: { '220': 0.7, '290': 0.9, '340': 1.1, '500': 1.7 } },
    bg: {
      titles: [
        'Хладилник {brand} {litres} литра',
        'Хладилник с фризер {brand}, {litres} л, No Frost',
        '[Бял|Инокс|Черен] хладилник {brand} {litres} л',
      ],
      lines: [
        'Обем {litres} литра, фризер с три чекмеджета.',
        'Не заскрежава, рафтовете са стъклени.',
        'Вратата се обръща за ляво и дясно отваряне.',
        'Почти не се чува.',
      ],
      tags: ['хладилник', 'бяла техника', 'no frost'],
    },
    en: {
      titles: [
        '{brand} fridge freezer, {litres} litres',
        '{brand} no-frost refrigerator {litres} l, [white|steel|black]',
      ],
      lines: [
        '{litres} litres with a three-drawer freezer.',
        'Frost free, glass shelves.',
        'The door can be hung on either side.',
        'You can hardly hear it.',
      ],
      tags: ['fridge', 'white goods', 'no frost'],
    },
  },
  {
    key: 'house-plant',
    category: 'home-garden',
    motif: 'plant',
    trade: 'both',
    count: 16,
    price: 24,
    facts: {
      plant: {
        'монстера|monstera': 1.2,
        'фикус|rubber plant': 1,
        'сансевиерия|snake plant': 0.8,
        'лимоново дърво|lemon tree': 1.6,
      },
      height: { '40': 0.7, '70': 1, '110': 1.7 },
    },
    bg: {
      titles: [
        'Стайно растение – {plant}, {height} см',
        '[Здраво|Красиво|Буйно] растение {plant} в керамична саксия',
        'Цвете за [хол|офис|тераса]: {plant}',
      ],
      lines: [
        'Високо е около {height} см, в саксия [15|19|24] см.',
        'Полива се веднъж седмично, понася полусянка.',
        'Пресадено е тази пролет.',
        'Опаковаме така, че листата да пристигнат цели.',
      ],
      tags: ['растения', 'цветя', 'дом'],
    },
    en: {
      titles: [
        'House plant: {plant}, {height} cm',
        '[Large|Lush|Healthy] {plant} in a ceramic pot',
      ],
      lines: [
        'About {height} cm high in a [15|19|24] cm pot.',
        'Water it once a week; half shade is fine.',
        'Repotted this spring.',
        'Packed so that the leaves arrive whole.',
      ],
      tags: ['plants', 'flowers', 'home'],
    },
  },
  {
    key: 'lawn-mower',
    category: 'home-garden',
    motif: 'mower',
    trade: 'both',
    wear: 'device',
    count: 14,
    price: 240,
    brands: ['Градинар', 'Terra'],
    facts: {
      drive: {
        'бензинова|petrol': 1.2,
        'електрическа|electric': 0.7,
        'акумулаторна|cordless': 1.1,
      },
      width: { '34': 0.85, '42': 1, '51': 1.3 },
    },
    bg: {
      titles: [
        'Косачка за трева {brand} {drive}, {width} см',
        '{drive} косачка {brand} с кош',
        'Градинска косачка {brand}, ширина {width} см',
      ],
      lines: [
        'Коси на ширина {width} см, височината се мени в [пет|шест|седем] степени.',
        'Кошът е 50 литра.',
        'Ножът е наточен, маслото – сменено.',
        'За двор до [500|800|1200] кв.м.',
      ],
      tags: ['косачка', 'градина', 'двор'],
    },
    en: {
      titles: ['{brand} {drive} lawn mower, {width} cm', '{drive} mower {brand} with grass box'],
      lines: [
        'Cuts {width} cm wide at [five|six|seven] heights.',
        'A 50 litre grass box.',
        'The blade is sharp and the oil is fresh.',
        'For gardens up to [500|800|1200] square metres.',
      ],
      tags: ['lawn mower', 'garden', 'yard'],
    },
  },
  {
    key: 'barbecue',
    category: 'home-garden',
    motif: 'grill',
    trade: 'both',
    wear: 'object',
    count: 14,
    price: 130,
    brands: ['Жарава', 'Terra'],
    facts: {
      fuel: { 'на въглища|charcoal': 0.7, 'газово|gas': 1.7, 'електрическо|electric': 0.8 },
    },
    bg: {
      titles: [
        'Барбекю {brand} {fuel}',
        'Градинско барбекю {fuel} с [капак|рафт|колела]',
        'Барбекю {brand} {fuel} за [двора|терасата|вилата]',
      ],
      lines: [
        'Решетката е чугунена, побира десет кебапчета и наденица.',
        'Капакът има термометър.',
        'Краката се сгъват, влиза в багажник.',
        'Пепелта пада в чекмедже.',
      ],
      tags: ['барбекю', 'скара', 'двор'],
    },
    en: {
      titles: [
        '{brand} {fuel} barbecue',
        '{fuel} garden grill {brand} with [lid|side shelf|wheels]',
      ],
      lines: [
        'A cast-iron grate with room for ten burgers.',
        'There is a thermometer in the lid.',
        'The legs fold, so it fits in a car.',
        'Ash falls into a drawer.',
      ],
      tags: ['barbecue', 'grill', 'garden'],
    },
  },
  {
    key: 'cookware',
    category: 'home-garden',
    motif: 'pot',
    trade: 'shop',
    count: 16,
    price: 60,
    brands: ['Гозба', 'Castella'],
    facts: {
      kind: {
        'чугунена тенджера|cast-iron pot': 1.1,
        'комплект тенджери|saucepan set': 1.5,
        'дълбок тиган|deep frying pan': 0.6,
        'тенджера под налягане|pressure cooker': 1.3,
      },
    },
    bg: {
      titles: ['{brand}: {kind}', '{kind} {brand} за [индукция|всички котлони|фурна]'],
      lines: [
        'Дебелото дъно държи топлината равномерно.',
        'Дръжките не парят.',
        'Може в съдомиялна и във фурна до 220 градуса.',
        'Покритието е без тефлон.',
      ],
      tags: ['кухня', 'готвене', 'съдове'],
    },
    en: {
      titles: ['{brand} {kind}', '{kind} {brand} for [induction|every hob|the oven]'],
      lines: [
        'The thick base spreads the heat evenly.',
        'Handles that stay cool.',
        'Dishwasher safe, and fine in the oven up to 220 degrees.',
        'The coating is free of PTFE.',
      ],
      tags: ['kitchen', 'cooking', 'cookware'],
    },
  },
];

/** The demo users by key, with the name others see. */
export const demoUsers = {
  maria: 'Мария Петрова',
  georgi: 'Георги Иванов',
  elena: 'Елена Стоянова',
  dimitar: 'Димитър Колев',
  ivana: 'Ивана Тодорова',
  nikola: 'Никола Маринов',
  anna: 'Anna Williams',
  stefan: 'Стефан Ангелов',
} as const;

export type DemoUser = keyof typeof demoUsers;

interface DemoLine {
  readonly by: DemoUser;
  readonly text: string;
  /** Minutes before the product was first started. */
  readonly minutesAgo: number;
  readonly reactions?: Readonly<Record<string, readonly DemoUser[]>>;
}

export interface DemoChannel {
  /** Null for the default channel, which already exists. */
  readonly name: string | null;
  readonly topic: string;
  readonly lines: readonly DemoLine[];
}

export const demoChannels: readonly DemoChannel[] = [
  {
    name: null,
    topic: 'За всичко, което няма свой канал',
    lines: [
      {
        by: 'maria',
        minutesAgo: 4_310,
        text: 'Добър ден на всички! Радвам се, че вече има къде да си говорим.',
      },
      {
        by: 'georgi',
        minutesAgo: 4_302,
        text: 'Здравейте! Най-после. Досега си пращахме оферти по съобщения.',
      },
      {
        by: 'anna',
        minutesAgo: 4_290,
        text: 'Hi everyone! Is it all right to write in English here?',
        reactions: { '👍': ['maria', 'dimitar', 'elena'] },
      },
      { by: 'elena', minutesAgo: 4_287, text: 'Of course, most of us read both.' },
      {
        by: 'dimitar',
        minutesAgo: 2_880,
        text: 'Въпрос: гледате ли цената за последните 30 дни, преди да купите?',
      },
      {
        by: 'ivana',
        minutesAgo: 2_874,
        text: 'Винаги. Миналата седмица един „намален“ телефон се оказа с 10 € по-скъп отпреди месец.',
        reactions: { '😂': ['georgi', 'nikola'], '💯': ['maria'] },
      },
      {
        by: 'nikola',
        minutesAgo: 1_442,
        text: 'Напомняне: преди да платите на непознат, уговорете преглед или изберете наложен платеж с преглед.',
        reactions: { '🙏': ['elena', 'anna', 'ivana'] },
      },
      {
        by: 'maria',
        minutesAgo: 61,
        text: 'Някой да е виждал добра цена за кафемашина? До 200 € търся.',
      },
      { by: 'stefan', minutesAgo: 44, text: 'В „Електроника“ вчера пуснаха две, виж там.' },
      { by: 'maria', minutesAgo: 41, text: 'Благодаря! Тичам.' },
    ],
  },
  {
    name: 'Електроника',
    topic: 'Телефони, компютри и всичко с кабел',
    lines: [
      {
        by: 'stefan',
        minutesAgo: 3_120,
        text: 'Слушалки с шумопотискане под 100 €, какво препоръчвате?',
      },
      {
        by: 'dimitar',
        minutesAgo: 3_104,
        text: 'Зависи: за път бих взел *затворени*, за офис и тапи стигат.',
      },
      {
        by: 'elena',
        minutesAgo: 3_090,
        text: 'Аз съм с миналогодишния модел на половин цена и не усещам разлика.',
        reactions: { '👀': ['stefan'] },
      },
      {
        by: 'anna',
        minutesAgo: 1_700,
        text: 'Is a refurbished laptop from a shop worth it? The warranty says **24 months**.',
      },
      {
        by: 'georgi',
        minutesAgo: 1_688,
        text: 'With two years of warranty – yes. Check the battery cycles first.',
        reactions: { '👍': ['anna', 'nikola'] },
      },
      {
        by: 'nikola',
        minutesAgo: 1_430,
        text: 'Две кафемашини с хубави цени: едната слезе до 179 €, другата е 215 €, но с мелачка.',
      },
      { by: 'ivana', minutesAgo: 210, text: 'Монитор 27" 1440p за 160 € – купувам ли?' },
      {
        by: 'stefan',
        minutesAgo: 201,
        text: 'Провери дали панелът е IPS. Ако е, не мисли.',
        reactions: { '👍': ['ivana'] },
      },
      {
        by: 'ivana',
        minutesAgo: 188,
        text: 'IPS е. Взех го 🙂',
        reactions: { '🎉': ['stefan', 'maria', 'dimitar'] },
      },
    ],
  },
  {
    name: 'Пътувания',
    topic: 'Самолетни билети, хотели и почивки на сметка',
    lines: [
      {
        by: 'elena',
        minutesAgo: 2_950,
        text: 'София – Рим за 28 € отиване и връщане през февруари, само с ръчен багаж.',
      },
      {
        by: 'maria',
        minutesAgo: 2_944,
        text: 'Хванах последните два места, благодаря! ❤️',
        reactions: { '✈️': ['elena', 'anna'] },
      },
      {
        by: 'anna',
        minutesAgo: 1_210,
        text: 'Any tips for skiing near Bansko without staying in Bansko?',
      },
      {
        by: 'dimitar',
        minutesAgo: 1_190,
        text: 'Look for guest houses in Dobrinishte: half the price and fifteen minutes by car.',
        reactions: { '🙏': ['anna'] },
      },
      {
        by: 'georgi',
        minutesAgo: 320,
        text: 'Внимавайте с таксата за избор на място, на един сайт излезе колкото билета.',
      },
    ],
  },
  {
    name: 'За дома и градината',
    topic: 'Мебели, инструменти, саксии',
    lines: [
      {
        by: 'ivana',
        minutesAgo: 5_020,
        text: 'Подарявам саксии, различни размери, София, „Лозенец“. Пишете ми на лично.',
      },
      { by: 'nikola', minutesAgo: 5_001, text: 'Писах ти!', reactions: { '👍': ['ivana'] } },
      { by: 'stefan', minutesAgo: 960, text: 'Винтоверт за домашни ремонти: стига ли 12 V?' },
      {
        by: 'georgi',
        minutesAgo: 948,
        text: 'За рафтове и мебели – да. За бетон не ти трябва винтоверт, а перфоратор.',
      },
      {
        by: 'elena',
        minutesAgo: 130,
        text: 'Тази седмица бойлерите паднаха с около 15%, ако някой отлага.',
      },
    ],
  },
];

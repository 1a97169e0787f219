/** A district (област): its centre first, then its other towns and known resorts. */
export interface DistrictData {
  /** Id of the location row; `oblast-` distinguishes a district from the town of the same name. */
  readonly id: string;
  readonly bg: string;
  readonly en: string;
  /** The adjective in „Пловдивска област". */
  readonly adjective: string;
  readonly towns: readonly string[];
}

/** Names whose English form is not their Romanisation. */
export const englishNames: Readonly<Record<string, string>> = {
  'Слънчев бряг': 'Sunny Beach',
  'Златни пясъци': 'Golden Sands',
};

/** Towns with the name of a town in another district: their ids, by district. */
export const sharedNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Бяла: { 'oblast-ruse': 'byala-ruse', 'oblast-varna': 'byala-varna' },
};

/** Short forms that sources use. */
export const shortNames: Readonly<Record<string, readonly string[]>> = {
  'Велико Търново': ['В. Търново', 'Търново'],
  'Горна Оряховица': ['Г. Оряховица'],
  'Гоце Делчев': ['Г. Делчев'],
  'Малко Търново': ['М. Търново'],
  'Нова Загора': ['Н. Загора'],
  'Свети Влас': ['Св. Влас'],
  'Стара Загора': ['Ст. Загора', 'Стара Загора-град'],
  София: ['София-град', 'Столица'],
};

const district = (
  id: string,
  bg: string,
  en: string,
  adjective: string,
  towns: string,
): DistrictData => ({ id: `oblast-${id}`, bg, en, adjective, towns: towns.split(', ') });

/** The 28 districts with their 257 towns and six seaside and mountain resorts. */
export const districts: readonly DistrictData[] = [
  district(
    'blagoevgrad',
    'Област Благоевград',
    'Blagoevgrad Province',
    'Благоевградска',
    'Благоевград, Банско, Белица, Гоце Делчев, Добринище, Кресна, Мелник, Петрич, Разлог, Сандански, Симитли, Хаджидимово, Якоруда',
  ),
  district(
    'burgas',
    'Област Бургас',
    'Burgas Province',
    'Бургаска',
    'Бургас, Айтос, Ахелой, Ахтопол, Българово, Каблешково, Камено, Карнобат, Китен, Малко Търново, Несебър, Обзор, Поморие, Приморско, Свети Влас, Слънчев бряг, Созопол, Средец, Сунгурларе, Царево, Черноморец',
  ),
  district(
    'dobrich',
    'Област Добрич',
    'Dobrich Province',
    'Добричка',
    'Добрич, Албена, Балчик, Генерал Тошево, Каварна, Тервел, Шабла',
  ),
  district(
    'gabrovo',
    'Област Габрово',
    'Gabrovo Province',
    'Габровска',
    'Габрово, Дряново, Плачковци, Севлиево, Трявна',
  ),
  district(
    'haskovo',
    'Област Хасково',
    'Haskovo Province',
    'Хасковска',
    'Хасково, Димитровград, Ивайловград, Любимец, Маджарово, Меричлери, Свиленград, Симеоновград, Тополовград, Харманли',
  ),
  district(
    'kardzhali',
    'Област Кърджали',
    'Kardzhali Province',
    'Кърджалийска',
    'Кърджали, Ардино, Джебел, Крумовград, Момчилград',
  ),
  district(
    'kyustendil',
    'Област Кюстендил',
    'Kyustendil Province',
    'Кюстендилска',
    'Кюстендил, Бобов дол, Бобошево, Дупница, Кочериново, Рила, Сапарева баня',
  ),
  district(
    'lovech',
    'Област Ловеч',
    'Lovech Province',
    'Ловешка',
    'Ловеч, Априлци, Летница, Луковит, Тетевен, Троян, Угърчин, Ябланица',
  ),
  district(
    'montana',
    'Област Монтана',
    'Montana Province',
    'Монтанска',
    'Монтана, Берковица, Бойчиновци, Брусарци, Вълчедръм, Вършец, Лом, Чипровци',
  ),
  district(
    'pazardzhik',
    'Област Пазарджик',
    'Pazardzhik Province',
    'Пазарджишка',
    'Пазарджик, Батак, Белово, Брацигово, Велинград, Ветрен, Костандово, Панагюрище, Пещера, Ракитово, Септември, Стрелча, Сърница',
  ),
  district(
    'pernik',
    'Област Перник',
    'Pernik Province',
    'Пернишка',
    'Перник, Батановци, Брезник, Земен, Радомир, Трън',
  ),
  district(
    'pleven',
    'Област Плевен',
    'Pleven Province',
    'Плевенска',
    'Плевен, Белене, Гулянци, Долна Митрополия, Долни Дъбник, Искър, Кнежа, Койнаре, Левски, Никопол, Пордим, Славяново, Тръстеник, Червен бряг',
  ),
  district(
    'plovdiv',
    'Област Пловдив',
    'Plovdiv Province',
    'Пловдивска',
    'Пловдив, Асеновград, Баня, Брезово, Калофер, Карлово, Клисура, Кричим, Куклен, Лъки, Перущица, Първомай, Раковски, Садово, Сопот, Стамболийски, Съединение, Хисаря',
  ),
  district(
    'razgrad',
    'Област Разград',
    'Razgrad Province',
    'Разградска',
    'Разград, Завет, Исперих, Кубрат, Лозница, Цар Калоян',
  ),
  district(
    'ruse',
    'Област Русе',
    'Ruse Province',
    'Русенска',
    'Русе, Борово, Бяла, Ветово, Глоджево, Две могили, Мартен, Сеново, Сливо поле',
  ),
  district(
    'shumen',
    'Област Шумен',
    'Shumen Province',
    'Шуменска',
    'Шумен, Велики Преслав, Върбица, Каолиново, Каспичан, Нови пазар, Плиска, Смядово',
  ),
  district(
    'silistra',
    'Област Силистра',
    'Silistra Province',
    'Силистренска',
    'Силистра, Алфатар, Главиница, Дулово, Тутракан',
  ),
  district(
    'sliven',
    'Област Сливен',
    'Sliven Province',
    'Сливенска',
    'Сливен, Кермен, Котел, Нова Загора, Твърдица, Шивачево',
  ),
  district(
    'smolyan',
    'Област Смолян',
    'Smolyan Province',
    'Смолянска',
    'Смолян, Девин, Доспат, Златоград, Мадан, Неделино, Пампорово, Рудозем, Чепеларе',
  ),
  district(
    'sofia-grad',
    'Област София-град',
    'Sofia City Province',
    'Столична',
    'София, Банкя, Бухово, Нови Искър',
  ),
  district(
    'sofia',
    'Софийска област',
    'Sofia Province',
    'Софийска',
    'Божурище, Боровец, Ботевград, Годеч, Долна баня, Драгоман, Елин Пелин, Етрополе, Златица, Ихтиман, Копривщица, Костенец, Костинброд, Момин проход, Пирдоп, Правец, Самоков, Своге, Сливница',
  ),
  district(
    'stara-zagora',
    'Област Стара Загора',
    'Stara Zagora Province',
    'Старозагорска',
    'Стара Загора, Гурково, Гълъбово, Казанлък, Крън, Мъглиж, Николаево, Павел баня, Раднево, Чирпан, Шипка',
  ),
  district(
    'targovishte',
    'Област Търговище',
    'Targovishte Province',
    'Търговищка',
    'Търговище, Антоново, Омуртаг, Опака, Попово',
  ),
  district(
    'varna',
    'Област Варна',
    'Varna Province',
    'Варненска',
    'Варна, Аксаково, Белослав, Бяла, Вълчи дол, Девня, Долни чифлик, Дългопол, Златни пясъци, Игнатиево, Провадия, Свети Константин, Суворово',
  ),
  district(
    'veliko-tarnovo',
    'Област Велико Търново',
    'Veliko Tarnovo Province',
    'Великотърновска',
    'Велико Търново, Бяла черква, Горна Оряховица, Дебелец, Долна Оряховица, Елена, Златарица, Килифарево, Лясковец, Павликени, Полски Тръмбеш, Свищов, Стражица, Сухиндол',
  ),
  district(
    'vidin',
    'Област Видин',
    'Vidin Province',
    'Видинска',
    'Видин, Белоградчик, Брегово, Грамада, Димово, Дунавци, Кула',
  ),
  district(
    'vratsa',
    'Област Враца',
    'Vratsa Province',
    'Врачанска',
    'Враца, Бяла Слатина, Козлодуй, Криводол, Мездра, Мизия, Оряхово, Роман',
  ),
  district(
    'yambol',
    'Област Ямбол',
    'Yambol Province',
    'Ямболска',
    'Ямбол, Болярово, Елхово, Стралджа',
  ),
];

import { startsCyrillic } from '@izgodno/contract/common/transliteration';

interface Country {
  /** Its first name in `countryNames`. */
  readonly country: string;
  /**
   * Its cities, islands and resorts, each with all its names: at most two words each, the Bulgarian
   * one first.
   */
  readonly locations: readonly (readonly string[])[];
}

/** `names: locations`, both separated by commas. */
const lines = `
Гърция, Greece, гръцки, Greek: Халкидики, Halkidiki, Chalkidiki, Тасос, Thassos, Thasos, Солун, Thessaloniki, Атина, Athens, Крит, Crete, Родос, Rhodes, Корфу, Corfu, Санторини, Santorini, Миконос, Mykonos, Кавала, Kavala, Катерини, Katerini, Лефкада, Lefkada, Закинтос, Zakynthos, Ситония, Sithonia, Касандра, Kassandra, Ставрос, Stavros, Асправалта, Паралия, Paralia
Турция, Turkey, турски, Turkish: Анталия, Antalya, Истанбул, Istanbul, Бодрум, Bodrum, Кушадасъ, Kusadasi, Мармарис, Marmaris, Алания, Alanya, Белек, Belek, Кемер, Kemer, Одрин, Edirne, Кападокия, Cappadocia, Дидим, Didim
Италия, Italy: Рим, Rome, Милано, Milan, Венеция, Venice, Флоренция, Florence, Неапол, Naples, Сицилия, Sicily, Сардиния, Sardinia, Верона, Verona, Бергамо, Bergamo, Болоня, Bologna, Пиза, Pisa, Тоскана, Tuscany, Пулия, Puglia, Apulia, Римини, Rimini
Испания, Spain: Барселона, Barcelona, Мадрид, Madrid, Майорка, Mallorca, Majorca, Тенерифе, Tenerife, Валенсия, Valencia, Малага, Malaga, Севиля, Seville, Ибиса, Ibiza, Аликанте, Alicante
Франция, France: Париж, Paris, Ница, Лион, Lyon, Марсилия, Marseille, Дисниленд, Disneyland, Прованс, Provence
Германия, Germany: Берлин, Berlin, Мюнхен, Munich, Хамбург, Hamburg, Франкфурт, Frankfurt, Кьолн, Cologne, Koln, Дрезден, Dresden
Австрия, Austria: Виена, Vienna, Залцбург, Salzburg, Инсбрук, Innsbruck
Чехия, Czechia: Прага, Prague, Карлови Вари, Karlovy Vary, Бърно, Brno
Унгария, Hungary: Будапеща, Budapest
Англия, England, Великобритания, UK, Велика Британия, Great Britain, United Kingdom: Лондон, London, Манчестър, Manchester, Единбург, Edinburgh, Ливърпул, Liverpool
Португалия, Portugal: Лисабон, Lisbon, Порто, Porto, Мадейра, Madeira, Алгарве, Algarve
Сърбия, Serbia: Белград, Belgrade, Нови Сад, Novi Sad
Египет, Egypt: Хургада, Hurghada, Кайро, Cairo, Луксор, Luxor
Емирства, ОАЕ, UAE, Emirates: Дубай, Dubai, Абу Даби, Abu Dhabi
Хърватия, Croatia: Дубровник, Dubrovnik, Сплит, Загреб, Zagreb, Истрия, Istria
Румъния, Romania: Букурещ, Bucharest, Брашов, Brasov, Синая, Sinaia, Трансилвания, Transylvania
Македония, Macedonia: Скопие, Skopje, Охрид, Ohrid
Албания, Albania: Саранда, Sarande, Дуръс, Durres, Вльора, Vlore, Тирана, Tirana, Ксамил, Ksamil
Черна гора, Montenegro: Будва, Budva, Котор, Kotor
Холандия, Нидерландия, Netherlands, Holland: Амстердам, Amsterdam, Ротердам, Rotterdam
Полша, Poland: Варшава, Warsaw, Краков, Krakow
Норвегия, Norway: Осло, Oslo, норвежки, Norwegian, Берген, Bergen
Кипър, Cyprus: Ларнака, Larnaca, Пафос, Paphos, Лимасол, Limassol
Малта, Malta: Валета, Valletta
Швейцария, Switzerland: Цюрих, Zurich, Женева, Geneva, Базел, Basel
Белгия, Belgium: Брюксел, Brussels, Брюге, Bruges
Дания, Denmark: Копенхаген, Copenhagen
Ирландия, Ireland: Дъблин, Dublin
Мароко, Morocco: Маракеш, Marrakech, Агадир, Agadir
Тайланд, Thailand: Пукет, Phuket, Банкок, Bangkok
Малдиви, Maldives: малдивски
България, Bulgaria: Слънчев бряг, Sunny Beach, Златни пясъци, Golden Sands, Созопол, Sozopol, Несебър, Nessebar, Nesebar, Банско, Bansko, Боровец, Borovets, Пампорово, Pamporovo, Велинград, Velingrad, Сандански, Sandanski, Хисаря, Hisarya, Албена, Albena, Приморско, Primorsko, Китен, Kiten, Поморие, Pomorie, Балчик, Balchik, Лозенец, Lozenets, Кюстендил, Kyustendil, Рила, Rila
`;

const listOf = (text: string): readonly string[] => text.split(',').map((name) => name.trim());

/** Names in Latin letters belong to the Bulgarian one before them. */
const namesByLocation = (names: readonly string[]): readonly (readonly string[])[] => {
  const starts = names.flatMap((name, at) => (startsCyrillic(name) ? [at] : []));
  return starts.map((start, at) => names.slice(start, starts[at + 1]));
};

const countries = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [names = '', locations = ''] = line.split(':');
    return { names: listOf(names), locations: namesByLocation(listOf(locations)) };
  });

/** The names of each country in both languages, and the adjectives that deals use for them. */
export const countryNames: readonly (readonly string[])[] = countries.map(({ names }) => names);

/** What lies in each country: a search for a country finds its locations too. */
export const locationsOfCountries: readonly Country[] = countries.map(({ names, locations }) => ({
  country: names[0] ?? '',
  locations,
}));

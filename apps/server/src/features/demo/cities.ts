import type { LocalisedName } from '@izgodno/contract/deals/deal';

export interface City {
  readonly id: string;
  readonly name: LocalisedName;
  /** How many of the offers come from here, relative to the others. */
  readonly weight: number;
  /** Its property prices against Plovdiv's. */
  readonly propertyFactor: number;
}

const city = (
  id: string,
  bg: string,
  en: string,
  weight: number,
  propertyFactor: number,
): City => ({ id, name: { bg, en }, weight, propertyFactor });

/** Where demo offers come from: ids and names as in the `locations` table. */
export const cities: readonly City[] = [
  city('sofia', 'София', 'Sofia', 30, 1.5),
  city('plovdiv', 'Пловдив', 'Plovdiv', 15, 1),
  city('varna', 'Варна', 'Varna', 14, 1.2),
  city('burgas', 'Бургас', 'Burgas', 9, 1.1),
  city('ruse', 'Русе', 'Ruse', 5, 0.75),
  city('stara-zagora', 'Стара Загора', 'Stara Zagora', 5, 0.8),
  city('pleven', 'Плевен', 'Pleven', 4, 0.65),
  city('veliko-tarnovo', 'Велико Търново', 'Veliko Tarnovo', 4, 0.75),
  city('blagoevgrad', 'Благоевград', 'Blagoevgrad', 3, 0.75),
  city('sliven', 'Сливен', 'Sliven', 2, 0.55),
  city('dobrich', 'Добрич', 'Dobrich', 2, 0.6),
  city('shumen', 'Шумен', 'Shumen', 2, 0.6),
  city('pernik', 'Перник', 'Pernik', 2, 0.6),
  city('haskovo', 'Хасково', 'Haskovo', 2, 0.6),
  city('yambol', 'Ямбол', 'Yambol', 2, 0.55),
  city('pazardzhik', 'Пазарджик', 'Pazardzhik', 2, 0.6),
  city('gabrovo', 'Габрово', 'Gabrovo', 2, 0.55),
  city('vratsa', 'Враца', 'Vratsa', 2, 0.5),
  city('kyustendil', 'Кюстендил', 'Kyustendil', 1, 0.5),
  city('lovech', 'Ловеч', 'Lovech', 1, 0.45),
  city('montana', 'Монтана', 'Montana', 1, 0.45),
  city('vidin', 'Видин', 'Vidin', 1, 0.4),
  city('silistra', 'Силистра', 'Silistra', 1, 0.4),
  city('targovishte', 'Търговище', 'Targovishte', 1, 0.45),
  city('razgrad', 'Разград', 'Razgrad', 1, 0.45),
  city('kardzhali', 'Кърджали', 'Kardzhali', 1, 0.55),
  city('smolyan', 'Смолян', 'Smolyan', 1, 0.55),
  city('asenovgrad', 'Асеновград', 'Asenovgrad', 1, 0.65),
  city('kazanlak', 'Казанлък', 'Kazanlak', 1, 0.6),
  city('samokov', 'Самоков', 'Samokov', 1, 0.55),
  city('bansko', 'Банско', 'Bansko', 1, 0.8),
  city('velingrad', 'Велинград', 'Velingrad', 1, 0.75),
  city('sandanski', 'Сандански', 'Sandanski', 1, 0.7),
  city('nesebar', 'Несебър', 'Nesebar', 1, 0.85),
  city('sozopol', 'Созопол', 'Sozopol', 1, 1),
  city('pomorie', 'Поморие', 'Pomorie', 1, 0.8),
  city('balchik', 'Балчик', 'Balchik', 1, 0.75),
  city('troyan', 'Троян', 'Troyan', 1, 0.5),
];

/** Bulgarian doubles the preposition before в and ф: „във Варна". */
export const inCity = (name: LocalisedName): LocalisedName => ({
  bg: `${/^[вф]/iu.test(name.bg) ? 'във' : 'в'} ${name.bg}`,
  en: `in ${name.en}`,
});

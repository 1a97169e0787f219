import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Condition } from '@izgodno/contract/deals/vocabulary';
import type { Wear } from './family.ts';

type UsedCondition = Exclude<Condition, 'new'>;
type Lines = Readonly<Record<UsedCondition, readonly string[]>>;

const device: Readonly<Record<LanguageCode, Lines>> = {
  bg: {
    like_new: [
      'Ползва се около месец, без нито една драскотина.',
      'Като извадено от кутията, пазят се и фолиата.',
      'Подарък, който се оказа излишен – включвано е два пъти.',
    ],
    good: [
      'Работи безотказно, има само дребни следи от употреба.',
      'Всичко е изпробвано и наред, личат си леки драскотини отзад.',
      'Пазено е, ползва се само вкъщи.',
    ],
    fair: [
      'Външно си личи възрастта, но работи както трябва.',
      'Има охлузвания по ръбовете, на работата не пречат.',
      'Една драскотина е по-дълбока – виж последната снимка.',
    ],
    for_parts: [
      'Не се включва, продава се за части.',
      'За ремонт или части, причината не е търсена.',
      'След токов удар е – става за резервни части.',
    ],
  },
  en: {
    like_new: [
      'Used for a month or so, not a single scratch.',
      'Looks as if it just left the box; the protective films are still on.',
      'An unwanted gift, switched on twice.',
    ],
    good: [
      'Works perfectly, with only small signs of use.',
      'Fully tested and fine; a few light scratches on the back.',
      'Well kept and only ever used at home.',
    ],
    fair: [
      'It shows its age on the outside but does its job.',
      'The edges are scuffed, which changes nothing in how it works.',
      'One scratch is deeper than the rest, see the last picture.',
    ],
    for_parts: [
      'It does not switch on: for spare parts.',
      'For repair or parts; I have not looked for the cause.',
      'Died in a power surge, good for parts.',
    ],
  },
};

const fabric: Readonly<Record<LanguageCode, Lines>> = {
  bg: {
    like_new: [
      'Обличано веднъж, изглежда чисто ново.',
      'С етикет, само е пробвано.',
      'Сбърках размера, затова го давам.',
    ],
    good: ['Носено един сезон, без забележки.', 'Изпрано и изгладено, без петна и скъсано.'],
    fair: [
      'Носено е, има леко избеляване.',
      'Личи си, че не е ново, но има още много живот.',
      'Липсва едно копче, давам резервно.',
    ],
    for_parts: ['Ципът е счупен, става за преправяне.', 'Има скъсано – за плат или ремонт.'],
  },
  en: {
    like_new: [
      'Worn once, looks brand new.',
      'Still has the tag, only tried on.',
      'I got the size wrong, so it goes.',
    ],
    good: [
      'Worn for one season, nothing to complain about.',
      'Washed and ironed, no stains or tears.',
    ],
    fair: [
      'Worn and slightly faded.',
      'Clearly not new, but with plenty of life left.',
      'One button is missing; a spare is included.',
    ],
    for_parts: [
      'The zip is broken; fit for alteration.',
      'Torn in one place: for fabric or repair.',
    ],
  },
};

const furniture: Readonly<Record<LanguageCode, Lines>> = {
  bg: {
    like_new: [
      'Ползвано няколко месеца, без забележки.',
      'Стои в стая за гости, почти не е ползвано.',
    ],
    good: [
      'Запазено е, домът е без деца и животни.',
      'Няма счупено, само леки следи от ежедневието.',
      'Стабилно е, нищо не скърца.',
    ],
    fair: [
      'Има няколко драскотини, лесно се скриват.',
      'Плотът е охлузен в единия край.',
      'За вила или квартира е чудесно.',
    ],
    for_parts: [
      'Един от краката е счупен, за майстор.',
      'Разглобено е, липсват част от винтовете.',
    ],
  },
  en: {
    like_new: [
      'Used for a few months, no complaints.',
      'It stood in a guest room, hardly ever used.',
    ],
    good: [
      'Well kept, in a home without children or pets.',
      'Nothing broken, just light marks of daily life.',
      'Stable, nothing creaks.',
    ],
    fair: [
      'A few scratches, easy to hide.',
      'One end of the top is scuffed.',
      'Ideal for a country house or a rented flat.',
    ],
    for_parts: [
      'One leg is broken: for a handy person.',
      'Taken apart, with some of the screws missing.',
    ],
  },
};

const vehicle: Readonly<Record<LanguageCode, Lines>> = {
  bg: {
    like_new: [
      'Карано съвсем малко, стои в гараж.',
      'Минало е първото обслужване, няма забележки.',
    ],
    good: [
      'Обслужено е миналия месец, не иска вложения.',
      'Технически изправно, с дребни драскотини.',
      'Може да се пробва на място.',
    ],
    fair: [
      'Има нужда от козметичен ремонт.',
      'Боята е пипана на места, технически е добре.',
      'За смяна са някои консумативи, отразено е в цената.',
    ],
    for_parts: ['Не е в движение, продава се за части.', 'Ударено отпред, останалото е здраво.'],
  },
  en: {
    like_new: [
      'Hardly ridden or driven, kept in a garage.',
      'Just past its first service, no remarks.',
    ],
    good: [
      'Serviced last month, needs nothing.',
      'Mechanically sound with minor scratches.',
      'You are welcome to try it.',
    ],
    fair: [
      'It could do with some cosmetic work.',
      'The paint has been touched up in places; mechanically fine.',
      'Some wear parts are due; the price allows for that.',
    ],
    for_parts: ['Not running, sold for parts.', 'Damaged at the front, the rest is sound.'],
  },
};

const paper: Readonly<Record<LanguageCode, Lines>> = {
  bg: {
    like_new: ['Четено веднъж, страниците са чисти.', 'Изглежда ново, без подчертавания.'],
    good: ['Запазено, с леко огънати ъгли.', 'Има посвещение на първата страница, иначе е чисто.'],
    fair: ['Корицата е протрита, нищо не липсва.', 'С бележки с молив в полетата.'],
    for_parts: ['Подвързията е разлепена, за реставрация.', 'Липсват няколко листа.'],
  },
  en: {
    like_new: ['Read once, clean pages.', 'Looks new, no underlining.'],
    good: [
      'Well kept, the corners slightly bent.',
      'A dedication on the first page, otherwise clean.',
    ],
    fair: ['The cover is worn, nothing is missing.', 'Pencil notes in the margins.'],
    for_parts: ['The binding has come loose: for restoration.', 'A few leaves are missing.'],
  },
};

const object: Readonly<Record<LanguageCode, Lines>> = {
  bg: {
    like_new: ['Почти неизползвано, изглежда ново.', 'Стояло е в шкаф, няма следи от употреба.'],
    good: ['Пазено, с нормални следи от времето.', 'Всичко е налице, нищо не е лепено.'],
    fair: ['Има дребни забележки, видими на снимките.', 'Личи си употребата, цената е съобразена.'],
    for_parts: ['Има счупена част, за ремонт или за части.', 'Непълно е – за резервни части.'],
  },
  en: {
    like_new: ['Almost unused, looks new.', 'It lived in a cupboard; no signs of use.'],
    good: ['Well kept, with normal signs of time.', 'All there, nothing glued.'],
    fair: ['Small flaws, visible in the pictures.', 'Clearly used, and priced for it.'],
    for_parts: ['One part is broken: for repair or spares.', 'Incomplete, for spare parts.'],
  },
};

/** What sellers say of a second-hand thing's condition. */
export const conditionLines: Readonly<Record<Wear, Readonly<Record<LanguageCode, Lines>>>> = {
  device,
  fabric,
  furniture,
  vehicle,
  paper,
  object,
};

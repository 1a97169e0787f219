/** An emoji and its search terms in each language. */
export interface Emoji {
  readonly emoji: string;
  readonly en: string;
  readonly bg: string;
}

const group = (text: string): readonly Emoji[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [emoji = '', en = '', bg = ''] = line.trim().split('|');
      return { emoji, en, bg };
    });

/** The emoji of the picker by theme; the first term is their name. */
export const emojiGroups = {
  faces: group(`
    😀|grinning face|усмихнато лице
    😂|tears of joy, laugh|сълзи от смях
    🤣|rolling with laughter|търкаляне от смях
    😊|smiling face, blush|мила усмивка
    😉|wink|намигване
    😍|heart eyes, love|влюбени очи
    😘|kiss|целувка
    😎|cool, sunglasses|готино, очила
    🤔|thinking|мисля
    😮|surprised, wow|изненада
    😢|crying, sad|тъга, плач
    😭|sobbing|силен плач
    😡|angry|гняв
    🥳|party face|празник
    🤯|mind blown|изумление
    😱|scream|ужас
    😴|sleeping|сън
    🤗|hug|прегръдка
    🙄|eye roll|досада
    😅|sweat smile|неловка усмивка
    🤩|star eyes|възторг
    🥺|pleading|моля
    😬|grimace|гримаса
    🤝|handshake, deal|сделка, ръкостискане
  `),
  hands: group(`
    👍|thumbs up, yes|палец нагоре, да
    👎|thumbs down, no|палец надолу, не
    👏|clap|аплодисменти
    🙏|thank you, please|благодаря, моля
    💪|strong|сила
    👌|fine|добре
    ✌️|victory|победа
    👋|hello, wave|здравей, чао
    🙌|hooray|ура
    👀|eyes, look|очи, виж
    🤞|fingers crossed|стискам палци
    🫶|heart hands|сърце с ръце
  `),
  signs: group(`
    ❤️|heart, love|сърце, любов
    💚|green heart|зелено сърце
    💔|broken heart|разбито сърце
    🔥|fire, hot|огън, горещо
    ⭐|star|звезда
    ✨|sparkles|блясък
    🎉|party, celebrate|празненство
    💯|hundred|сто процента
    ✅|done, check|готово
    ❌|cross, wrong|грешно
    ⚠️|warning|внимание
    ❓|question|въпрос
    ❗|exclamation|удивителна
    💡|idea|идея
    ⏰|clock, alarm|часовник
    🚀|rocket|ракета
  `),
  deals: group(`
    🏷️|tag, price|етикет, цена
    💰|money bag|пари
    💶|euro|евро
    🛒|cart, shop|количка, пазар
    🛍️|shopping bags|покупки
    🎁|gift|подарък
    📦|parcel|пратка
    🚚|delivery|доставка
    📉|price drop|спад на цената
    📈|price rise|ръст на цената
    💻|laptop|лаптоп
    📱|phone|телефон
    🎧|headphones|слушалки
    📷|camera|фотоапарат
    🎸|guitar|китара
    📚|books|книги
    👟|shoe|обувка
    👕|shirt|тениска
    🛋️|sofa|диван
    🔧|tool|инструмент
  `),
  life: group(`
    ☕|coffee|кафе
    🍺|beer|бира
    🍕|pizza|пица
    🍎|apple|ябълка
    🎂|cake, birthday|торта, рожден ден
    🏠|home|дом
    🚗|car|кола
    ✈️|plane, travel|самолет, пътуване
    🏖️|beach|плаж
    ⛰️|mountain|планина
    🚲|bicycle|колело
    ⚽|football|футбол
    🎮|game|игра
    🐶|dog|куче
    🐱|cat|котка
    🌞|sun|слънце
    🌧️|rain|дъжд
    ❄️|snow|сняг
    🌹|rose|роза
    🇧🇬|Bulgaria|България
  `),
} as const satisfies Record<string, readonly Emoji[]>;

export const emojiGroupNames = [
  'faces',
  'hands',
  'signs',
  'deals',
  'life',
] as const satisfies readonly (keyof typeof emojiGroups)[];

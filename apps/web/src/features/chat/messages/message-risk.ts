/** What a message from a stranger asks for that often precedes a fraud. */
export type MessageRisk = 'payment' | 'leave' | 'link';

const LINK = /(?:https?:\/\/|(?<![\p{L}\p{N}@.-])www\.)[^\s<>"']{1,2000}/giu;

/** Requests to pay before or outside the handover, in both languages; stems, because words are inflected. */
const PAYMENT = [
  /western\s?union|moneygram|paysafe|revolut|paypal|(?<!\p{L})(?:bitcoin|btc|usdt|crypto|gift\s?card)/iu,
  /(?<!\p{L})iban(?!\p{L})|(?<!\p{L})(?:cvv|cvc)(?!\p{L})/iu,
  /(?<!\p{L})pay(?:ment)?\s(?:\p{L}+\s){0,3}(?:in\sadvance|upfront|outside|first)/iu,
  /(?<!\p{L})(?:bank\stransfer|wire\s(?:the\s)?money|send\s(?:the\s|me\s)?(?:money|deposit)|deposit\sfirst|card\snumber)/iu,
  /(?<!\p{L})(?:предплат|предплащ|капаро|депозит|биткойн|крипто|револ[юу]т|пейпал|уестърн\sюниън)/iu,
  /(?<!\p{L})(?:плат|плащ|прев[еоъ]д|прате|изпрат)\p{L}*\s(?:\p{L}+\s){0,3}(?:предварително|авансово|извън|по\sбанк)/iu,
  /(?<!\p{L})(?:банков\p{L}*\sпревод|прев[еоъ]д\p{L}*\sпо\s(?:банк|смет)|номер\p{L}*\sна\s(?:банкова\p{L}*\s)?карта|данни\p{L}*\sна\sкарта)/iu,
];

/** Requests to go on elsewhere: other messengers, telephone numbers and email addresses. */
const LEAVE = [
  /whats\s?app|(?<!\p{L})viber|telegram|(?<!\p{L})(?:signal|messenger|wechat)(?!\p{L})/iu,
  /вайбър|(?<!\p{L})(?:уатсап|уотсап|ватсап|телеграм|месинджър)/iu,
  /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})*\.\p{L}{2,20}/u,
  /(?<![\p{N}+])(?:\+|00)[1-9](?:[\s./-]?\d){7,13}(?!\d)|(?<!\d)08[789](?:[\s./-]?\d){7}(?!\d)/u,
];

const matchesOne = (patterns: readonly RegExp[], text: string): boolean =>
  patterns.some((pattern) => pattern.test(text));

/** Returns the gravest risk of a message's text; null if there is none. Links to `origin` are safe. */
export const riskOf = (text: string, origin: string): MessageRisk | null => {
  const foreign = [...text.matchAll(LINK)].filter(([link]) => {
    const url = /^www/i.test(link) ? `https://${link}` : link;
    return !URL.canParse(url) || new URL(url).origin !== origin;
  });
  const words = text.replaceAll(LINK, ' ');
  if (matchesOne(PAYMENT, words)) return 'payment';
  if (matchesOne(LEAVE, words)) return 'leave';
  return foreign.length > 0 ? 'link' : null;
};

import type { DealSearchPage } from '../deal-search.ts';
import type { QueryUnit } from '../engine/analysis/query-syntax.ts';
import { productNames } from '../engine/analysis/product-names.ts';
import { unitsOfText } from '../engine/analysis/significant-units.ts';
import { numberWords } from '../engine/analysis/title-kinds.ts';
import { excludedBy, type Reading } from './reading.ts';
import { hasConditions, noConditions } from './relaxations.ts';
import { wordsIn } from './unread-text.ts';

/** Makes the search of a reading. */
export type Ask = (reading: Reading) => Promise<DealSearchPage>;

interface Result {
  readonly reading: Reading;
  readonly page: DealSearchPage;
}

const isExact = ({ total, dropped }: DealSearchPage): boolean => total > 0 && dropped.length === 0;

/** Asks with the filters that the words name beside; without them if no deal passes with all words. */
const askNarrowly = async (ask: Ask, reading: Reading): Promise<Result> => {
  const page = await ask(reading);
  if (isExact(page) || Object.keys(reading.named).length === 0) return { reading, page };
  const wider = { ...reading, named: {} };
  return { reading: wider, page: await ask(wider) };
};

const isMeasure = ({ lexemes }: QueryUnit): boolean => lexemes.every(({ unit }) => unit !== null);

/**
 * As a phrase, one name says nothing: a deal that mentions a product is not that product. If there
 * are such products, a name with a measure says nothing, either: flights come with a „куфар 20 кг“.
 */
const isOneName = (words: string, isFound: boolean): boolean =>
  unitsOfText(words)
    .flat()
    .filter((unit) => !isFound || !isMeasure(unit)).length < 2;

const isCount = (word = ''): boolean => numberWords.has(word) || /^\d/u.test(word);

/** What follows them is only a part, or a purpose: "with both caps". */
const joints: ReadonlySet<string> = new Set(['с', 'със', 'за', 'with', 'for']);

/**
 * The one product that words describe, at their end: „кабел“ of „usb-c кабел“, but not „бутилки“ of
 * „6 бутилки“.
 */
const lastProduct = (words: string): string | null => {
  const texts = wordsIn(words);
  const [name, ...others] = productNames(texts);
  if (name?.to !== texts.length || others.length > 0) return null;
  if (texts.slice(0, name.from).some((text) => joints.has(text))) return null;
  return isCount(texts[name.from - 1]) ? null : texts.slice(name.from).join(' ');
};

/** If no deal is that product, a text with the words says what something else comes with. */
const endsWithAbsentProduct = async (ask: Ask, reading: Reading): Promise<boolean> => {
  const words = lastProduct(reading.meaning.words);
  if (words === null) return false;
  return !isExact(await ask({ ...reading, meaning: { ...reading.meaning, words } }));
};

/** Asks for all that was typed, side by side and without conditions. Null if no deal has it. */
const askForWhole = async (ask: Ask, asked: Reading): Promise<Result | null> => {
  const { text } = asked.query;
  const meaning = { ...asked.meaning, ...noConditions, sort: null, words: text };
  const reading = { ...asked, named: {}, replaced: [], phrase: text, meaning };
  const page = await ask(reading);
  return page.total > 0 ? { reading, page } : null;
};

/**
 * Asks for the words as they are, side by side: what is left of them beside the conditions, then all.
 * If only the conditions exclude the deals with these words, the page is empty and its reading is
 * literal. Null if no deal has the words. `isFound` says whether deals have less than was asked.
 */
const askLiterally = async (ask: Ask, asked: Reading, isFound: boolean): Promise<Result | null> => {
  const { query, meaning } = asked;
  const free = { ...meaning, ...noConditions, sort: null };
  const understood = { ...asked, named: {}, phrase: meaning.words };
  if (!isOneName(meaning.words, isFound)) {
    if (await endsWithAbsentProduct(ask, { ...asked, named: {}, meaning: free })) return null;
    const page = await ask(understood);
    const isExcluded = async (): Promise<boolean> =>
      hasConditions(meaning) && (await ask({ ...understood, meaning: free })).total > 0;
    if (page.total > 0 || (await isExcluded())) return { reading: understood, page };
  }
  // The whole text would look for the excluded words.
  const isWhole = meaning.words === query.text || excludedBy(meaning).length > 0;
  return isWhole || isOneName(query.text, isFound) ? null : askForWhole(ask, asked);
};

/** A pasted title has as many words, and few are longer. */
const WORDS_OF_TITLE = { least: 6, most: 12 } as const;

/**
 * A text without each of its words: those that are likely to be none of a title first, then the last
 * one.
 */
const withoutOneWord = (
  text: string,
  likely: readonly string[],
): readonly { phrase: string; left: string }[] => {
  const words = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length < WORDS_OF_TITLE.least || words.length > WORDS_OF_TITLE.most) return [];
  const without = words.map((left, at) => ({ phrase: words.toSpliced(at, 1).join(' '), left }));
  return [...without.slice(-1), ...without.slice(0, -1)].toSorted(
    (one, other) => Number(likely.includes(other.left)) - Number(likely.includes(one.left)),
  );
};

/**
 * Asks for a title with one word too many: „Astra Motor 2017 бензин – първи собственик супер“.
 * `dropped` has the words that other deals lack.
 */
const askForTitle = async (
  ask: Ask,
  asked: Reading,
  { dropped }: DealSearchPage,
): Promise<Result | null> => {
  if (hasConditions(asked.meaning)) return null;
  for (const { phrase, left } of withoutOneWord(asked.meaning.words, dropped)) {
    const reading = { ...asked, named: {}, phrase };
    const page = await ask(reading);
    if (page.total > 0) return { reading, page: { ...page, dropped: [left] } };
  }
  return null;
};

/** Whether „не“ or "not" says what is unwanted, which may be a title: „тениска Not Today“. */
const negates = ({ query, meaning }: Reading): boolean =>
  !meaning.unwanted.every((word) => query.text.toLowerCase().includes(word.toLowerCase()));

/** The exact result, before anything is left out; else the one of the understood words. */
export const askExactly = async (ask: Ask, reading: Reading): Promise<Result> => {
  const title = negates(reading) ? await askForWhole(ask, reading) : null;
  if (title !== null) return title;
  const result = await askNarrowly(ask, reading);
  if (isExact(result.page)) return result;
  const literal = await askLiterally(ask, reading, result.page.total > 0);
  return literal ?? (await askForTitle(ask, reading, result.page)) ?? result;
};

import type { Kind } from '../../kinds/kinds.ts';
import { remember } from '../../remember.ts';
import { productOf } from './brands.ts';
import { kindOfTerm } from './concepts.ts';
import { KnownWord } from './known-words.ts';
import { scan } from './scanner.ts';
import { stem } from './stem.ts';

/** A name of a product in a text: its first word, and the one after its last. */
export interface ProductName {
  readonly from: number;
  readonly to: number;
  /** The kind. */
  readonly id: string;
  readonly isLatin: boolean;
}

/** How a text is read. */
interface ReadingOptions {
  /** Whether something separates a word from the one before, by the word's place. */
  isApart?(this: void, word: number): boolean;
  /** Whether a brand says what an accessory is for, as what it is known for: „калъф за iPhone“. */
  readonly readsBrands?: boolean;
}

const stemOf = remember(stem);

/** What names are read from: a word, its stem, and what is known of it. */
export type NameWord = Pick<KnownWord, 'text' | 'stem' | 'pairs' | 'kind' | 'joinsNames'>;

const inOneText = (): boolean => false;

/** The kind of a name of two words, one of them perhaps a brand in place of its product. */
const kindOfPair = (
  { pairs }: NameWord,
  second: NameWord | undefined,
  readsBrands: boolean,
): Kind | undefined => {
  if (pairs === undefined || second === undefined) return undefined;
  const concept = pairs.get(second.stem);
  if (concept !== undefined || !readsBrands) return kindOfTerm(concept ?? '');
  const product = productOf(second.stem);
  return product === undefined ? undefined : kindOfTerm(pairs.get(stemOf(product)) ?? '');
};

/** The name that begins at a word, of two words („чанта за лаптоп“) rather than of one. */
const nameAt = (
  words: readonly NameWord[],
  at: number,
  { isApart = inOneText, readsBrands = false }: ReadingOptions,
): ProductName | null => {
  const word = words[at];
  // Most words begin no name.
  if (word === undefined || (word.pairs === undefined && word.kind === null)) return null;
  const second = words[at + 1]?.joinsNames === true ? at + 2 : at + 1;
  const isOneText = !isApart(at + 1) && !isApart(second);
  const ofPair = isOneText ? kindOfPair(word, words[second], readsBrands) : undefined;
  const kind = ofPair ?? word.kind;
  if (kind === null) return null;
  const to = ofPair === undefined ? at + 1 : second + 1;
  return { from: at, to, id: kind.id, isLatin: /^[a-z]/u.test(word.text) };
};

/** The names of products among words, in their order. */
export const namesAmong = (
  words: readonly NameWord[],
  options: ReadingOptions = {},
): readonly ProductName[] => {
  const names: ProductName[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const name = nameAt(words, at, options);
    if (name === null) continue;
    names.push(name);
    // The last word of a name may begin another: "corner sofa bed".
    const isShared = name.to - at === 2 && (nameAt(words, at + 1, options)?.to ?? 0) > name.to;
    at = isShared ? at : name.to - 1;
  }
  return names;
};

/** The names of products among words in lower case, in their order. */
export const productNames = (words: readonly string[]): readonly ProductName[] =>
  namesAmong(words.map((word) => new KnownWord(word, stemOf(word))));

/**
 * Names without those that say what the next one is for: in English directly before it ("laptop
 * bag"), unless something separates them ("table, lamp").
 */
export const withoutPurposes = (
  names: readonly ProductName[],
  { isApart = inOneText }: ReadingOptions = {},
): readonly ProductName[] =>
  names.filter(({ to, isLatin }, at) => {
    const next = names[at + 1];
    return !(isLatin && next?.isLatin === true && next.from === to && !isApart(to));
  });

/** The kind that a text is a name of, and says nothing besides: „Мобилни телефони“. */
export const kindNamed = (text: string): string | null => {
  const words = scan(text).map(({ text: word }) => word);
  const [name] = productNames(words);
  return name?.from === 0 && name.to === words.length ? name.id : null;
};

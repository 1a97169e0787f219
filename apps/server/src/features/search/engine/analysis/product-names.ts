import type { Kind } from '../../kinds/kinds.ts';
import { remember } from '../../remember.ts';
import { productOf } from './brands.ts';
import { isSplitProduct, kindOfTerm, pairInLatin } from './concepts.ts';
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

const stemOf = remember(stem);

/** The words that names are read from. */
export interface NameWords {
  readonly length: number;
  /** Whether a name may begin at a word, which most begin none. */
  mayBegin(at: number): boolean;
  wordAt(at: number): KnownWord | null;
  /** Whether a word may be between the two words of a name. */
  joinsNames(at: number): boolean;
  /** Whether something separates a word from the one before. */
  isApart(at: number): boolean;
  /** Whether a brand says what an accessory is for, as what it is known for: „калъф за iPhone“. */
  readonly readsBrands: boolean;
}

/** The kind of a name of two words, one of them perhaps a brand in place of its product. */
const kindOfPair = (
  { pairs }: KnownWord,
  second: KnownWord | null,
  readsBrands: boolean,
): Kind | undefined => {
  if (pairs === undefined || second === null) return undefined;
  const concept = pairs.get(second.stem);
  if (concept !== undefined || !readsBrands) return kindOfTerm(concept ?? '');
  const product = productOf(second.stem);
  return product === undefined ? undefined : kindOfTerm(pairs.get(stemOf(product)) ?? '');
};

/** The name that begins at a word, of two words („чанта за лаптоп“) rather than of one. */
const nameAt = (words: NameWords, at: number): ProductName | null => {
  const word = at < words.length && words.mayBegin(at) ? words.wordAt(at) : null;
  if (word === null) return null;
  const second = words.joinsNames(at + 1) ? at + 2 : at + 1;
  const isOneText = word.pairs !== undefined && !words.isApart(at + 1) && !words.isApart(second);
  const ofPair = isOneText ? kindOfPair(word, words.wordAt(second), words.readsBrands) : undefined;
  const kind = ofPair ?? word.kind;
  if (kind === null) return null;
  const to = ofPair === undefined ? at + 1 : second + 1;
  return { from: at, to, id: kind.id, isLatin: word.text >= 'a' && word.text < '{' };
};

/** The names of products among words, in their order. */
const namesAmong = (words: NameWords): readonly ProductName[] => {
  const names: ProductName[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const name = nameAt(words, at);
    if (name === null) continue;
    names.push(name);
    // The last word of a name may begin another: "corner sofa bed".
    const isShared = name.to - at === 2 && (nameAt(words, at + 1)?.to ?? 0) > name.to;
    at = isShared ? at : name.to - 1;
  }
  return names;
};

/** The Bulgarian names of two words that are typed in Latin letters: "stol4e za kola". */
const namesInLatin = (words: readonly KnownWord[]): readonly ProductName[] =>
  words.flatMap((word, from) => {
    const at = words[from + 1]?.joinsNames === true ? from + 2 : from + 1;
    const second = words[at];
    const kind = kindOfTerm(pairInLatin(word.stem, second?.stem ?? '') ?? '');
    return kind === undefined ? [] : [{ from, to: at + 1, id: kind.id, isLatin: true }];
  });

/** The names of products among words in lower case, in their order. */
export const productNames = (texts: readonly string[]): readonly ProductName[] => {
  const words = texts.map((text) => new KnownWord(text, stemOf(text)));
  const inLatin = namesInLatin(words);
  const others = namesAmong({
    length: words.length,
    // "head phones" are no phones.
    mayBegin: (at) =>
      words[at]?.namesProduct === true && !isSplitProduct(texts[at - 1] ?? '', texts[at] ?? ''),
    wordAt: (at) => words[at] ?? null,
    joinsNames: (at) => words[at]?.joinsNames === true,
    isApart: () => false,
    readsBrands: false,
  }).filter((name) => !inLatin.some(({ from, to }) => name.from < to && from < name.to));
  return [...others, ...inLatin].toSorted((one, other) => one.from - other.from);
};

/**
 * The names among words without those that say what the next one is for: in English directly before it
 * ("laptop bag"), unless something separates them ("table, lamp").
 */
export const namesWithoutPurposes = (words: NameWords): readonly ProductName[] => {
  const names = namesAmong(words);
  if (names.length < 2) return names;
  return names.filter(({ to, isLatin }, at) => {
    const next = names[at + 1];
    return !(isLatin && next?.isLatin === true && next.from === to && !words.isApart(to));
  });
};

/** The kind that a text is a name of, and says nothing besides: „Мобилни телефони“. */
export const kindNamed = (text: string): string | null => {
  const words = scan(text).map(({ text: word }) => word);
  const [name] = productNames(words);
  return name?.from === 0 && name.to === words.length ? name.id : null;
};

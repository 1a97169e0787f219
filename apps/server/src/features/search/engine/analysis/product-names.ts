import type { Kind } from '../../kinds/kinds.ts';
import { remember } from '../../remember.ts';
import { productOf } from './brands.ts';
import { conceptOf, conceptsFrom, kindOfTerm, productInLatin } from './concepts.ts';
import { joinsNames, scan } from './scanner.ts';
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

const inOneText = (): boolean => false;

/** The kind of a name of two words, one of them perhaps a brand in place of its product. */
const kindOfPair = (first: string, second: string, readsBrands: boolean): Kind | undefined => {
  const seconds = conceptsFrom(first);
  const concept = seconds?.get(second);
  if (concept !== undefined || !readsBrands) return kindOfTerm(concept ?? '');
  return kindOfTerm(seconds?.get(stemOf(productOf(second) ?? '')) ?? '');
};

/**
 * The name that begins at a word, of two words („чанта за лаптоп“) rather than of one. Each word has
 * its stem.
 */
const nameAt = (
  words: readonly string[],
  stems: readonly string[],
  at: number,
  { isApart = inOneText, readsBrands = false }: ReadingOptions,
): ProductName | null => {
  const word = words[at] ?? '';
  const stemmed = stems[at] ?? '';
  const second = joinsNames(words[at + 1] ?? '') ? at + 2 : at + 1;
  const isOneText = !isApart(at + 1) && !isApart(second);
  const ofPair = isOneText ? kindOfPair(stemmed, stems[second] ?? '', readsBrands) : undefined;
  const kind = ofPair ?? kindOfTerm(conceptOf(stemmed) ?? productInLatin(stemmed) ?? '');
  if (kind === undefined) return null;
  const to = ofPair === undefined ? at + 1 : second + 1;
  return { from: at, to, id: kind.id, isLatin: /^[a-z]/u.test(word) };
};

/** The names of products among words in lower case, in their order. */
export const productNames = (
  words: readonly string[],
  options: ReadingOptions = {},
): readonly ProductName[] => {
  const names: ProductName[] = [];
  const stems = words.map(stemOf);
  for (let at = 0; at < words.length; at += 1) {
    const name = nameAt(words, stems, at, options);
    if (name === null) continue;
    names.push(name);
    // The last word of a name may begin another: "corner sofa bed".
    const isShared =
      name.to - at === 2 && (nameAt(words, stems, at + 1, options)?.to ?? 0) > name.to;
    at = isShared ? at : name.to - 1;
  }
  return names;
};

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

import { isAccessory, kindById, withWiderKinds } from '../../kinds/kinds.ts';
import { conceptMark, conceptOf, conceptsFrom, kindOfTerm, productInLatin } from './concepts.ts';
import { joinsNames, scan } from './scanner.ts';
import { subjectOf } from './searchable-text.ts';
import { stem } from './stem.ts';
import { stemMark, type SearchableText, type SearchField, type Token } from './types.ts';

/** Marks the term of a kind; no word begins with it. */
const kindMark = `${stemMark}#`;

/** The term of the deals that are a product, by the product's concept. */
export const kindTerm = (concept: string): string => kindMark + concept;

/** The terms of the deals of a kind, and of the wider kinds that it is one of. */
export const kindTerms = (id: string): readonly string[] =>
  withWiderKinds(id).map((wider) => kindTerm(conceptMark + wider));

/** Marks the term of the deals that come with a product of a kind: a bed with a mattress. */
const partMark = `${stemMark}+`;

/** The terms of the deals that come with a product of a kind. */
export const partTerms = (id: string): readonly string[] =>
  withWiderKinds(id).map((wider) => partMark + wider);

/** A name of a product in a text: its first word, and the one after its last. */
export interface ProductName {
  readonly from: number;
  readonly to: number;
  /** The kind. */
  readonly id: string;
  readonly isLatin: boolean;
}

/** The name that begins at a word, of two words („чанта за лаптоп“) rather than of one. */
const nameAt = (words: readonly string[], at: number): ProductName | null => {
  const word = words[at] ?? '';
  const stemmed = stem(word);
  const second = joinsNames(words[at + 1] ?? '') ? at + 2 : at + 1;
  const pair = conceptsFrom(stemmed)?.get(stem(words[second] ?? ''));
  const ofPair = kindOfTerm(pair ?? '');
  const kind = ofPair ?? kindOfTerm(conceptOf(stemmed) ?? productInLatin(word) ?? '');
  if (kind === undefined) return null;
  const to = ofPair === undefined ? at + 1 : second + 1;
  return { from: at, to, id: kind.id, isLatin: /^[a-z]/u.test(word) };
};

/** The names of products among words in lower case, in their order. */
export const productNames = (words: readonly string[]): readonly ProductName[] => {
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

const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.terms[0] ?? '';

const namesIn = (tokens: readonly Token[]): readonly ProductName[] =>
  productNames(tokens.map(({ terms: [word] }) => word));

/** A name directly before another in English says what the other is for: "laptop bag". */
const isPurpose = ({ to, isLatin }: ProductName, next: ProductName | undefined): boolean =>
  isLatin && next?.isLatin === true && next.from === to;

const withoutPurposes = (names: readonly ProductName[]): readonly ProductName[] =>
  names.filter((name, at) => !isPurpose(name, names[at + 1]));

const idsOf = (names: readonly ProductName[]): readonly string[] => names.map(({ id }) => id);

const wordsOf = (text: string): readonly string[] => scan(text).map(({ text: word }) => word);

/** The kinds that the beginning of a title names. */
export const kindsOfTitle = (title: string): readonly string[] => {
  const { length } = wordsOf(subjectOf(title));
  const names = withoutPurposes(productNames(wordsOf(title)));
  return idsOf(names.filter(({ from }) => from < length));
};

/** The kind that a text is a name of, and says nothing besides: „Мобилни телефони“. */
export const kindNamed = (text: string): string | null => {
  const words = wordsOf(text);
  const [name] = productNames(words);
  return name?.from === 0 && name.to === words.length ? name.id : null;
};

const beforePart: ReadonlySet<string> = new Set(['с', 'със', 'with', 'including', 'плюс', 'plus']);
const beforeOther: ReadonlySet<string> = new Set([
  'за',
  'към',
  'без',
  'от',
  'for',
  'without',
  'of',
]);

/** Whether the last word that joins what is before a name says that the deal comes with it. */
const isPartAt = (tokens: readonly Token[], from: number): boolean => {
  for (let at = from - 1; at > 0; at -= 1) {
    const word = wordAt(tokens, at);
    if (beforeOther.has(word)) return false;
    if (beforePart.has(word)) return true;
  }
  return false;
};

/**
 * The kinds of a deal whose kind is known: that one, and what its title names besides, if the title
 * names the known one, too („маса и столове“). An accessory is nothing besides: „зарядно лаптоп HP“.
 */
const withKnown = (known: string, named: readonly string[]): readonly string[] => {
  const isNamed = named.some((id) => withWiderKinds(id).includes(known));
  if (!isNamed || isAccessory(known)) return [known];
  const category = kindById.get(known)?.category;
  return [known, ...named.filter((id) => kindById.get(id)?.category === category)];
};

/**
 * The terms of what a deal is: its known kind, else the products that the beginning of its title
 * names, else those of its tags. A deal that names none there may be any product of its category that
 * it mentions, so that a bag for laptops is no laptop, and a laptop called by its model is one.
 * Further terms are of what it comes with.
 */
export const kindsOf = (
  tokensOf: (field: SearchField) => readonly Token[],
  { ofCategory, ofKind }: Pick<SearchableText, 'ofCategory' | 'ofKind'>,
): readonly string[] => {
  const title = tokensOf('title');
  const names = withoutPurposes(namesIn(title));
  const { length } = tokensOf('subject');
  const ofSubject = idsOf(names.filter(({ from }) => from < length));
  const ofTags = (): readonly string[] => idsOf(withoutPurposes(namesIn(tokensOf('tags'))));
  const mentioned = (): readonly string[] =>
    idsOf(withoutPurposes(namesIn([...title, ...tokensOf('description')]))).filter(
      (id) => ofCategory === 'other' || kindById.get(id)?.category === ofCategory,
    );
  const byWords = (): readonly string[] => {
    const named = ofSubject.length > 0 ? ofSubject : ofTags();
    return named.length > 0 ? named : mentioned();
  };
  const isKnown = ofKind !== null && kindById.has(ofKind);
  const ids = isKnown ? withKnown(ofKind, ofSubject) : byWords();
  const parts = idsOf(names.filter(({ from }) => from > 0 && isPartAt(title, from)));
  return [
    ...new Set([
      ...ids.flatMap(kindTerms),
      ...parts.filter((id) => !ids.includes(id)).flatMap(partTerms),
    ]),
  ];
};

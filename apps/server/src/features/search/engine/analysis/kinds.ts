import { isAccessory, kindById, kinds, withWiderKinds } from '../../kinds/kinds.ts';
import { conceptMark } from './concepts.ts';
import { beginsProductName, isBetweenNames, knownWords, type KnownWord } from './known-words.ts';
import { namesWithoutPurposes, type NameWords } from './product-names.ts';
import { TextReading } from './text-reading.ts';
import { kindsOfTags, kindsOfTitle } from './title-kinds.ts';
import { stemMark, type SearchableText } from './types.ts';

/** Marks the term of a kind; no word begins with it. */
const kindMark = `${stemMark}#`;

/** The term of the deals that are a product, by the product's concept. */
export const kindTerm = (concept: string): string => kindMark + concept;

const termsByKind: ReadonlyMap<string, readonly string[]> = new Map(
  kinds.map(({ id }) => [id, withWiderKinds(id).map((wider) => kindTerm(conceptMark + wider))]),
);

/** The terms of the deals of a kind, and of the wider kinds that it is one of. */
export const kindTerms = (id: string): readonly string[] => termsByKind.get(id) ?? [];

/** Marks the term of the deals that come with a product of a kind: a bed with a mattress. */
const partMark = `${stemMark}+`;

/** The terms of the deals that come with a product of a kind. */
export const partTerms = (id: string): readonly string[] =>
  withWiderKinds(id).map((wider) => partMark + wider);

/**
 * The kinds of a deal whose kind is known: that one, and what its title names besides, if the title
 * names the known one, too („маса и столове“). An accessory is nothing besides: „зарядно лаптоп HP“.
 */
const withKnown = (known: string, named: readonly string[]): readonly string[] => {
  if (named.every((id) => id === known)) return [known];
  const isNamed = named.some((id) => withWiderKinds(id).includes(known));
  return isNamed && !isAccessory(known) ? [known, ...named] : [known];
};

/** The words of several texts, a number with its unit being one. */
class JoinedWords implements NameWords {
  readonly readsBrands = false;
  readonly #first: TextReading;
  readonly #second: TextReading;

  constructor(first: TextReading, second: TextReading) {
    this.#first = first;
    this.#second = second;
  }

  get length(): number {
    return this.#first.length + this.#second.length;
  }

  mayBegin(at: number): boolean {
    return beginsProductName(this.#numberAt(at));
  }

  wordAt(at: number): KnownWord | null {
    return at < this.length ? knownWords.writtenWordOf(this.#numberAt(at)) : null;
  }

  joinsNames(at: number): boolean {
    return at < this.length && isBetweenNames(this.#numberAt(at));
  }

  isApart(): boolean {
    return false;
  }

  #numberAt(at: number): number {
    const { length, numbers } = this.#first;
    return (at < length ? numbers[at] : this.#second.numbers[at - length]) ?? 0;
  }
}

/** What the kinds of a deal are read from: its title, of which the subject is the part, and its description. */
interface KindReadings {
  readonly title: TextReading;
  readonly description: TextReading;
}

/**
 * The terms of what a deal is: its known kind, else the products that the beginning of its title
 * names, else those of its tags. A deal that names none there may be any product of its category that
 * it mentions, so that a bag for laptops is no laptop, and a laptop called by its model is one.
 * Further terms are of what it comes with.
 */
export const kindsOf = (
  { tags, ofCategory: category, ofKind }: SearchableText,
  { title, description }: KindReadings,
): readonly string[] => {
  const { kinds: namedByTitle, parts } = kindsOfTitle(title, category);
  const mentioned = (): readonly string[] =>
    namesWithoutPurposes(new JoinedWords(title, description))
      .map(({ id }) => id)
      .filter((id) => category === 'other' || kindById.get(id)?.category === category);
  const byWords = (): readonly string[] => {
    const named = namedByTitle.length > 0 ? namedByTitle : kindsOfTags(tags, category);
    return named.length > 0 ? named : mentioned();
  };
  const isKnown = ofKind !== null && kindById.has(ofKind);
  const ids = isKnown ? withKnown(ofKind, namedByTitle) : byWords();
  const [only] = ids;
  if (only !== undefined && ids.length === 1 && parts.length === 0) return kindTerms(only);
  return [
    ...new Set([
      ...ids.flatMap(kindTerms),
      ...parts.filter((id) => !ids.includes(id)).flatMap(partTerms),
    ]),
  ];
};

/** Reads what `kindsOf` needs of a deal's texts. */
export const readForKinds = ({ title, subject, description }: SearchableText): KindReadings => {
  knownWords.bound();
  return {
    title: new TextReading().read(title, subject.length),
    description: new TextReading().read(description),
  };
};

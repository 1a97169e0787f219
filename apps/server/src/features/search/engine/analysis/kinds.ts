import { kindById, withWiderKinds } from '../../kinds/kinds.ts';
import { conceptMark, conceptOf, conceptsFrom, kindOfTerm, productInLatin } from './concepts.ts';
import { joinsNames } from './scanner.ts';
import { stem } from './stem.ts';
import { stemMark, type SearchField, type Token } from './types.ts';

/** Marks the term of a kind; no word begins with it. */
const kindMark = `${stemMark}#`;

/** The term of the deals that are a product, by the product's concept. */
export const kindTerm = (concept: string): string => kindMark + concept;

/** The terms of the deals of a kind, and of the wider kinds that it is one of. */
export const kindTerms = (id: string): readonly string[] =>
  withWiderKinds(id).map((wider) => kindTerm(conceptMark + wider));

/** A name of a product in a text: the first token, and the one after its last. */
interface Named {
  readonly from: number;
  readonly to: number;
  readonly id: string;
  readonly isLatin: boolean;
}

const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.terms[0] ?? '';

/** The name that begins at a token, of two words („чанта за лаптоп“) rather than of one. */
const nameAt = (tokens: readonly Token[], at: number): Named | null => {
  const word = wordAt(tokens, at);
  const stemmed = stem(word);
  const second = joinsNames(wordAt(tokens, at + 1)) ? at + 2 : at + 1;
  const pair = conceptsFrom(stemmed)?.get(stem(wordAt(tokens, second)));
  const ofPair = kindOfTerm(pair ?? '');
  const kind = ofPair ?? kindOfTerm(conceptOf(stemmed) ?? productInLatin(word) ?? '');
  if (kind === undefined) return null;
  const to = ofPair === undefined ? at + 1 : second + 1;
  return { from: at, to, id: kind.id, isLatin: /^[a-z]/u.test(word) };
};

const namesIn = (tokens: readonly Token[]): readonly Named[] => {
  const names: Named[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const name = nameAt(tokens, at);
    if (name === null) continue;
    names.push(name);
    // The last word of a name may begin another: "corner sofa bed".
    const isShared = name.to - at === 2 && (nameAt(tokens, at + 1)?.to ?? 0) > name.to;
    at = isShared ? at : name.to - 1;
  }
  return names;
};

/** A name directly before another in English says what the other is for: "laptop bag". */
const isPurpose = ({ to, isLatin }: Named, next: Named | undefined): boolean =>
  isLatin && next?.isLatin === true && next.from === to;

const idsIn = (tokens: readonly Token[], length = tokens.length): readonly string[] =>
  namesIn(tokens)
    .filter((name, at, names) => !isPurpose(name, names[at + 1]))
    .flatMap(({ from, id }) => (from < length ? [id] : []));

/** The kinds that the words of a deal name, the first in its title first. */
export const kindsInWords = (
  tokensOf: (field: SearchField) => readonly Token[],
): readonly string[] => {
  const ofTitle = idsIn(tokensOf('title'), tokensOf('subject').length);
  return ofTitle.length > 0 ? ofTitle : idsIn(tokensOf('tags'));
};

/**
 * The terms of what a deal is: its known kind, else the products that the beginning of its title
 * names, else those of its tags. A deal that names none there may be any product that it mentions,
 * so that a bag for laptops is no laptop, and a laptop called by its model is one.
 */
export const kindsOf = (
  tokensOf: (field: SearchField) => readonly Token[],
  known: string | null = null,
): readonly string[] => {
  const named = kindsInWords(tokensOf);
  const kinds = known !== null && kindById.has(known) ? [known, ...named] : named;
  const mentioned =
    kinds.length > 0 ? kinds : idsIn([...tokensOf('title'), ...tokensOf('description')]);
  return [...new Set(mentioned.flatMap(kindTerms))];
};

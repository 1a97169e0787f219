import { hashText } from '#platform/hash-text.ts';
import { analyse } from '../analysis/analyser.ts';
import { analyseDocument, fieldWeight } from '../analysis/score.ts';
import { searchableText } from '../analysis/searchable-text.ts';
import { markedStem, stem } from '../analysis/stem.ts';
import { isStem, searchFields, stemMark, type SearchField, type Token } from '../analysis/types.ts';
import type { SearchableDeal } from '../searchable-deal.ts';

/**
 * A position of the analyser becomes this many positions of the table: the stem, the word, and a
 * further term such as its concept. A phrase then knows how far apart the terms of its words are.
 */
export const SLOTS = 3;
export const STEM_SLOT = 0;
export const WORD_SLOT = 1;
export const FURTHER_SLOT = 2;

/** A position without a token: shorter than `min_word_len`, so it takes a position and is not stored. */
const FILLER = '_';
/** What begins a stem. */
const STEM_PREFIX = '_';
/** What begins a term with other characters, or too many, as its hash. */
const HASH_PREFIX = '__';
/** The characters of `charset_table`, and a length that Sphinx does not cut. */
const ordinary = /^[a-zа-я0-9]{2,30}$/u;

/** A hash of 53 bits. */
export const hashOf = (text: string): number => {
  const [low, high] = hashText(text);
  return 2 ** 32 * (high % 2 ** 21) + low;
};

/** A term as the tables hold it. */
export const tokenOf = (term: string): string => {
  const text = isStem(term) ? term.slice(stemMark.length) : term;
  if (!ordinary.test(text)) return HASH_PREFIX + hashOf(term).toString(36);
  return text === term ? text : STEM_PREFIX + text;
};

/** The marked stem of a word, also of one that is its own stem; another term as it is. */
export const canonicalOf = (term: string): string => {
  if (term.startsWith(stemMark)) return term;
  const marked = stemMark + stem(term);
  return isStem(marked) ? marked : term;
};

const KEY_HASHES = 2 ** 29;
const FIELD_BITS = 8;

/** A number for a term whose heaviest field in a deal is this one. */
export const keyOf = (term: string, field: SearchField): number =>
  (hashOf(term) % KEY_HASHES) * FIELD_BITS + searchFields.indexOf(field);

/** Each term that is more than another spelling of the same position. */
const withCanonical = (terms: readonly string[]): readonly string[] => [
  ...new Set(terms.flatMap((term) => [canonicalOf(term), term])),
];

const slotsOf = ({ terms: [word, ...others] }: Token) => {
  const canonical = canonicalOf(word);
  const ofWord = new Set([word, canonical, markedStem(word)]);
  const [further, ...rest] = withCanonical(others.filter((term) => !ofWord.has(term)));
  return { slots: [canonical, canonical === word ? undefined : word, further], rest };
};

/** The field `subject` repeats the beginning of the title. */
const writtenFields = searchFields.filter((field) => field !== 'subject');

export interface DealTokens {
  /** What the full text field holds. */
  readonly text: string;
  /** By `keyOf`, in ascending order. */
  readonly keys: readonly number[];
  /** The terms without stems. */
  readonly terms: readonly string[];
}

/** What the tables hold of a deal's words. */
export const tokensOfDeal = (deal: SearchableDeal): DealTokens => {
  const text = searchableText(deal);
  const written = new Set<string>();
  const tokens: string[] = [];
  const write = (terms: readonly (string | undefined)[]): void => {
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const term = terms[slot];
      if (term !== undefined) written.add(term);
      tokens.push(term === undefined ? FILLER : tokenOf(term));
    }
  };
  const without: string[] = [];
  for (const field of writtenFields) {
    for (const token of analyse(text[field])) {
      const { slots, rest } = slotsOf(token);
      write(slots);
      without.push(...rest);
    }
    // The last word of a field is next to no word of another one.
    write([]);
  }
  const document = analyseDocument(text);
  for (const term of [...without, ...withCanonical([...document.keys()])]) {
    if (written.has(term)) continue;
    written.add(term);
    tokens.push(tokenOf(term), FILLER, FILLER);
  }
  const keys = Array.from(document, ([term, positions]) => {
    const fields = positions.map(({ field }) => field);
    const heaviest = fields.reduce((best, field) =>
      fieldWeight[field] > fieldWeight[best] ? field : best,
    );
    return keyOf(term, heaviest);
  });
  return {
    text: tokens.join(' '),
    keys: [...new Set(keys)].sort((one, other) => one - other),
    terms: [...document.keys()].filter((term) => !isStem(term)),
  };
};

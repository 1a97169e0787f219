import { fieldWeight } from '../analysis/score.ts';
import {
  isStem,
  searchFields,
  stemMark,
  type Clause,
  type ParsedQuery,
  type QueryTerm,
} from '../analysis/types.ts';
import {
  canonicalOf,
  FURTHER_SLOT,
  keyOf,
  SLOTS,
  STEM_SLOT,
  tokenOf,
  WORD_SLOT,
} from './tokens.ts';

type Alternatives = ParsedQuery['alternatives'];

/** The combinations of terms that a phrase is looked for under. */
const MOST_PHRASES = 128;

/** A token that no deal has. */
const NOTHING = '__';

/** The terms of a word, without those that every deal has together with another one of them. */
const distinctTerms = ({ variants }: QueryTerm): readonly string[] => {
  const terms = new Set(variants.map(({ term }) => term));
  return [...terms].filter((term) => {
    const canonical = canonicalOf(term);
    return canonical === term || !terms.has(canonical);
  });
};

const anyOf = (tokens: readonly string[]): string =>
  tokens.length === 0 ? NOTHING : tokens.join(' | ');

const matchWord = (word: QueryTerm): string => anyOf(distinctTerms(word).map(tokenOf));

interface SlottedToken {
  readonly token: string;
  readonly slot: number;
}

const slotsOfTerm = (term: string): readonly number[] => {
  if (isStem(term)) return [STEM_SLOT];
  if (term.startsWith(stemMark)) return [FURTHER_SLOT];
  return canonicalOf(term) === term ? [STEM_SLOT, FURTHER_SLOT] : [WORD_SLOT];
};

const slottedTokens = (word: QueryTerm): readonly SlottedToken[] =>
  distinctTerms(word).flatMap((term) =>
    slotsOfTerm(term).map((slot) => ({ token: tokenOf(term), slot })),
  );

/** The tokens with a star for each position between them. */
const phraseOf = (tokens: readonly SlottedToken[]): string => {
  const parts = tokens.flatMap(({ token, slot }, at) => {
    const before = tokens[at - 1];
    const stars = before === undefined ? 0 : SLOTS + slot - before.slot - 1;
    return [...Array.from({ length: stars }, () => '*'), token];
  });
  return `"${parts.join(' ')}"`;
};

const matchPhrase = ({ words }: Clause): string => {
  let phrases: readonly (readonly SlottedToken[])[] = [[]];
  for (const word of words) {
    const tokens = slottedTokens(word);
    phrases = phrases
      .flatMap((begun) => tokens.map((token) => begun.concat(token)))
      .slice(0, MOST_PHRASES);
  }
  return anyOf(phrases.map(phraseOf));
};

const matchClause = (clause: Clause): string =>
  `(${clause.words.length === 1 ? matchWord(clause.words[0]) : matchPhrase(clause)})`;

/** Without words, or with an alternative without words, every deal matches. */
const matchesAll = (alternatives: Alternatives): boolean =>
  alternatives.length === 0 || alternatives.some((clauses) => clauses.length === 0);

/**
 * The deals with the words of a query and without the excluded ones, in the language of MATCH; null for
 * all. Sphinx cannot exclude words without others to find.
 */
export const matchOf = (
  alternatives: Alternatives,
  excluded: readonly Clause[] = [],
): string | null => {
  if (matchesAll(alternatives)) return null;
  const wanted = alternatives
    .map((clauses) => `(${clauses.map(matchClause).join(' ')})`)
    .join(' | ');
  return excluded.length === 0 ? wanted : `(${wanted}) -(${excluded.map(matchClause).join(' | ')})`;
};

/** The best product of confidence and weight among the terms and fields of a word that a deal has. */
const scoreOfWord = ({ variants }: QueryTerm): string => {
  const keys = new Map<number, number[]>();
  for (const { term, score } of variants) {
    for (const field of searchFields) {
      const value = score * fieldWeight[field];
      const sameValue = keys.get(value);
      if (sameValue === undefined) keys.set(value, [keyOf(term, field)]);
      else sameValue.push(keyOf(term, field));
    }
  }
  return [...keys]
    .sort(([one], [other]) => one - other)
    .reduce((rest, [value, ofValue]) => `IF(IN(terms,${ofValue.join()}),${value},${rest})`, '0');
};

/** Of a phrase, the sum over its words wherever they are, because an attribute knows no positions. */
const scoreOfClause = ({ words }: Clause): string => words.map(scoreOfWord).join('+');

/** The columns that score a deal by the rules of `analysis/score.ts`; the last one is `score`. */
export const scoreColumns = (alternatives: Alternatives): readonly string[] => {
  const names = new Map<string, string>();
  const nameOf = (clause: Clause): string => {
    const expression = scoreOfClause(clause);
    const name = names.get(expression) ?? `clause_${names.size}`;
    names.set(expression, name);
    return name;
  };
  const scores = alternatives.map((clauses) => {
    if (clauses.length === 0) return '0';
    const ofClauses = [...new Set(clauses.map(nameOf))];
    const all = ofClauses.map((name) => `${name}>0`).join(' AND ');
    return `IF(${all},${clauses.map(nameOf).join('+')},0)`;
  });
  const best = scores.reduce((best, score) => `MAX(${best},${score})`, '0');
  return [
    ...Array.from(names, ([expression, name]) => `${expression} AS ${name}`),
    `${best} AS score`,
  ];
};

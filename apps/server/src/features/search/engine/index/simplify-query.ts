import type { CompiledAlternative, CompiledClause, CompiledWord } from './compiled-query.ts';

type Implies<Part> = (part: Part, other: Part) => boolean;

const wordImplies: Implies<CompiledWord> = (word, other) =>
  word.every(({ term }) => other.some((variant) => variant.term === term));

/** A phrase implies the same phrase, and each of its words. */
const clauseImplies: Implies<CompiledClause> = (clause, other) => {
  const [single, ...more] = other;
  if (single === undefined) return false;
  return more.length === 0
    ? clause.some((word) => wordImplies(word, single))
    : clause.length === other.length &&
        clause.every((word, at) => wordImplies(word, other[at] ?? []));
};

const alternativeImplies: Implies<CompiledAlternative> = (alternative, other) =>
  other.every((wanted) => alternative.some((clause) => clauseImplies(clause, wanted)));

/** The parts of which no other part says the same; of equal ones the first. */
const withoutNeedless = <Part>(
  parts: readonly Part[],
  isNeedless: (part: Part, by: Part) => boolean,
): readonly Part[] =>
  parts.filter(
    (part, at) =>
      !parts.some(
        (by, index) =>
          index !== at && isNeedless(part, by) && (index < at || !isNeedless(by, part)),
      ),
  );

/**
 * The query without the clauses and alternatives that change the scores of deals, but not which deals
 * match: „стол“ among deals of the kind, and an "office chair" beside both words apart.
 */
export const simplifyQuery = (
  alternatives: readonly CompiledAlternative[],
): readonly CompiledAlternative[] =>
  withoutNeedless(alternatives, alternativeImplies).map((clauses) =>
    withoutNeedless(clauses, (clause, by) => clauseImplies(by, clause)),
  );

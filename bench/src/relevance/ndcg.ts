import type { JudgedQuery } from './test-set.ts';

/** The number of results counted. */
const DEPTH = 10;

const gainOf = (grades: readonly number[]): number => {
  let gain = 0;
  for (const [rank, grade] of grades.slice(0, DEPTH).entries()) {
    gain += (2 ** grade - 1) / Math.log2(rank + 2);
  }
  return gain;
};

/** Normalised discounted cumulative gain of the first ten results: 1 for the best order possible. */
export const ndcg = (query: JudgedQuery, ranking: readonly number[]): number => {
  const ideal = gainOf([...query.grades].sort((a, b) => b - a));
  return gainOf(ranking.map((index) => query.grades[index] ?? 0)) / ideal;
};

/** The mean over all queries, under `all`, and over those of each group. */
export const meanByGroup = (
  queries: readonly JudgedQuery[],
  values: readonly number[],
): ReadonlyMap<string, number> => {
  const groups = new Map<string, number[]>([['all', []]]);
  for (const [index, { group }] of queries.entries()) {
    const value = values[index] ?? 0;
    groups.get('all')?.push(value);
    groups.set(group, [...(groups.get(group) ?? []), value]);
  }
  return new Map(
    Array.from(groups, ([group, members]) => [
      group,
      members.reduce((sum, value) => sum + value, 0) / members.length,
    ]),
  );
};

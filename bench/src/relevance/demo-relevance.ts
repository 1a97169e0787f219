import { createDemoSearch, type DemoResult } from './demo-search.ts';
import { demoQueries, isMeant, type DemoQuery } from './demo-queries.ts';

/** The number of results judged. */
const DEPTH = 10;

/** The share of the first results that are what was asked for, from 0 to 1. */
const rate = ({ rule }: DemoQuery, { found, understood }: DemoResult): number => {
  const named = new Set(understood?.named.map(({ name }) => name));
  if (rule.named !== undefined && rule.named !== [...named].sort().join(' ')) return 0;
  if (rule.none === true) return found.length === 0 ? 1 : 0;
  const first = found.slice(0, DEPTH);
  if (first.length === 0) return 0;
  const relaxed = understood?.relaxed.map(({ name }) => name) ?? [];
  const meant = first.filter((deal) => isMeant(rule, deal, relaxed)).length / first.length;
  const prices = first.map(({ price }) => price);
  const isSorted = prices.every((price, at) => at === 0 || price >= (prices[at - 1] ?? 0));
  return rule.isCheapestFirst === true && !isSorted ? 0 : meant;
};

export interface JudgedKind {
  readonly queries: number;
  /** The mean over the queries. */
  readonly value: number;
  /** The queries below 1, the worst first. */
  readonly wrong: readonly string[];
  /** Those that find nothing although something is meant. */
  readonly empty: readonly string[];
  /** Those that were corrected and find nothing. */
  readonly correctedInVain: readonly string[];
}

/** The judgement of each kind of query over the demo's deals, and of all. */
export const measureDemo = async (
  search = createDemoSearch(),
): Promise<ReadonlyMap<string, JudgedKind>> => {
  const judged = await Promise.all(
    demoQueries.map(async (query) => {
      const { kind, text, rule } = query;
      const result = await search(text);
      return {
        kind,
        text,
        value: rate(query, result),
        isEmpty: result.total === 0 && rule.none !== true,
        isCorrectedInVain: result.total === 0 && result.correctedQuery !== null,
      };
    }),
  );
  const groups = Map.groupBy(judged, ({ kind }) => kind).set('all', judged);
  return new Map(
    Array.from(groups, ([kind, queries]) => [
      kind,
      {
        queries: queries.length,
        value: queries.reduce((sum, { value }) => sum + value, 0) / queries.length,
        wrong: queries
          .filter(({ value }) => value < 1)
          .toSorted((a, b) => a.value - b.value)
          .map(({ text }) => text),
        empty: queries.flatMap(({ text, isEmpty }) => (isEmpty ? [text] : [])),
        correctedInVain: queries.flatMap(({ text, isCorrectedInVain }) =>
          isCorrectedInVain ? [text] : [],
        ),
      },
    ]),
  );
};

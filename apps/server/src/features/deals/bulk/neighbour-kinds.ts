import { type Category, categorySchema } from '@izgodno/contract/deals/vocabulary';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import * as z from 'zod/mini';
import type { DealClass } from './staged-columns.ts';

/** A deal with its class, and where it is filed by its source and by us. */
export interface FiledDeal {
  readonly sourceId: string;
  readonly sourceCategory: string | null;
  readonly category: Category;
  readonly dealClass: DealClass;
}

/** Runs a statement with its values. */
type RunStatement = (
  text: string,
  values: unknown[],
) => Promise<{ readonly rows: readonly unknown[] }>;

/** Deals that are looked at for each category of a source. */
const SAMPLE = 50;
/** Fewer deals may be of one kind by chance. */
const LEAST_NEIGHBOURS = 5;
/** In a mixed category the others say nothing about one deal. */
const LEAST_SHARE = 0.9;

// A deal that was filed nowhere is filed with its neighbours.
const FIND_KINDS = `
  SELECT given.ordinal, common.kind, common.category
    FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY
         AS given (source_id, source_category, category, ordinal)
   CROSS JOIN LATERAL (
     SELECT kind, category, count(*) AS alike, sum(count(*)) OVER () AS all_kinds
       FROM (SELECT kind, category FROM deals
              WHERE source_id = given.source_id AND source_category = given.source_category
                AND given.category IN ('other', category) AND kind IS NOT NULL
              LIMIT ${SAMPLE}) AS sample
      GROUP BY kind, category ORDER BY alike DESC LIMIT 1
   ) AS common
   WHERE common.alike >= ${LEAST_NEIGHBOURS} AND common.alike >= ${LEAST_SHARE} * common.all_kinds`;

const foundSchema = z.array(
  z.object({ ordinal: z.int(), kind: z.string(), category: categorySchema }),
);

const keyOf = ({ sourceId, sourceCategory, category }: FiledDeal): string =>
  `${sourceId}\n${category}\n${sourceCategory}`;

/**
 * The deals, those of unknown kind with the kind of their neighbours: the one that nearly all deals
 * have that their source files alike. If they are in no category, they get that of the kind, too.
 */
export const withNeighbourKinds = async <Deal extends FiledDeal>(
  run: RunStatement,
  deals: readonly Deal[],
): Promise<readonly Deal[]> => {
  const unknown = deals.filter(
    ({ dealClass, sourceCategory }) => dealClass.kind === null && sourceCategory !== null,
  );
  const distinct = [...new Map(unknown.map((deal) => [keyOf(deal), deal])).values()];
  if (distinct.length === 0) return deals;
  const { rows } = await run(FIND_KINDS, [
    distinct.map(({ sourceId }) => sourceId),
    distinct.map(({ sourceCategory }) => sourceCategory),
    distinct.map(({ category }) => category),
  ]);
  const common = new Map(
    expectShape(foundSchema, rows).flatMap(({ ordinal, ...found }) => {
      const deal = distinct[ordinal - 1];
      return deal === undefined ? [] : [[keyOf(deal), found] as const];
    }),
  );
  return deals.map((deal) => {
    const found = deal.dealClass.kind === null ? common.get(keyOf(deal)) : undefined;
    if (found === undefined) return deal;
    const { kind, category } = found;
    return { ...deal, category, dealClass: { ...deal.dealClass, kind } };
  });
};

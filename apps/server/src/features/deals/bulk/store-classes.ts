import { CompiledQuery, sql } from 'kysely';
import { announceChanges, type DealWriting } from '../write-deals.ts';
import { type FiledDeal, withNeighbourKinds } from './neighbour-kinds.ts';

/** What a stored deal is, as it said at a version. */
export interface StoredClass extends FiledDeal {
  readonly id: number;
  /** Its `change_seq`. */
  readonly version: number;
}

/** Stores the classes of deals that did not change meanwhile. Returns how many became others. */
export const storeClasses = async (
  writing: DealWriting,
  given: readonly StoredClass[],
): Promise<number> => {
  const deals = await withNeighbourKinds(
    (text, values) => writing.transaction.executeQuery(CompiledQuery.raw(text, values)),
    given,
  );
  const { rows } = await sql`
    UPDATE deals
       SET brand_slug = given.brand_slug, kind = given.kind, category = given.category,
           change_seq = nextval('deal_change_seq')
      FROM unnest(${deals.map(({ id }) => id)}::bigint[],
                  ${deals.map(({ version }) => version)}::bigint[],
                  ${deals.map(({ dealClass }) => dealClass.brandSlug)}::text[],
                  ${deals.map(({ dealClass }) => dealClass.kind)}::text[],
                  ${deals.map(({ category }) => category)}::text[])
           AS given (id, version, brand_slug, kind, category)
     WHERE deals.id = given.id AND deals.change_seq = given.version
       AND (deals.brand_slug, deals.kind, deals.category)
           IS DISTINCT FROM (given.brand_slug, given.kind, given.category)
    RETURNING deals.id`.execute(writing.transaction);
  if (rows.length > 0) announceChanges(writing);
  return rows.length;
};

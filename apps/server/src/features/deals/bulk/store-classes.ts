import { sql } from 'kysely';
import { announceChanges, type DealWriting } from '../write-deals.ts';
import type { DealClass } from './staged-columns.ts';

/** What a stored deal is, as its words said at a version. */
export interface StoredClass {
  readonly id: number;
  /** Its `change_seq`. */
  readonly version: number;
  readonly dealClass: DealClass;
}

/** Stores the classes of deals that did not change meanwhile. Returns how many became others. */
export const storeClasses = async (
  writing: DealWriting,
  classes: readonly StoredClass[],
): Promise<number> => {
  const { rows } = await sql`
    UPDATE deals
       SET brand_slug = given.brand_slug, change_seq = nextval('deal_change_seq')
      FROM unnest(${classes.map(({ id }) => id)}::bigint[],
                  ${classes.map(({ version }) => version)}::bigint[],
                  ${classes.map(({ dealClass }) => dealClass.brandSlug)}::text[])
           AS given (id, version, brand_slug)
     WHERE deals.id = given.id AND deals.change_seq = given.version
       AND deals.brand_slug IS DISTINCT FROM given.brand_slug
    RETURNING deals.id`.execute(writing.transaction);
  if (rows.length > 0) announceChanges(writing);
  return rows.length;
};

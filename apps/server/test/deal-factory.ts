import { createHash } from 'node:crypto';
import { sql, type Insertable } from 'kysely';
import type { Database } from '#schema/schema.ts';
import type { DealsTable } from '#schema/deals.ts';

export type NewDeal = Insertable<DealsTable>;

let made = 0;

/** A deal that can be stored; pass what the test is about. Its source is `shop`. */
export const aDeal = (given: Partial<NewDeal> = {}): NewDeal => {
  made += 1;
  const externalId = given.external_id ?? `offer-${made}`;
  return {
    source_id: 'shop',
    external_id: externalId,
    content_hash: createHash('sha256').update(externalId).digest(),
    title: 'Coffee machine',
    category: 'other',
    condition: 'new',
    price_amount: 10_00,
    price_currency: 'EUR',
    price_eur: 10_00,
    posted_at: '2026-05-01T10:00:00Z',
    ...given,
  };
};

/** Stores the sources `shop` (other), `board` (marketplace) and `trips` (travel). */
export const insertSources = async (database: Database): Promise<void> => {
  await database
    .insertInto('sources')
    .values([
      { id: 'shop', name: 'Shop', source_group: 'other', commission: true },
      { id: 'board', name: 'Board', source_group: 'marketplace' },
      { id: 'trips', name: 'Trips', source_group: 'travel' },
    ])
    .execute();
};

/** Stores deals and returns their ids, in the same order. */
export const insertDeals = async (
  database: Database,
  deals: readonly NewDeal[],
): Promise<readonly number[]> => {
  const rows = await database.insertInto('deals').values(deals).returning('id').execute();
  return rows.map(({ id }) => id);
};

/** Changes columns of a deal with a new number, and without what else follows. */
export const updateDeal = async (
  database: Database,
  id: number,
  columns: Partial<NewDeal>,
): Promise<void> => {
  await database
    .updateTable('deals')
    .set({ ...columns, change_seq: sql`nextval('deal_change_seq')` })
    .where('id', '=', id)
    .execute();
};

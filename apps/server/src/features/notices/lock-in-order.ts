import type { SelectQueryBuilder } from 'kysely';
import type { Schema } from '#schema/schema.ts';

/**
 * Locks the notices that a query selects, by their ids. What changes several notices locks them in
 * this order; another one could deadlock.
 */
export const lockInOrder = <Output>(query: SelectQueryBuilder<Schema, 'notices', Output>) =>
  query.orderBy('id').forUpdate();

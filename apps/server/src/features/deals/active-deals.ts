import { sql, type RawBuilder } from 'kysely';

/** What a statement calls a deal. */
type DealAlias = 'd' | 'deals' | 'lead' | 'o' | 'offer';

/** Whether a deal is offered: it has not ended, and is not deleted. */
export const isActive = (deal: DealAlias): RawBuilder<boolean> =>
  sql`(${sql.ref(`${deal}.status`)} = 'active' AND ${sql.ref(`${deal}.deleted_at`)} IS NULL)`;

/** Whether lists have a deal: of equal offers of several sources only the representative. */
export const isListed = (deal: DealAlias): RawBuilder<boolean> =>
  sql`(${isActive(deal)} AND ${sql.ref(`${deal}.represented_by`)} IS NULL)`;

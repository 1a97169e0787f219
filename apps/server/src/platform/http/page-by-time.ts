import { sql, type SelectQueryBuilder } from 'kysely';
import type { TimeCursor } from './page-cursor.ts';

export interface TimePage {
  /** From `readTimeCursor`. */
  readonly after: TimeCursor | null;
  readonly limit: number;
}

/**
 * Selects a page of a list of UUIDs by time, and one more row for `cutPage`. `columns` are the time
 * and the id.
 */
export const pageByTime =
  <DB, Tables extends keyof DB, Row>(
    columns: readonly [at: string, id: string],
    order: 'asc' | 'desc',
    { after, limit }: TimePage,
  ) =>
  (list: SelectQueryBuilder<DB, Tables, Row>): SelectQueryBuilder<DB, Tables, Row> => {
    const at = sql.ref(columns[0]);
    const id = sql.ref(columns[1]);
    const further = order === 'asc' ? sql`>` : sql`<`;
    return list
      .$if(after !== null, (query) =>
        query.where(sql<boolean>`(${at}, ${id}) ${further} (${after?.at}, ${after?.id})`),
      )
      .orderBy(at, order)
      .orderBy(id, order)
      .limit(limit + 1);
  };

import type { ColumnType } from 'kysely';
import type { Timestamp } from './columns.ts';

interface SaltsTable {
  name: string;
  value: Buffer;
  forget_after: Timestamp | null;
}

interface CountryVisitsTable {
  day: ColumnType<Date, string, never>;
  country: string;
  visits: number;
}

/** The tables that only `visitors` writes. */
export interface VisitorsTables {
  salts: SaltsTable;
  country_visits: CountryVisitsTable;
}

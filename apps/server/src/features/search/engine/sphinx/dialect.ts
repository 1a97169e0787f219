import type { SearchServers } from '#config/search-url.ts';

/** The statements that Sphinx 2.2 and Manticore Search write in different ways. Everything else is the same in both. */
export interface Dialect {
  readonly emptyTable: (table: string) => string;
}

export const dialects: Readonly<Record<SearchServers['dialect'], Dialect>> = {
  manticore: { emptyTable: (table) => `TRUNCATE TABLE ${table}` },
  sphinx: { emptyTable: (table) => `TRUNCATE RTINDEX ${table}` },
};

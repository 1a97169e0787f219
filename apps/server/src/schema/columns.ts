import type { ColumnType } from 'kysely';

/** A moment, read as a `Date`. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** A moment that the database sets if a new row does not name it. */
export type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** A date without time, written `2026-11-21`; read with `to_char`. */
export type Day = ColumnType<Date, string, string>;

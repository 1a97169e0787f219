import type { ColumnType } from 'kysely';
import type { Timestamp } from './columns.ts';

interface ContactMessagesTable {
  id: string;
  /** Made by the sender; null without one. */
  client_id: string | null;
  name: string;
  email: string;
  text: string;
  network: Buffer;
  created_at: Timestamp;
  mailed_at: Timestamp | null;
  /** Before which it is not mailed again; null until the mail server rejects it. */
  mail_from: ColumnType<Date | null, Date | undefined, Date>;
  /** How often the mail server has rejected it for good. */
  mail_rejections: ColumnType<number, number | undefined, number>;
}

/** The tables that only `site` writes. */
export interface SiteTables {
  contact_messages: ContactMessagesTable;
}

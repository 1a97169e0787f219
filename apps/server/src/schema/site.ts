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
}

/** The tables that only `site` writes. */
export interface SiteTables {
  contact_messages: ContactMessagesTable;
}

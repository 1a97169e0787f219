import type { Timestamp } from './columns.ts';

interface ContactMessagesTable {
  id: string;
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

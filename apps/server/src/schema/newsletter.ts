import type { ColumnType } from 'kysely';
import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Timestamp } from './columns.ts';

interface NewsletterSubscriptionsTable {
  email: string;
  language: LanguageCode;
  token_hash: Buffer;
  confirm_token: ColumnType<string | null, undefined, string | null>;
  network: Buffer;
  asked_at: Timestamp;
  confirmed_at: Timestamp | null;
  leave_token: ColumnType<string | null, string | undefined, string>;
  last_issue: ColumnType<Date | null, string | undefined, string | null>;
}

/** The tables that only `newsletter` writes. */
export interface NewsletterTables {
  newsletter_subscriptions: NewsletterSubscriptionsTable;
}

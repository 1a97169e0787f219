import type { ColumnType } from 'kysely';
import type { LanguageCode } from '@izgodno/contract/common/language';

type Time = ColumnType<Date, Date | string, Date | string>;

interface ContactMessagesTable {
  id: string;
  name: string;
  email: string;
  text: string;
  network: Buffer;
  created_at: Time;
  mailed_at: Time | null;
}

interface NewsletterSubscriptionsTable {
  email: string;
  language: LanguageCode;
  token_hash: Buffer;
  network: Buffer;
  asked_at: Time;
  confirmed_at: Time | null;
  leave_token: ColumnType<string | null, string | undefined, string>;
  last_issue: ColumnType<Date | null, string | undefined, string | null>;
}

interface CountryVisitsTable {
  day: ColumnType<Date, string, never>;
  country: string;
  visits: number;
}

export interface PagesTables {
  contact_messages: ContactMessagesTable;
  newsletter_subscriptions: NewsletterSubscriptionsTable;
  country_visits: CountryVisitsTable;
}

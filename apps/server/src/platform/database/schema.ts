import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Role } from '@izgodno/contract/accounts/session';
import type { Media } from '@izgodno/contract/deals/deal';
import type { DealDetails } from '@izgodno/contract/deals/details';
import type { Currency } from '@izgodno/contract/common/money';
import type {
  Category,
  Condition,
  DealStatus,
  SourceGroup,
} from '@izgodno/contract/deals/vocabulary';
import type { AccountTables } from './schema/accounts.ts';
import type { ChatTables } from './schema/chat.ts';
import type { OfferTables } from './schema/offers.ts';
import type { PagesTables } from './schema/pages.ts';
import type { PeopleTables } from './schema/people.ts';
import type { SecondFactorTables } from './schema/second-factors.ts';
import type { SecretTables } from './schema/secrets.ts';
import type { SourceTables } from './schema/sources.ts';
import type { UploadTables } from './schema/uploads.ts';

/** PostgreSQL's bigint, read as a number, because no value comes near 2^53. */
type BigInteger = number;
type Time = ColumnType<Date, Date | string, Date | string>;
type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;

export type Availability = 'in_stock' | 'out_of_stock' | 'preorder' | 'backorder';

export type SourceStatus = 'healthy' | 'checking' | 'degraded' | 'error';

export interface SourcesTable {
  id: string;
  name: string;
  /** `null` if `name` is used in both languages. */
  name_bg: string | null;
  source_group: SourceGroup;
  created_at: GeneratedTime;
  checked_at: Time | null;
  kind: string | null;
  config: JSONColumnType<Record<string, unknown>, string | undefined>;
  commission: Generated<boolean>;
  every_seconds: number | null;
  paused: Generated<boolean>;
  next_run_at: Time | null;
  status: Generated<SourceStatus>;
  status_reason: string | null;
  status_detail: string | null;
  failures: Generated<number>;
  cursor: JSONColumnType<Record<string, unknown>> | null;
  sweep_started_at: Time | null;
}

export interface LocationsTable {
  id: string;
  name_bg: string;
  name_en: string;
  /** `null` for districts themselves. */
  district_id: string | null;
}

export interface DealsTable {
  id: Generated<BigInteger>;
  source_id: string;
  external_id: string;
  content_hash: Buffer;
  title: string;
  description: Generated<string>;
  link: string | null;
  /** The shop's own page, if `link` goes through a network that pays commission. */
  product_link: string | null;
  merchant: string | null;
  brand: string | null;
  gtin: string | null;
  mpn: string | null;
  category: Category;
  condition: Condition;
  location_id: string | null;
  tags: Generated<string[]>;
  media: JSONColumnType<Media[], string | undefined>;
  price_amount: BigInteger;
  price_currency: Currency;
  price_eur: BigInteger;
  original_amount: BigInteger | null;
  discount_percent: number | null;
  availability: Generated<Availability>;
  rating: number | null;
  seller_id: string | null;
  status: Generated<DealStatus>;
  views: Generated<number>;
  likes: Generated<number>;
  posted_at: Time;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  deleted_at: Time | null;
  change_seq: Generated<BigInteger>;
  represented_by: BigInteger | null;
  offer_count: Generated<number>;
  source_category: string | null;
  details: JSONColumnType<DealDetails, string | null> | null;
  photo_hash: string | null;
  expires_at: Time | null;
  checked_at: Time | null;
}

export interface PriceObservationsTable {
  deal_id: BigInteger;
  observed_at: GeneratedTime;
  price_amount: BigInteger;
  price_currency: Currency;
  original_amount: BigInteger | null;
}

export interface UsersTable {
  id: string;
  name: string;
  email: string;
  password_hash: string;
  role: Generated<Role>;
  created_at: Time;
  email_confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface MailLinksTable {
  token_hash: Buffer;
  user_id: string;
  purpose:
    | 'reset-password'
    | 'confirm-email'
    | 'confirm-administrator'
    | 'change-email'
    | 'undo-email';
  email: string;
  expires_at: Time;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  user_agent: string;
  address: string;
  created_at: Time;
  last_used_at: Time;
  expires_at: Time;
}

export interface SessionTokensTable {
  token_hash: Buffer;
  session_id: string;
  kind: 'access' | 'refresh';
  expires_at: Time;
  replaced_at: Time | null;
  successor: Buffer | null;
}

export interface AttemptsTable {
  subject: Buffer;
  count: number;
  resets_at: Time;
}

/** Every table for Kysely. `migrations/` has the constraints of the columns. */
export interface Schema
  extends
    AccountTables,
    UploadTables,
    PeopleTables,
    OfferTables,
    ChatTables,
    SourceTables,
    PagesTables,
    SecondFactorTables,
    SecretTables {
  sources: SourcesTable;
  locations: LocationsTable;
  deals: DealsTable;
  price_observations: PriceObservationsTable;
  users: UsersTable;
  sessions: SessionsTable;
  session_tokens: SessionTokensTable;
  attempts: AttemptsTable;
  mail_links: MailLinksTable;
}

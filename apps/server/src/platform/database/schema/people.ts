import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Currency } from '@izgodno/contract/common/money';
import type { ReportReason } from '@izgodno/contract/moderation/calls';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import type { AuditSubjectKind } from '@izgodno/contract/audit/calls';
import type { NoticeContent, NoticeKind } from '@izgodno/contract/notices/notice';

type Time = ColumnType<Date, Date | string, Date | string>;
/** A date without time, written `2026-11-21`; read with `to_char`. */
type Day = ColumnType<Date, string, string>;

interface PostsTable {
  deal_id: number;
  expires_at: Time;
}

interface DealDeletionsTable {
  deal_id: number;
  from_status: Exclude<DealStatus, 'deleted'>;
  deleted_by: 'owner' | 'moderator';
}

interface SaltsTable {
  name: string;
  value: Buffer;
  forget_after: Time | null;
}

interface FavoritesTable {
  user_id: string;
  deal_id: number;
  network: Buffer;
  created_at: Time;
  known_amount: number;
  known_currency: Currency;
  known_price_eur: number;
  known_in_stock: boolean;
  known_status: DealStatus;
}

interface DealLikesTable {
  deal_id: number;
  user_id: string;
  network: Buffer;
  created_at: Time;
}

interface DealViewsTable {
  day: Day;
  deal_id: number;
  viewer: Buffer;
  network: Buffer;
  created_at: Time;
}

interface DealDailyCountsTable {
  deal_id: number;
  day: Day;
  views: Generated<number>;
  likes: Generated<number>;
  favorites: Generated<number>;
  announced: Generated<boolean>;
}

interface TrendingDealsTable {
  deal_id: number;
  score: number;
}

interface NoticesTable {
  id: string;
  user_id: string;
  kind: NoticeKind;
  content: JSONColumnType<NoticeContent>;
  occasion: string;
  in_app: boolean;
  mail_due: boolean;
  push_due: boolean;
  read_at: Time | null;
  created_at: Time;
}

interface NoticePreferencesTable {
  user_id: string;
  kind: NoticeKind;
  in_app: boolean;
  mail: boolean;
  push: boolean;
}

interface UnsubscribeTokensTable {
  user_id: string;
  token: string;
}

interface PushSubscriptionsTable {
  endpoint: string;
  user_id: string;
  p256dh: string;
  auth: string;
  created_at: Time;
}

interface ChangeReadersTable {
  name: string;
  settled: number;
  marked: number;
  marked_at: Time;
}

export interface SavedSearchesTable {
  id: string;
  user_id: string;
  name: string;
  query: string;
  paused: Generated<boolean>;
  matches: Generated<number>;
  last_match_at: Time | null;
  checked_at: Time;
  created_at: Time;
}

interface SavedSearchMatchesTable {
  saved_search_id: string;
  deal_id: number;
  matched_at: Time;
}

interface ExpiredMarksTable {
  deal_id: number;
  user_id: string;
  network: Buffer;
  created_at: Time;
}

interface ExpiredByMembersTable {
  deal_id: number;
}

interface DealReportsTable {
  id: string;
  deal_id: number;
  reporter_id: string;
  reason: ReportReason;
  note: string;
  created_at: Time;
  resolved_at: Time | null;
}

interface AuditEntriesTable {
  id: string;
  at: Time;
  actor_id: string | null;
  action: string;
  subject_kind: AuditSubjectKind;
  subject_id: string;
  reason: string;
  details: JSONColumnType<Record<string, string>>;
}

interface ProfilesTable {
  user_id: string;
  about: Generated<string>;
  avatar_file_id: string | null;
  location_id: string | null;
  language: LanguageCode | null;
  theme: 'light' | 'dark' | null;
  show_lev: Generated<boolean>;
  show_location: Generated<boolean>;
  show_sold_count: Generated<boolean>;
}

/** Tables of posts, engagement, moderation and notices. */
export interface PeopleTables {
  posts: PostsTable;
  deal_deletions: DealDeletionsTable;
  salts: SaltsTable;
  favorites: FavoritesTable;
  deal_likes: DealLikesTable;
  deal_views: DealViewsTable;
  deal_daily_counts: DealDailyCountsTable;
  trending_deals: TrendingDealsTable;
  notices: NoticesTable;
  notice_preferences: NoticePreferencesTable;
  unsubscribe_tokens: UnsubscribeTokensTable;
  push_subscriptions: PushSubscriptionsTable;
  change_readers: ChangeReadersTable;
  saved_searches: SavedSearchesTable;
  saved_search_matches: SavedSearchMatchesTable;
  expired_marks: ExpiredMarksTable;
  expired_by_members: ExpiredByMembersTable;
  deal_reports: DealReportsTable;
  audit_entries: AuditEntriesTable;
  profiles: ProfilesTable;
}

import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ChosenKind, NoticeContent, NoticeKind } from '@izgodno/contract/notices/notice';
import type { Timestamp } from './columns.ts';

/** A moment before which a notice is not sent; null if nothing delays it. */
type DueFrom = ColumnType<Date | null, Date | null | undefined, Date | null>;

export interface NoticesTable {
  id: string;
  user_id: string;
  kind: NoticeKind;
  content: JSONColumnType<NoticeContent>;
  occasion: string;
  in_app: boolean;
  mail_due: boolean;
  mail_id: Generated<string | null>;
  mail_from: DueFrom;
  /** How often a mail server has rejected the mail `mail_id`. */
  mail_rejections: Generated<number>;
  push_due: boolean;
  push_from: DueFrom;
  read_at: Timestamp | null;
  created_at: Timestamp;
}

interface NoticePreferencesTable {
  user_id: string;
  kind: ChosenKind;
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
  /** Of the browser that subscribed last; null until it next opens the site. */
  session_id: string | null;
  p256dh: string;
  auth: string;
  created_at: Timestamp;
}

/** The tables that only `notices` writes. */
export interface NoticesTables {
  notices: NoticesTable;
  notice_preferences: NoticePreferencesTable;
  /** Of `laterChosenKinds`. */
  later_notice_preferences: NoticePreferencesTable;
  unsubscribe_tokens: UnsubscribeTokensTable;
  push_subscriptions: PushSubscriptionsTable;
}

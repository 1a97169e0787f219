import type { Kysely, Transaction } from 'kysely';
import type { Reads } from '#platform/database/replica-reads.ts';
import type { DealsTables } from './deals.ts';
import type { SourcesTables } from './sources.ts';
import type { LocationsTables } from './locations.ts';
import type { EngagementTables } from './engagement.ts';
import type { ModerationTables } from './moderation.ts';
import type { AuditTables } from './audit.ts';
import type { AccountsTables } from './accounts.ts';
import type { ProfilesTables } from './profiles.ts';
import type { NoticesTables } from './notices.ts';
import type { SavedSearchesTables } from './saved-searches.ts';
import type { SearchTables } from './search.ts';
import type { UploadsTables } from './uploads.ts';
import type { NewsletterTables } from './newsletter.ts';
import type { SiteTables } from './site.ts';
import type { VisitorsTables } from './visitors.ts';
import type { SystemTables } from './system.ts';
import type { BlocksTables } from './blocks.ts';
import type { PriceAlertsTables } from './price-alerts.ts';
import type { SalesTables } from './sales.ts';
import type { WatchedPagesTables } from './watched-pages.ts';
import type { WebhooksTables } from './webhooks.ts';
import type { ChatTables } from './chat.ts';

/** Every table, as Kysely sees it. The rules of each column are in `migrations/`. */
export interface Schema
  extends
    DealsTables,
    SourcesTables,
    LocationsTables,
    EngagementTables,
    ModerationTables,
    AuditTables,
    AccountsTables,
    ProfilesTables,
    NoticesTables,
    SavedSearchesTables,
    SearchTables,
    UploadsTables,
    NewsletterTables,
    SiteTables,
    VisitorsTables,
    SystemTables,
    BlocksTables,
    PriceAlertsTables,
    SalesTables,
    WatchedPagesTables,
    WebhooksTables,
    ChatTables {}

export type Database = Kysely<Schema>;
/** The database itself, or a transaction on it. */
export type Connection = Database | Transaction<Schema>;

/** Reads what may be some seconds old: from a replica, if there is one. */
export type DatabaseReads = Reads<Schema>;

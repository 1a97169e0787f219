import type { Generated } from 'kysely';
import type { Currency } from '@izgodno/contract/common/money';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import type { Day, Timestamp } from './columns.ts';

interface FavoritesTable {
  user_id: string;
  deal_id: number;
  network: Buffer;
  created_at: Timestamp;
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
  created_at: Timestamp;
}

interface DealVotesTable {
  deal_id: number;
  user_id: string;
  value: 1 | -1;
  network: Buffer;
  created_at: Timestamp;
}

interface DealViewsTable {
  day: Day;
  deal_id: number;
  viewer: Buffer;
  network: Buffer;
  signed_in: Generated<boolean>;
  created_at: Timestamp;
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

/** The tables that only `engagement` writes. */
export interface EngagementTables {
  favorites: FavoritesTable;
  deal_likes: DealLikesTable;
  deal_votes: DealVotesTable;
  deal_views: DealViewsTable;
  deal_daily_counts: DealDailyCountsTable;
  trending_deals: TrendingDealsTable;
}

import type { Timestamp } from './columns.ts';

interface SalesTable {
  deal_id: number;
  seller_id: string;
  buyer_id: string;
  sold_at: Timestamp;
}

interface RatingsTable {
  id: string;
  deal_id: number;
  rater_id: string;
  rated_id: string;
  stars: number;
  text: string;
  reply: string | null;
  created_at: Timestamp;
  shown_at: Timestamp | null;
  removed_at: Timestamp | null;
}

/** The tables that only `sales` writes. */
export interface SalesTables {
  sales: SalesTable;
  ratings: RatingsTable;
}

import type { Generated } from 'kysely';
import type { Currency } from '@izgodno/contract/common/money';
import type { PageEnd } from '@izgodno/contract/watched-pages/calls';
import type { Timestamp } from './columns.ts';

export interface WatchedPagesTable {
  id: Generated<number>;
  url: string;
  key: string;
  title: string;
  merchant: string;
  image_url: string | null;
  gtin: string | null;
  mpn: string | null;
  price_amount: number;
  price_currency: Currency;
  in_stock: boolean;
  read_at: Timestamp;
  failing_since: Timestamp | null;
  due_at: Timestamp;
  page_end: PageEnd | null;
}

interface PageWatchesTable {
  user_id: string;
  page_id: number;
  first_amount: number;
  first_currency: Currency;
  created_at: Timestamp;
}

/** The tables that only `watched-pages` writes. */
export interface WatchedPagesTables {
  watched_pages: WatchedPagesTable;
  page_watches: PageWatchesTable;
}

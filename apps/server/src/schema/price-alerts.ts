import type { Currency } from '@izgodno/contract/common/money';
import type { Timestamp } from './columns.ts';

interface PriceAlertsRow {
  user_id: string;
  deal_id: number;
  below_amount: number;
  below_currency: Currency;
  below_eur: number;
  with_delivery: boolean;
  created_at: Timestamp;
  reached_at: Timestamp | null;
}

/** The table that only `price-alerts` writes. */
export interface PriceAlertsTables {
  price_alerts: PriceAlertsRow;
}

import type { Generated } from 'kysely';
import type { Currency } from '@izgodno/contract/common/money';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import type { Delivery, WebhookEvent, WebhookState } from '@izgodno/contract/webhooks/calls';
import type { Timestamp } from './columns.ts';

export interface WebhooksTable {
  id: string;
  user_id: string;
  url: string;
  events: WebhookEvent[];
  secret: Buffer;
  state: WebhookState;
  failing_since: Timestamp | null;
  created_at: Timestamp;
}

interface WebhookDeliveriesTable {
  id: string;
  webhook_id: string;
  event: string;
  body: string;
  state: Delivery['state'];
  attempts: Generated<number>;
  status: number | null;
  error: string | null;
  created_at: Timestamp;
  attempted_at: Timestamp | null;
}

interface WebhookDealsTable {
  deal_id: number;
  user_id: string;
  price_amount: number;
  price_currency: Currency;
  status: DealStatus;
  digest: string;
}

interface WebhookChannelsTable {
  webhook_id: string;
  channel_id: string;
  seq: number;
}

/** The tables that only `webhooks` writes. */
export interface WebhooksTables {
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_deals: WebhookDealsTable;
  webhook_channels: WebhookChannelsTable;
}

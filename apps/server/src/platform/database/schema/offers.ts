import type { Generated } from 'kysely';

export interface OfferKeysTable {
  key: Buffer;
  deal_id: number;
  kind: 'gtin' | 'mpn' | 'link' | 'photo';
}

export interface OffersToGroupTable {
  id: Generated<number>;
  deal_id: number;
}

/** Tables that group equal offers. */
export interface OfferTables {
  offer_keys: OfferKeysTable;
  offers_to_group: OffersToGroupTable;
}

-- Up Migration

-- A migration of its own, because the one before locks the table against readers.
INSERT INTO offers_to_group (deal_id)
SELECT id FROM deals
 WHERE offer_count > 1 AND delivery_eur > 0 AND status = 'active' AND deleted_at IS NULL;

-- Down Migration

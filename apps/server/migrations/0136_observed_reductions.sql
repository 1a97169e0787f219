-- Up Migration

-- Whether a deal's price was observed for thirty days, and the lowest price in euro cents of the
-- thirty days before the present one, if the present one is lower.
ALTER TABLE deals ADD COLUMN observed_long boolean NOT NULL DEFAULT false,
                  ADD COLUMN observed_low bigint;
-- Discounts are observed from now on; merchants' claims are none.
UPDATE deals SET discount_percent = NULL, change_seq = nextval('deal_change_seq')
 WHERE discount_percent IS NOT NULL;

-- Down Migration
ALTER TABLE deals DROP COLUMN observed_long, DROP COLUMN observed_low;

-- Up Migration

-- Of a deal that represents several offers, the lowest price with delivery among them in euro cents,
-- if another offer has it. Grouping stores it.
ALTER TABLE deals ADD COLUMN lowest_total_eur bigint;

-- Down Migration
ALTER TABLE deals DROP COLUMN lowest_total_eur;

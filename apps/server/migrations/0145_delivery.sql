-- Up Migration

-- The price of delivery within Bulgaria, in cents; null if unknown. Days at most.
ALTER TABLE deals
  ADD COLUMN delivery_eur bigint,
  ADD COLUMN delivery_days smallint;

-- Down Migration
ALTER TABLE deals DROP COLUMN delivery_eur, DROP COLUMN delivery_days;

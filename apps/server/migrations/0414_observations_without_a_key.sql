-- Up Migration

-- Rows of deals stay when deals are removed, and an observation is written in the transaction that
-- writes its deal. The check of this key locked the row of each new deal again.
ALTER TABLE price_observations DROP CONSTRAINT price_observations_deal_id_fkey;

-- Down Migration
ALTER TABLE price_observations
  ADD CONSTRAINT price_observations_deal_id_fkey FOREIGN KEY (deal_id) REFERENCES deals (id);

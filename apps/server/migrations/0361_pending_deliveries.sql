-- Up Migration

-- For the number of deliveries that wait for one webhook.
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id) WHERE state = 'pending';

-- Down Migration
DROP INDEX webhook_deliveries_waiting;

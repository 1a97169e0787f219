-- Up Migration

-- The log of deliveries has a message's words and sender only while a delivery waits, because it would
-- keep them when the message, or the account of its sender, is deleted. By the database, so that a node
-- of the former release clears them too.
CREATE FUNCTION clear_ended_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.body := jsonb_set(jsonb_set(NEW.body::jsonb, '{data,text}', '""'), '{data,sender,name}', '""')::text;
  RETURN NEW;
END $$;
CREATE TRIGGER webhook_deliveries_ended BEFORE INSERT OR UPDATE ON webhook_deliveries
  FOR EACH ROW WHEN (NEW.event = 'message.posted' AND NEW.state <> 'pending')
  EXECUTE FUNCTION clear_ended_delivery();
UPDATE webhook_deliveries SET body = body WHERE event = 'message.posted' AND state <> 'pending';

-- Down Migration
DROP TRIGGER webhook_deliveries_ended ON webhook_deliveries;
DROP FUNCTION clear_ended_delivery;

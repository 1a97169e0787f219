-- Up Migration

-- The page of a user for administrators shows the reports of the user's deals.
CREATE INDEX deal_reports_deal ON deal_reports (deal_id);
-- The export of an account has the messages from its address.
CREATE INDEX contact_messages_email ON contact_messages (email);
-- Every node asks whether any webhook gets messages.
CREATE INDEX webhooks_of_messages ON webhooks (user_id)
  WHERE state = 'enabled' AND 'message.posted' = ANY (events);
-- The list of sources shows the latest run of each that read any rows.
CREATE INDEX import_runs_with_rows ON import_runs (source_id, started_at) WHERE row_count > 0;
-- The list of public channels, by name.
CREATE INDEX channels_listed ON channels (name, id) WHERE kind = 'public' AND archived_at IS NULL;

-- Down Migration
DROP INDEX channels_listed;
DROP INDEX import_runs_with_rows;
DROP INDEX webhooks_of_messages;
DROP INDEX contact_messages_email;
DROP INDEX deal_reports_deal;

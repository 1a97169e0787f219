-- Up Migration

-- Deals that a decision of moderators expired; a granted appeal makes them active again.
CREATE TABLE expired_by_decisions (
  deal_id bigint PRIMARY KEY REFERENCES deals (id) ON DELETE CASCADE,
  decision_id uuid NOT NULL UNIQUE REFERENCES audit_entries (id) ON DELETE CASCADE
);
INSERT INTO expired_by_decisions
SELECT DISTINCT ON (deals.id) deals.id, e.id
  FROM audit_entries e JOIN deals ON deals.id = e.subject_id::bigint
 WHERE e.subject_kind = 'deal' AND e.action = 'deal.expire' AND e.details ->> 'before' = 'active'
   AND deals.status IN ('expired', 'deleted')
 ORDER BY deals.id, e.at DESC, e.id DESC;

-- What expired a deal is over once the deal is active or sold, and does not explain a later expiry. By the
-- database, because imports, owners, moderators and ends of suspensions change the status. Votes count only
-- before they expire a deal.
CREATE FUNCTION end_expiry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH ended AS (DELETE FROM expired_by_members WHERE deal_id = NEW.id RETURNING deal_id)
  DELETE FROM expired_marks USING ended WHERE expired_marks.deal_id = ended.deal_id;
  DELETE FROM expired_by_decisions WHERE deal_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER deals_offered_again AFTER UPDATE OF status ON deals
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND NEW.status IN ('active', 'sold'))
  EXECUTE FUNCTION end_expiry();

WITH ended AS (
  DELETE FROM expired_by_members USING deals
   WHERE deals.id = deal_id AND deals.status IN ('active', 'sold') RETURNING deal_id
)
DELETE FROM expired_marks USING ended WHERE expired_marks.deal_id = ended.deal_id;

-- Down Migration
DROP TRIGGER deals_offered_again ON deals;
DROP FUNCTION end_expiry;
DROP TABLE expired_by_decisions;

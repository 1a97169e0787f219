-- Up Migration

-- Changes are read by their transactions (0123), and a number is only compared with that of the same
-- deal: nothing reads this index, and every new and changed deal wrote to it.
DROP INDEX deals_change_seq;

-- Down Migration
CREATE INDEX deals_change_seq ON deals (change_seq);

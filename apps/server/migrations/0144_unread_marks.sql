-- How often a member has marked messages as unread, which moves read_seq back, and how far they had
-- read before: the others of a direct conversation keep seeing that.
ALTER TABLE channel_members
  ADD COLUMN unread_marks int NOT NULL DEFAULT 0,
  ADD COLUMN seen_seq bigint NOT NULL DEFAULT 0;

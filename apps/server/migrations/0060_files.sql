-- Up Migration
-- A row is inserted before the first byte of its object and deleted after the last, so that
-- whatever a crash leaves in the store is found by its row, whose expires_at then passes.
CREATE TABLE files (
  id uuid PRIMARY KEY,
  -- Null once the account is deleted; such files are removed.
  owner_id uuid REFERENCES users (id) ON DELETE SET NULL,
  status text NOT NULL CHECK (status IN ('receiving', 'processing', 'ready', 'refused')),
  method text NOT NULL CHECK (method IN ('chunked', 'generic', 'resumable')),
  -- The client's ids of the upload, its message and its placeholder there.
  upload_id text,
  channel_id text,
  message_id text,
  placeholder_id text,
  -- The name on the user's device, and the name for downloads.
  original_name text NOT NULL,
  name text NOT NULL,
  -- By content; while 'receiving', as declared.
  media_type text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('image', 'video', 'audio', 'other')),
  -- Bytes; while 'receiving', the announced number.
  size bigint NOT NULL CHECK (size >= 0),
  -- Its key in the object store.
  object_key text NOT NULL,
  width integer,
  height integer,
  duration_ms integer,
  peaks smallint[],
  -- ThumbHash, Base64.
  placeholder text,
  -- [{name, key, size}]: the existing variants.
  variants jsonb NOT NULL DEFAULT '[]',
  -- What the file belongs to, which decides who may read it.
  subject_kind text CHECK (subject_kind IN ('deal', 'message', 'avatar')),
  subject_id text,
  created_at timestamptz NOT NULL,
  -- When it is removed if it is still unused; null while it is used.
  expires_at timestamptz,
  CHECK ((subject_kind IS NULL) = (subject_id IS NULL))
);
CREATE UNIQUE INDEX files_upload ON files (owner_id, upload_id);
CREATE INDEX files_owner ON files (owner_id, id);
CREATE INDEX files_subject ON files (subject_kind, subject_id);
CREATE INDEX files_expires_at ON files (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX files_ownerless ON files (id) WHERE owner_id IS NULL;

-- Down Migration
DROP TABLE files;

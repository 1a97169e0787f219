-- Up Migration

-- Small copies of the images of linked pages, by the path in the preview of the link. An image ends with
-- the preview, whichever node and statement erases that.
CREATE TABLE link_images (
  path text PRIMARY KEY,
  message_id uuid NOT NULL,
  image bytea NOT NULL
);
CREATE INDEX link_images_message ON link_images (message_id);

CREATE FUNCTION erase_link_images() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM link_images
   WHERE message_id = OLD.id
     AND (TG_OP = 'DELETE' OR NOT NEW.links @> jsonb_build_array(jsonb_build_object('imageUrl', path)));
  RETURN NULL;
END $$;
CREATE TRIGGER messages_links_changed AFTER UPDATE OF links ON messages
  FOR EACH ROW WHEN (OLD.links <> '[]' AND OLD.links <> NEW.links) EXECUTE FUNCTION erase_link_images();
CREATE TRIGGER messages_links_erased AFTER DELETE ON messages
  FOR EACH ROW WHEN (OLD.links <> '[]') EXECUTE FUNCTION erase_link_images();

-- Down Migration
DROP TRIGGER messages_links_erased ON messages;
DROP TRIGGER messages_links_changed ON messages;
DROP FUNCTION erase_link_images;
DROP TABLE link_images;

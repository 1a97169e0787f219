-- Up Migration

-- Pages of shops that users watch. Users who watch the same page share its row, so that it is read
-- once for all of them.
CREATE TABLE watched_pages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url text NOT NULL,
  -- A digest of the URL without tracking.
  key text NOT NULL,
  title text NOT NULL,
  merchant text NOT NULL,
  image_url text,
  -- With the title, what identifies the product.
  gtin text,
  mpn text,
  price_amount bigint NOT NULL,
  price_currency text NOT NULL,
  in_stock boolean NOT NULL,
  -- When the product was read last.
  read_at timestamptz NOT NULL,
  -- Since when nothing can be read; null if the last reading succeeded.
  failing_since timestamptz,
  -- When the page is to be read next.
  due_at timestamptz NOT NULL,
  -- Why it is no longer read.
  page_end text CHECK (page_end IN ('other_product', 'unavailable'))
);
-- A page that ended can be watched again with its new product, as another row.
CREATE UNIQUE INDEX watched_pages_key ON watched_pages (key) WHERE page_end IS NULL;
CREATE INDEX watched_pages_due ON watched_pages (due_at) WHERE page_end IS NULL;

CREATE TABLE page_watches (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  page_id bigint NOT NULL REFERENCES watched_pages (id) ON DELETE CASCADE,
  -- The price when the user began to watch.
  first_amount bigint NOT NULL,
  first_currency text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, page_id)
);
CREATE INDEX page_watches_page ON page_watches (page_id);

-- Down Migration
DROP TABLE page_watches, watched_pages;

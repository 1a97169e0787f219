-- Up Migration
-- The Bulgarian name of a source with names in both languages; `name` is then the English one.
ALTER TABLE sources ADD COLUMN name_bg text;
UPDATE sources SET name_bg = 'Потребители на Izgodno' WHERE id = 'users';

-- Cards once said "commission" for every source of this group. Sources of the settings have their
-- own value since then; the others were left without.
UPDATE sources SET commission = true WHERE kind IS NULL AND source_group = 'other';

-- Down Migration
ALTER TABLE sources DROP COLUMN name_bg;

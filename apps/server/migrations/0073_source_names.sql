-- Up Migration
-- What a source is called in Bulgarian, where it has a name of each language: `name` is then the English one.
ALTER TABLE sources ADD COLUMN name_bg text;
UPDATE sources SET name_bg = 'Потребители на Izgodno' WHERE id = 'users';

-- Cards once said "commission" of every source of this group. Those that the settings make have been told since
-- whether it is so; the others were left without.
UPDATE sources SET commission = true WHERE kind IS NULL AND source_group = 'other';

-- Down Migration
ALTER TABLE sources DROP COLUMN name_bg;

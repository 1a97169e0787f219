import { finished } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copyLine } from './copy-text.ts';
import { foldAll, groupExternalId, isChoice, MAX_CHOICES } from './fold-choices.ts';
import type { ChoiceDeal, MappedDeal } from './mapped-deal.ts';
import { findRetainedProducts } from './stored-deals.ts';

/** Products folded at once: few, because each may have many choices with long descriptions. */
const BATCH_GROUPS = 25;

// A feed may name the choices of a product anywhere, and has more of them than fit into memory.
const CREATE_STAGE = `
  DROP TABLE IF EXISTS pg_temp.import_choices;
  CREATE TEMPORARY TABLE import_choices (
    position integer PRIMARY KEY,
    group_id text COLLATE "C" NOT NULL,
    -- Of an item that is only assumed to be a choice.
    image text COLLATE "C",
    deal json NOT NULL
  );`;

const INDEX_STAGE = `
  CREATE INDEX ON pg_temp.import_choices (group_id, position);
  ANALYZE pg_temp.import_choices;
  -- Images of several products, such as placeholders.
  DROP TABLE IF EXISTS pg_temp.import_shared_images;
  CREATE TEMPORARY TABLE import_shared_images AS
  SELECT image FROM pg_temp.import_choices
   WHERE image IS NOT NULL GROUP BY image HAVING count(DISTINCT group_id) > 1;`;

const NEXT_GROUPS = `
  SELECT groups.group_id AS "groupId", choices.deals,
         EXISTS (
           SELECT FROM pg_temp.import_choices JOIN pg_temp.import_shared_images USING (image)
            WHERE import_choices.group_id = groups.group_id
         ) AS "sharesImage"
    FROM (
      SELECT DISTINCT group_id FROM pg_temp.import_choices
       WHERE group_id > $1 ORDER BY group_id LIMIT ${BATCH_GROUPS}
    ) AS groups
    CROSS JOIN LATERAL (
      SELECT json_agg(deal) AS deals FROM (
        SELECT deal FROM pg_temp.import_choices
         WHERE import_choices.group_id = groups.group_id ORDER BY position LIMIT ${MAX_CHOICES}
      ) AS first
    ) AS choices
   ORDER BY groups.group_id`;

interface StoredGroup {
  readonly groupId: string;
  readonly deals: readonly ChoiceDeal[];
  readonly sharesImage: boolean;
}

/** The items of a source that are choices of products, on this connection. */
export interface ChoiceStage {
  /** Stores those of the deals that are choices. */
  add(deals: readonly MappedDeal[]): Promise<void>;
  /**
   * The products of all stored choices, in batches, with their choices whose rows cannot be used.
   * Call it once, after the last `add` here and to the unusable rows.
   */
  folded(): AsyncGenerator<readonly MappedDeal[]>;
}

export const createChoiceStage = async (
  client: ClientBase,
  sourceId: string,
): Promise<ChoiceStage> => {
  await client.query(CREATE_STAGE);
  let count = 0;
  return {
    async add(deals) {
      const choices = deals.filter(isChoice);
      if (choices.length === 0) return;
      let lines = '';
      for (const deal of choices) {
        count += 1;
        const { groupId, isAssumed } = deal.choice;
        const image = isAssumed ? (deal.media[0]?.url ?? null) : null;
        lines += copyLine([count, groupId, image, JSON.stringify(deal)]);
      }
      const copy = client.query(
        copyFrom('COPY pg_temp.import_choices (position, group_id, image, deal) FROM STDIN'),
      );
      copy.end(lines);
      await finished(copy);
    },
    async *folded() {
      if (count === 0) return;
      await client.query(INDEX_STAGE);
      let after = '';
      for (;;) {
        const { rows } = await client.query<StoredGroup>(NEXT_GROUPS, [after]);
        const last = rows.at(-1);
        if (last === undefined) return;
        const apart = rows.flatMap(({ groupId, sharesImage }) => (sharesImage ? [groupId] : []));
        const ids = rows.map(({ groupId }) => groupExternalId(groupId));
        const retained = await findRetainedProducts(client, sourceId, ids);
        yield foldAll(
          rows.flatMap(({ deals }) => deals),
          { retained, apart: new Set(apart) },
        );
        after = last.groupId;
      }
    },
  };
};

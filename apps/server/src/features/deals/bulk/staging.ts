import { finished } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { MappedDeal } from './mapped-deal.ts';
import { copyLine } from './copy-text.ts';
import { type FiledDeal, withNeighbourKinds } from './neighbour-kinds.ts';
import {
  type DealClass,
  saidText,
  saidValues,
  stagedDefinitions,
  stagedNames,
  stagedValues,
} from './staged-columns.ts';
import { hash } from 'node:crypto';

const HEX_DIGITS = 32;

/** A hexadecimal digest of a source's data of a deal: equal digests mean no change. */
export const contentHash = (deal: MappedDeal, said = saidValues(deal)): string =>
  hash('sha256', saidText(deal, said)).slice(0, HEX_DIGITS);

// Temporary tables: visible to this connection only, not logged, and dropped when it ends.
const CREATE_STAGE = `
  DROP TABLE IF EXISTS pg_temp.import_stage, pg_temp.import_seen, pg_temp.import_unread;
  CREATE TEMPORARY TABLE import_stage (
    position integer PRIMARY KEY,
    -- Of the deal to update; null for a new one.
    deal_id bigint,
    external_id text NOT NULL,
    ${stagedDefinitions}
  );
  -- The known deals that the source still holds.
  CREATE TEMPORARY TABLE import_seen (deal_id bigint NOT NULL, was_unread boolean NOT NULL DEFAULT true);
  -- Those of them that no usable row names.
  CREATE TEMPORARY TABLE import_unread (deal_id bigint NOT NULL);`;

// The lateral join with LIMIT makes one index look-up per id, whatever the statistics of a growing
// table say.
const LOOK_UP = `
  WITH given AS (
    SELECT external_id, decode(hash, 'hex') AS content_hash, position
      FROM unnest(string_to_array($2, E'\\n'), string_to_array($3, E'\\n'))
           WITH ORDINALITY AS given (external_id, hash, position)
  ), found AS (
    SELECT given.position, known.id, known.status = 'active' AND known.content_hash = given.content_hash AS unchanged,
           known.unread_since IS NOT NULL AS was_unread
      FROM given LEFT JOIN LATERAL (
             SELECT id, content_hash, status, unread_since FROM deals
              WHERE source_id = $1 AND external_id = given.external_id LIMIT 1
           ) AS known ON true
  ), seen AS (
    INSERT INTO import_seen SELECT id, was_unread FROM found WHERE id IS NOT NULL
  )
  SELECT position::integer AS position, id FROM found WHERE unchanged IS NOT TRUE`;

const COPY = `COPY pg_temp.import_stage (${stagedNames}, position, deal_id, external_id) FROM STDIN`;

const KEEP = `
  INSERT INTO pg_temp.import_seen
  SELECT id, unread_since IS NOT NULL FROM deals WHERE source_id = $1 AND external_id = ANY ($2)`;

export interface Staging {
  /**
   * Sorts deals with distinct ids without newlines into unchanged ones, which are only marked as
   * seen, and new or changed ones, which are staged.
   */
  add(deals: readonly MappedDeal[]): Promise<void>;
  /**
   * Marks the deals of these ids as seen: their source still offers them as they are.
   */
  keep(externalIds: readonly string[]): Promise<void>;
  /** Rows staged, numbered from 1. */
  readonly staged: number;
  /** Counts all added deals, also cleared ones. */
  readonly unchanged: number;
  /** Clears the area for the next part of a source. */
  clear(): Promise<void>;
}

/** A deal to stage. */
interface StagedDeal extends FiledDeal {
  readonly id: number | null;
  readonly deal: MappedDeal;
  readonly said: ReturnType<typeof saidValues>;
  readonly hash: string;
}

const lineOf = (position: number, staged: StagedDeal): string => {
  const { id, deal, said, hash, category, dealClass } = staged;
  const filed = category === deal.category ? said : saidValues({ ...deal, category });
  const values = stagedValues(deal, filed, dealClass, hash);
  values.push(position, id, deal.externalId);
  return copyLine(values);
};

/** Opens this connection's staging area, empty. `classify` reads what a deal is from what it says. */
export const createStaging = async (
  client: ClientBase,
  sourceId: string,
  classify: (deal: MappedDeal) => DealClass,
): Promise<Staging> => {
  await client.query(CREATE_STAGE);
  let staged = 0;
  let unchanged = 0;

  return {
    async add(deals) {
      if (deals.length === 0) return;
      const said = deals.map(saidValues);
      const hashes = deals.map((deal, at) => contentHash(deal, said[at]));
      const { rows } = await client.query<{ position: number; id: number | null }>({
        name: 'import-look-up',
        text: LOOK_UP,
        values: [sourceId, deals.map((deal) => deal.externalId).join('\n'), hashes.join('\n')],
      });
      unchanged += deals.length - rows.length;
      if (rows.length === 0) return;

      const changed = rows.map(({ position, id }): StagedDeal => {
        const at = position - 1;
        const [deal, values, hash] = [deals[at], said[at], hashes[at]];
        if (deal === undefined || values === undefined || hash === undefined)
          throw new RangeError(`No deal at ${position}`);
        const { sourceCategory, category } = deal;
        const dealClass = classify(deal);
        return { id, deal, said: values, hash, sourceId, sourceCategory, category, dealClass };
      });
      const classified = await withNeighbourKinds(
        (text, values) => client.query({ name: 'import-neighbours', text, values }),
        changed,
      );
      let lines = '';
      for (const row of classified) {
        staged += 1;
        lines += lineOf(staged, row);
      }
      const copy = client.query(copyFrom(COPY));
      copy.end(lines);
      await finished(copy);
    },
    async keep(externalIds) {
      if (externalIds.length === 0) return;
      await client.query(KEEP, [sourceId, [...externalIds]]);
    },
    async clear() {
      await client.query(
        'TRUNCATE pg_temp.import_stage, pg_temp.import_seen, pg_temp.import_unread',
      );
      staged = 0;
    },
    get staged() {
      return staged;
    },
    get unchanged() {
      return unchanged;
    },
  };
};

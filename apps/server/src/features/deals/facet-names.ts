import type { LocalisedName } from '@izgodno/contract/common/localised-name';
import type { SourceGroup } from '@izgodno/contract/deals/vocabulary';
import { isRecent, type Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';

/** How long names are cached, in milliseconds. */
const FRESH_FOR = 10_000;
/** The least time between reads for an unknown id, in milliseconds: its source may be new. */
const RETRY_AFTER = 500;

export interface SourceDetails {
  readonly name: string;
  /** The names in both languages, if the source has them. */
  readonly names: LocalisedName | null;
  readonly group: SourceGroup;
  /** Whether purchases there pay us a commission. */
  readonly commission: boolean;
  /** When the whole source was last read to its end. */
  readonly checkedAt: Date | null;
}

export interface Names {
  readonly sources: ReadonlyMap<string, SourceDetails>;
  readonly locations: ReadonlyMap<string, LocalisedName>;
}

export interface FacetNames {
  /** The names of all sources and locations, read again if one of these source ids is unknown. */
  read(sourceIds: readonly string[]): Promise<Names>;
}

/**
 * A cache of the names of sources and locations, because there are few and every page of results
 * needs some.
 */
export const createFacetNames = (database: Database, clock: Clock): FacetNames => {
  let cached: { readonly readAt: number; readonly names: Names } | undefined;

  const readAll = async (): Promise<Names> => {
    const [sources, locations] = await Promise.all([
      database
        .selectFrom('sources')
        .select(['id', 'name', 'name_bg', 'source_group', 'commission', 'checked_at'])
        .execute(),
      database.selectFrom('locations').select(['id', 'name_bg', 'name_en']).execute(),
    ]);
    return {
      sources: new Map(
        sources.map((row) => [
          row.id,
          {
            name: row.name,
            names: row.name_bg === null ? null : { bg: row.name_bg, en: row.name },
            group: row.source_group,
            commission: row.commission,
            checkedAt: row.checked_at,
          },
        ]),
      ),
      locations: new Map(locations.map((row) => [row.id, { bg: row.name_bg, en: row.name_en }])),
    };
  };

  return {
    async read(sourceIds) {
      const now = clock.now();
      const known = cached?.names.sources;
      const complete = known !== undefined && sourceIds.every((id) => known.has(id));
      if (
        cached === undefined ||
        !isRecent(cached.readAt, now, complete ? FRESH_FOR : RETRY_AFTER)
      ) {
        cached = { readAt: now, names: await readAll() };
      }
      return cached.names;
    },
  };
};

import type { FacetEntry } from '@izgodno/contract/deals/calls';
import type { LocalisedName } from '@izgodno/contract/deals/deal';
import type { Database } from '#platform/database/database.ts';
import type { Clock } from '#platform/clock.ts';

/** How long the names of sources and locations are believed, in milliseconds. */
const NAMES_FRESH_FOR = 10_000;

type Names = ReadonlyMap<string, LocalisedName>;

export interface FacetLabels {
  /** Adds the names people know to the entries of the facets that hold ids. */
  label<Facets extends Readonly<Record<'source' | 'location', readonly FacetEntry[]>>>(
    facets: Facets,
  ): Promise<Facets & { readonly source: FacetEntry[]; readonly location: FacetEntry[] }>;
}

const labelled = (entries: readonly FacetEntry[], names: Names): FacetEntry[] =>
  entries.map((entry) => {
    const label = names.get(entry.value);
    return label === undefined ? entry : { ...entry, label };
  });

export const createFacetLabels = (database: Database, clock: Clock): FacetLabels => {
  let names:
    | { readonly readAt: number; readonly source: Names; readonly location: Names }
    | undefined;

  const readNames = async () => {
    if (names !== undefined && clock.now() - names.readAt < NAMES_FRESH_FOR) return names;
    const [sources, locations] = await Promise.all([
      database.selectFrom('sources').select(['id', 'name']).execute(),
      database.selectFrom('locations').select(['id', 'name_bg', 'name_en']).execute(),
    ]);
    names = {
      readAt: clock.now(),
      source: new Map(sources.map(({ id, name }) => [id, { bg: name, en: name }])),
      location: new Map(locations.map((row) => [row.id, { bg: row.name_bg, en: row.name_en }])),
    };
    return names;
  };

  return {
    async label(facets) {
      const { source, location } = await readNames();
      return {
        ...facets,
        source: labelled(facets.source, source),
        location: labelled(facets.location, location),
      };
    },
  };
};

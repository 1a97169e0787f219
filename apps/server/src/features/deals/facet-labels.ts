import type { FacetEntry, FacetName } from '@izgodno/contract/deals/deal-page';
import type { LocalisedName } from '@izgodno/contract/deals/deal';
import type { Names } from './facet-names.ts';

/** How many deals each value of a facet has; ids are not named yet. */
export type FacetCounts = Readonly<Record<FacetName, readonly Omit<FacetEntry, 'label'>[]>>;

const labelled = (
  entries: readonly FacetEntry[],
  nameOf: (value: string) => LocalisedName | undefined,
): readonly FacetEntry[] =>
  entries.map((entry) => {
    const label = nameOf(entry.value);
    return label === undefined ? entry : { ...entry, label };
  });

/** Adds names to the entries of facets with ids. */
export const labelFacets = (
  facets: FacetCounts,
  names: Names,
): Readonly<Record<FacetName, readonly FacetEntry[]>> => ({
  ...facets,
  source: labelled(facets.source, (id) => {
    const source = names.sources.get(id);
    if (source === undefined) return undefined;
    return source.names ?? { bg: source.name, en: source.name };
  }),
  location: labelled(facets.location, (id) => names.locations.get(id)),
});

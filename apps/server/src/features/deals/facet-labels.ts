import type { FacetEntry, FacetName } from '@izgodno/contract/deals/deal-page';
import type { LocalisedName } from '@izgodno/contract/common/localised-name';
import type { CountedFacet } from '@izgodno/contract/deals/facets';
import type { Names } from './facet-names.ts';

/** How many deals a value of a facet has; an id is not named yet. */
type FacetCount = Omit<FacetEntry, 'label'>;

/** A brand is named as most of its deals spell it. */
interface BrandCount extends FacetCount {
  readonly name: string;
}

export type FacetCounts = Readonly<Record<CountedFacet, readonly FacetCount[]>> & {
  readonly brand: readonly BrandCount[];
};

const labelled = (
  entries: readonly FacetCount[],
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
  brand: facets.brand.map(({ value, count, name }) => ({
    value,
    count,
    label: { bg: name, en: name },
  })),
  source: labelled(facets.source, (id) => {
    const source = names.sources.get(id);
    if (source === undefined) return undefined;
    return source.names ?? { bg: source.name, en: source.name };
  }),
  location: labelled(facets.location, (id) => names.locations.get(id)),
});

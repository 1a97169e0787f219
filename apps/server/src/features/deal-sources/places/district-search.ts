import type { DealSearch } from '#ports/deal-search.ts';
import { places } from './places.ts';

const townsOf = Map.groupBy(
  places.flatMap(({ id, districtId }) => (districtId === null ? [] : [{ id, districtId }])),
  ({ districtId }) => districtId,
);

/** Searches in which a district includes its towns. */
export const withDistrictTowns = (search: DealSearch): DealSearch => ({
  search(query, limit, cursor) {
    const locations = query.locations.flatMap((id) => [
      id,
      ...(townsOf.get(id) ?? []).map((town) => town.id),
    ]);
    return search.search({ ...query, locations: [...new Set(locations)] }, limit, cursor);
  },
  suggest: (text, limit) => search.suggest(text, limit),
});

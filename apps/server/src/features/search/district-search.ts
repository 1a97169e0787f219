import type { DealSearch } from './deal-search.ts';
import { knownLocations } from '#features/locations/api.ts';

const townsOf = Map.groupBy(
  knownLocations.flatMap(({ id, districtId }) => (districtId === null ? [] : [{ id, districtId }])),
  ({ districtId }) => districtId,
);

/** Searches in which a district includes its towns. */
export const withDistrictTowns = (search: DealSearch): DealSearch => ({
  search(query, limit, cursor) {
    const location = query.location.flatMap((id) => [
      id,
      ...(townsOf.get(id) ?? []).map((town) => town.id),
    ]);
    return search.search({ ...query, location: [...new Set(location)] }, limit, cursor);
  },
  suggest: (text, limit) => search.suggest(text, limit),
});

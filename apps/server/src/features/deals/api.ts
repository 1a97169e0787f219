export { copyDeals } from './bulk/copy-deals.ts';
export { applyRows } from './bulk/apply-rows.ts';
export {
  countPresent,
  findMissing,
  removeMissing,
  countStale,
  endUnavailable,
  expireStale,
  eraseChecks,
  touchSeen,
} from './bulk/end-offers.ts';
export { draftDefaults, type MappedDeal } from './bulk/mapped-deal.ts';
export { createStaging, type Staging } from './bulk/staging.ts';
export { readSettledChanges } from './changes/change-reader.ts';
export { runOnDealChanges } from './changes/run-on-deal-changes.ts';
export type { DealLookup, ListedDeal } from './deal-lookup.ts';
export { groupOffers } from './grouping/group-offers.ts';
export type { StatusAction } from './status/deal-status.ts';
export { applyStatus, lockDeal, type StatusChange } from './status/change-status.ts';
export {
  changeDeals,
  countView,
  createDeals,
  dealsChanged,
  eraseDeals,
  setPostEnd,
  type DealChange,
  type DealWriting,
  type NewDeal,
} from './write-deals.ts';
export type { DealHit } from './deal-reader.ts';
export { labelFacets, type FacetCounts } from './facet-labels.ts';
export { registerDeals, type DealReading } from './register-deals.ts';

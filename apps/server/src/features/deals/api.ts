export { copyDeals } from './bulk/copy-deals.ts';
export { applyRows } from './bulk/apply-rows.ts';
export {
  countStanding,
  findMissing,
  removeMissing,
  countStale,
  endGone,
  expireStale,
  forgetChecks,
  touchSeen,
} from './bulk/end-offers.ts';
export { draftDefaults, type MappedDeal } from './bulk/mapped-deal.ts';
export { createStaging, type Staging } from './bulk/staging.ts';
export { readSettledChanges } from './changes/change-reader.ts';
export { wakeOnChanges } from './changes/wake-on-changes.ts';
export type { DealCatalogue, ListedDeal } from './deal-catalogue.ts';
export { groupOffers } from './grouping/group-offers.ts';
export type { StatusAction } from './status/deal-status.ts';
export { applyStatus, lockDeal, type StatusChange } from './status/status-keeper.ts';
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

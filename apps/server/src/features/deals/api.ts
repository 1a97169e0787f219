export { isActive, isListed } from './active-deals.ts';
export { copyDeals } from './bulk/copy-deals.ts';
export { adoptChangedIds } from './bulk/adopt-ids.ts';
export { applyRows } from './bulk/apply-rows.ts';
export {
  countMissing,
  countPresent,
  findMissing,
  keepMissing,
  type PartCount,
  removeMissing,
  countStale,
  endUnavailable,
  expireStale,
  eraseChecks,
  noteUnread,
  touchSeen,
} from './bulk/end-offers.ts';
export { type ChoiceStage, createChoiceStage } from './bulk/choice-stage.ts';
export { foldAll, groupExternalId, isChoice } from './bulk/fold-choices.ts';
export {
  draftDefaults,
  type Choice,
  type Delivery,
  type MappedDeal,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_IMAGES,
  type Unavailability,
  type UnusableRow,
} from './bulk/mapped-deal.ts';
export { createUnusableRows, type UnusableRows } from './bulk/unusable-rows.ts';
export type { DealClass } from './bulk/staged-columns.ts';
export { noteParts } from './bulk/note-parts.ts';
export { createStaging, type Staging } from './bulk/staging.ts';
export { storeClasses, type StoredClass } from './bulk/store-classes.ts';
export { readUnreadChanges } from './changes/change-reader.ts';
export { runOnDealChanges } from './changes/run-on-deal-changes.ts';
export type { DealLookup, ListedDeal } from './deal-lookup.ts';
export { groupOffers } from './grouping/group-offers.ts';
export type { StatusAction } from './status/deal-status.ts';
export { applyStatus, lockDeal, type StatusChange } from './status/change-status.ts';
export { isDeletedBy, isHiddenBySuspension, readDeleters } from './status/deletions.ts';
export { hideDealsOf, showDealsOf } from './status/suspended-deals.ts';
export { dealsChanged } from './deals-changed.ts';
export {
  changeDeals,
  countView,
  createDeals,
  eraseDeals,
  setPostEnd,
  type DealWriting,
  type NewDeal,
} from './write-deals.ts';
export type { DealHit } from './deal-reader.ts';
export { findOfferOfPage } from './grouping/find-offer-of-page.ts';
export { normalGtin, normalLink } from './grouping/offer-keys.ts';
export { AWAITS_GROUPING, findSuccessorsAmong } from './grouping/successor.ts';
export { publicTitle, type TitledRow } from './public-title.ts';
export { titleWords } from './title-words.ts';
export type { Names } from './facet-names.ts';
export { labelFacets, type FacetCounts } from './facet-labels.ts';
export { assessmentText } from './prices/assessment-text.ts';
export { readAssessments } from './prices/read-assessments.ts';
export { registerDeals, type DealReading } from './register-deals.ts';

export type { DealResponses } from './deal-responses.ts';
export { toDealQuery } from './deal-query.ts';
export { everyDeal, type DealQuery, type DealSearch } from './deal-search.ts';
export { withDistrictTowns } from './district-search.ts';
export { textWords } from './engine/analysis/text-words.ts';
export { createDealSearch } from './engine/deal-search.ts';
export type { TextWords } from './text-words.ts';
export { registerSearch } from './register-search.ts';

export { toDealQuery, withDistrictTowns } from './deal-query.ts';
export { everyDeal, type DealQuery, type DealSearch } from './deal-search.ts';
export { textWords, type TextWords } from './engine/analysis/text-words.ts';
export { IndexedDealSearch } from './engine/deal-search.ts';
export { registerSearch, type DealResponses } from './register-search.ts';

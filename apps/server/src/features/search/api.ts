export { toDealQuery, withDistrictTowns } from './deal-query.ts';
export { everyDeal, type DealQuery, type DealSearch } from './deal-search.ts';
export { textWords, type TextWords } from './engine/analysis/text-words.ts';
export { IndexedDealSearch } from './engine/deal-search.ts';
export { kinds } from './kinds/kinds.ts';
export { readGoogleCategory } from './kinds/google-taxonomy.ts';
export { registerSearch, type DealResponses } from './register-search.ts';
export { understandQuery, withUnderstanding } from './understanding/relax.ts';

export { createMerchantFeed } from './merchant-feed/merchant-feed.ts';
export { openFeed } from './merchant-feed/open-feed.ts';
export { ImportError } from './pipeline/import-error.ts';
export { importLimits } from './pipeline/import-limits.ts';
export { createRejectionReport } from './pipeline/rejection-report.ts';
export { runImport, type ImportResult } from './pipeline/run-import.ts';
export { sourceGauges, sourcesHealth } from './schedule/punctuality.ts';
export { insertSources } from './registry/source-rows.ts';
export type {
  OfferOnPage,
  PageFailure,
  PageReading,
  ProductPages,
} from './product-page/product-pages.ts';
export { createProgressDisplay } from './progress-display.ts';
export type { FareCheck } from './visit/fare-state.ts';
export { registerSources } from './register-sources.ts';

export { createMerchantFeed } from './merchant-feed/merchant-feed.ts';
export { openFeed } from './merchant-feed/open-feed.ts';
export { ImportError } from './pipeline/import-error.ts';
export { importLimits } from './pipeline/import-limits.ts';
export { createRejectionReport } from './pipeline/rejection-report.ts';
export { runImport, type ImportResult } from './pipeline/run-import.ts';
export { insertSources } from './registry/source-rows.ts';
export { createProgressDisplay } from './progress-display.ts';
export type { FareCheck } from './visit/fare-state.ts';

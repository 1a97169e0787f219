import { availableParallelism } from 'node:os';

/**
 * The workers of unit tests. More than the cores take more time in all, and other tests run meanwhile
 * (run-tests.ts). Each project's configuration sets it, because Vitest does not pass on that of the root.
 */
export const TEST_WORKERS = Math.max(2, availableParallelism());

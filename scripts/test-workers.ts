import { availableParallelism } from 'node:os';

/**
 * The workers of unit tests: more than the cores of a small machine, because tests wait for
 * PostgreSQL, processes and timers half the time. Each project's configuration sets it, because
 * Vitest does not pass on that of the root.
 */
export const TEST_WORKERS = Math.max(4, availableParallelism());

import { createIpGuard } from '#platform/http/ip-guard.ts';
import { createInProcessBus } from '#platform/bus.ts';
import { createLogger } from '#platform/logger.ts';
import { createSourceNetwork } from '#features/sources/politeness/polite-http.ts';
import { systemTiming } from '#features/sources/politeness/timing.ts';
import { createReadings } from '#features/sources/schedule/readings.ts';
import type { SourceReader } from '#features/sources/schedule/run-source.ts';
import type { TestDatabase } from './test-database.ts';

/** Reads local sources in tests: real time, no logs; pass what the test is about. */
export const createTestReader = (
  { database, pool }: Pick<TestDatabase, 'database' | 'pool'>,
  given: Pick<SourceReader, 'kinds'> & Partial<SourceReader>,
): SourceReader => {
  const timing = given.timing ?? systemTiming;
  const bus = given.bus ?? createInProcessBus();
  return {
    database,
    pool,
    network: createSourceNetwork({
      guard: createIpGuard({ allow: ['127.0.0.1'] }),
      contact: undefined,
      timing,
    }),
    timing,
    bus,
    readings: createReadings(bus),
    credentials: new Map(),
    logger: createLogger('silent'),
    ...given,
  };
};

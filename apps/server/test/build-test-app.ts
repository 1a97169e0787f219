import type { FastifyInstance } from 'fastify';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'pg';
import { RESUMABLE_LIFETIME_MS } from '@izgodno/contract/uploads/limits';
import { readConfiguration } from '#config/configuration.ts';
import { systemClock } from '#platform/clock.ts';
import { createInProcessBus } from '#platform/bus.ts';
import { readSharedKey } from '#features/system/api.ts';
import { noMailer } from '#platform/mail/mailer.ts';
import { noPusher } from '#platform/push/pusher.ts';
import { createLogger } from '#platform/logger.ts';
import { openStorage } from '#platform/object-store/open-storage.ts';
import { buildApp, type AppDependencies } from '#app/build-app.ts';
import { createImmediateJobs } from './immediate-jobs.ts';
import { createQuickHasher } from './quick-hasher.ts';

/**
 * The whole application without pages, silent, with default settings; pass what the test is about.
 */
export const buildTestApp = async (
  given: Pick<AppDependencies, 'database' | 'search'> & Partial<AppDependencies>,
): Promise<FastifyInstance> =>
  buildApp({
    cursorKey: given.cursorKey ?? (await readSharedKey(given.database, 'cursors')),
    // Tests make calls faster than users do.
    settings: readConfiguration({ BUDGET_PER_MINUTE: '0' }),
    searchHealth: () => ({ status: 'healthy' }),
    bus: createInProcessBus(),
    jobs: createImmediateJobs(),
    storage: await openStorage(
      readConfiguration({ DATA_DIR: path.join(tmpdir(), 'izgodno-test-data') }),
      RESUMABLE_LIFETIME_MS,
    ),
    reads: (read) => read(given.database),
    // Connects only for tests that read sources, which pass their own.
    pool: new Pool({ max: 1 }),
    fares: { check: async () => ({ state: 'unknown' }) },
    mailer: noMailer,
    pusher: noPusher,
    clock: systemClock,
    hasher: createQuickHasher(),
    logger: createLogger('silent'),
    backups: null,
    gauges: {},
    examine: async () => [],
    settingsInForce: [],
    redact: (text) => text,
    webFolder: null,
    // Tests of a database that is away need not wait for it.
    outagePatienceMs: 0,
    ...given,
  });

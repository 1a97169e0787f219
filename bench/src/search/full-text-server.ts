import { readConfiguration } from '@izgodno/server/config/configuration.ts';
import { buildApp } from '@izgodno/server/app/build-app.ts';
import { createPasswordHasher } from '@izgodno/server/features/accounts/password-hasher.ts';
import { systemClock } from '@izgodno/server/platform/clock.ts';
import { noMailer } from '@izgodno/server/platform/mail/mailer.ts';
import { openStorage } from '@izgodno/server/platform/object-store/open-storage.ts';
import { noPusher } from '@izgodno/server/platform/push/pusher.ts';
import { RESUMABLE_LIFETIME_MS } from '@izgodno/contract/uploads/limits';
import { openDatabase } from '@izgodno/server/platform/database/database.ts';
import { createInProcessBus } from '@izgodno/server/platform/bus.ts';
import { createPgBossJobs } from '@izgodno/server/platform/jobs/pg-boss-jobs.ts';
import { createLogger } from '@izgodno/server/platform/logger.ts';
import type { Schema } from '@izgodno/server/schema/schema.ts';
import { createFullTextSearch } from './full-text-search.ts';

// The product's own HTTP path with the peer in place of the deal index.
const settings = readConfiguration(process.env);
if (settings.DATABASE_URL === undefined) throw new Error('DATABASE_URL is needed');
const { database, pool } = openDatabase<Schema>({
  connectionString: settings.DATABASE_URL,
  maxConnections: settings.DATABASE_POOL,
});
const logger = createLogger(settings.LOG_LEVEL);
const app = await buildApp({
  settings,
  cursorKey: Buffer.alloc(32),
  database,
  reads: (read) => read(database),
  pool,
  search: createFullTextSearch(database),
  searchHealth: () => ({ status: 'healthy' }),
  bus: createInProcessBus(),
  // Never started, because this server only searches.
  jobs: createPgBossJobs({ connectionString: settings.DATABASE_URL, logger }),
  storage: await openStorage(settings, RESUMABLE_LIFETIME_MS),
  mailer: noMailer,
  pusher: noPusher,
  backups: null,
  gauges: {},
  examine: async () => [],
  settingsInForce: [],
  redact: (text) => text,
  clock: systemClock,
  hasher: createPasswordHasher(),
  logger,
  webFolder: null,
});
const url = await app.listen({ port: settings.PORT, host: settings.HOST });
process.stdout.write(`Ready: ${url}\n`);
process.on('SIGTERM', () => process.exit(0));

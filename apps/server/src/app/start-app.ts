import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { FIRST_VIEW_MODULE } from '@izgodno/contract/site/first-view';
import { RESUMABLE_LIFETIME_MS } from '@izgodno/contract/uploads/limits';
import { createRedaction, settingsInForce } from '#config/secrets.ts';
import type { Settings } from '#config/settings.ts';
import { siteOrigin } from '#config/site-origin.ts';
import { type Bus, createInProcessBus } from '#platform/bus.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { openDatabase, STATEMENT_LIMIT_MS } from '#platform/database/database.ts';
import { openReplicaReads, type ReplicaReads } from '#platform/database/replica-reads.ts';
import { repeatUntilReached } from '#platform/database/wait-for-database.ts';
import { createPgBossJobs } from '#platform/jobs/pg-boss-jobs.ts';
import { CountedMailer } from '#platform/mail/counted-mailer.ts';
import { noMailer, type Mailer } from '#platform/mail/mailer.ts';
import { noPusher, type Pusher } from '#platform/push/pusher.ts';
import { createLogger } from '#platform/logger.ts';
import { countCalls } from '#platform/object-store/counted-store.ts';
import { openStorage } from '#platform/object-store/open-storage.ts';
import type { Database, Schema } from '#schema/schema.ts';
import { createPasswordHasher, makeConsoleToken } from '#features/accounts/api.ts';
import { groupOffers } from '#features/deals/api.ts';
import { loadDemoDeals, loadDemoTalk } from '#features/demo/api.ts';
import {
  IndexedDealSearch,
  openSearchTables,
  textWords,
  warmUp,
  type FollowingDealSearch,
} from '#features/search/api.ts';
import { examineAll, readSharedKey } from '#features/system/api.ts';
import { buildApp } from './build-app.ts';
import { buildWeb } from './build-web.ts';
import { choosePort } from './check-start.ts';
import { partGauges } from './part-gauges.ts';
import type { ScheduledBackupOptions, ScheduledBackups } from './scheduled-backups.ts';

// Services that the settings do not name are not loaded: their clients are a tenth of all modules.

/** A replica that does not respond costs a read this long before the primary is asked. */
const REPLICA_STATEMENT_LIMIT_MS = 3_000;

/** Milliseconds after the index is ready, in which the first pages are read. */
const WARM_UP_AFTER_MS = 2_000;

type OnClose = (close: () => Promise<void>) => void;

export interface StartContext {
  /** The folder of the built pages. */
  readonly webFolder: string;
  /** Receives a line for each slow step. */
  readonly say: (line: string) => void;
  /** Aborted when the start is to end. */
  readonly signal: AbortSignal;
  /** Receives what closes a part that was opened. */
  readonly onClose: OnClose;
}

export interface RunningApp {
  /** The URL for browsers. */
  readonly url: string;
  /** Serves for DRAIN_SECONDS more, without being ready, while connected clients move. */
  drain(): Promise<void>;
  /** Responds with 503 from now on and moves connected clients; closes nothing that calls need. */
  leave(): Promise<void>;
}

/** Starts all of the product but its database, which has all migrations. */
export const startApp = async (
  settings: Settings,
  connectionString: string,
  context: StartContext,
): Promise<RunningApp> => {
  const { webFolder, say, signal, onClose } = context;
  const logger = createLogger(settings.LOG_LEVEL);
  const handle = openDatabase<Schema>({
    connectionString,
    maxConnections: settings.DATABASE_POOL,
    statementLimit: STATEMENT_LIMIT_MS,
    onIdleError: (error) => logger.warn({ err: error }, 'database connection lost'),
  });
  onClose(() => handle.close());

  signal.throwIfAborted();
  if (settings.DEMO_DATA) await loadDemoData(handle.database, say);
  signal.throwIfAborted();
  if (!existsSync(path.join(webFolder, FIRST_VIEW_MODULE))) await buildWeb(say);
  signal.throwIfAborted();

  const listening = { ...settings, PORT: await choosePort(settings) };
  const app = await listen(listening, { ...handle, connectionString, logger }, context);
  signal.throwIfAborted();

  const url = siteOrigin(listening);
  // With a mail server, the owner of ADMIN_EMAIL becomes the first administrator.
  if (settings.SMTP_URL === undefined || settings.ADMIN_EMAIL === undefined)
    await repeatUntilReached(
      () => offerConsoleLink(handle.database, url, say),
      // It serves already.
      () => {},
      signal,
    );
  const drain = async (): Promise<void> => {
    app.draining.begin();
    await sleep(settings.DRAIN_SECONDS * 1_000);
  };
  return { url, drain, leave: () => app.close() };
};

interface Base {
  readonly connectionString: string;
  readonly database: Database;
  readonly pool: Pool;
  readonly logger: FastifyBaseLogger;
}

/** Opens what the application needs, chosen by the settings, and lets it listen. */
const listen = async (
  settings: Settings,
  { connectionString, database, pool, logger }: Base,
  { webFolder, onClose }: StartContext,
): Promise<FastifyInstance> => {
  const clock = systemClock;
  const bus = await openBus(settings, logger, onClose);
  const jobs = createPgBossJobs({ connectionString, logger });
  const search = await openSearch(settings, {
    connectionString,
    database,
    pool,
    bus,
    clock,
    logger,
  });
  onClose(() => search.close());
  const mailer = new CountedMailer(await openMailer(settings), clock);
  onClose(async () => mailer.close());
  const storage = await openStorage(settings, RESUMABLE_LIFETIME_MS);
  onClose(async () => storage.close());
  const counted = countCalls(storage.store);

  const base = { settings, connectionString, jobs, clock, logger };
  const backups = await openBackups({ ...base, files: storage.store, onClose });

  const replica = openReplica(settings, { database, logger }, onClose);
  const app = await buildApp({
    settings,
    database,
    reads: replica?.read ?? ((read) => read(database)),
    pool,
    cursorKey: await readSharedKey(database, 'cursors'),
    search,
    searchHealth: () => search.probe(),
    bus,
    jobs,
    storage: { ...storage, store: counted.store },
    mailer,
    pusher: await openPusher(settings),
    clock,
    hasher: createPasswordHasher(),
    logger,
    backups,
    gauges: partGauges({ pool, search, mails: mailer.counts, storeCalls: counted.counts, backups }),
    probes: {
      ...(replica === null ? {} : { replica: async () => replica.health() }),
      ...(backups === null ? {} : { backup: () => backups.health() }),
      ...(mailer.enabled ? { mail: () => mailer.health() } : {}),
    },
    examine: () => examineAll({ settings, environment: process.env, connectionString, clock }),
    settingsInForce: settingsInForce(process.env),
    redact: createRedaction(process.env),
    webFolder,
  });
  onClose(() => app.close());
  onClose(() => jobs.stop());
  await jobs.start();
  await app.listen({ port: settings.PORT, host: settings.HOST });
  return app;
};

/** The index of this process, or the search tables of the settings. */
const openSearch = async (
  { SEARCH_URL: servers, SEARCH_THREADS: threads, DATA_DIR }: Settings,
  { pool, connectionString, ...needed }: Base & { readonly bus: Bus; readonly clock: Clock },
): Promise<FollowingDealSearch> => {
  if (servers !== undefined) return openSearchTables({ ...needed, servers, pool });
  const directory = path.join(DATA_DIR, 'search');
  const search = new IndexedDealSearch({ ...needed, connectionString, directory, threads });
  void search.ready
    .then(() => sleep(WARM_UP_AFTER_MS, undefined, { ref: false }))
    .then(() => warmUp(search, threads))
    // As at a stop meanwhile. The searches of users say by themselves what is wrong.
    .catch((error: unknown) => needed.logger.debug({ err: error }, 'the search was not warmed up'));
  return search;
};

/** Reads from the replica of the settings. Null without one. */
const openReplica = (
  { DATABASE_READ_URL: connectionString, DATABASE_POOL: maxConnections }: Settings,
  { database, logger }: Pick<Base, 'database' | 'logger'>,
  onClose: OnClose,
): ReplicaReads<Schema> | null => {
  if (connectionString === undefined) return null;
  const options = { connectionString, maxConnections, statementLimit: REPLICA_STATEMENT_LIMIT_MS };
  const { database: replica } = openDatabase<Schema>(options);
  const reads = openReplicaReads({ primary: database, replica, clock: systemClock, logger });
  onClose(() => reads.close());
  return reads;
};

const offerConsoleLink = async (
  database: Database,
  url: string,
  say: StartContext['say'],
): Promise<void> => {
  const token = await makeConsoleToken(database, systemClock.now());
  if (token === null) return;
  say('No administrator yet. Become it with this link, once, within an hour.');
  say('It replaces every earlier link, also those of other processes:');
  say(`  ${url}/reset-password?for=console#${token}`);
};

const openBus = async (
  { BUS_URL: url }: Settings,
  logger: FastifyBaseLogger,
  onClose: OnClose,
): Promise<Bus> => {
  if (url === undefined) return createInProcessBus(logger);
  const { openNatsBus } = await import('#platform/nats-bus.ts');
  const bus = openNatsBus(url, logger);
  onClose(() => bus.close());
  return bus;
};

const openMailer = async ({ SMTP_URL: url, MAIL_FROM: from }: Settings): Promise<Mailer> => {
  if (url === undefined) return noMailer;
  const { createSmtpMailer } = await import('#platform/mail/smtp-mailer.ts');
  return createSmtpMailer({ url, from });
};

const openPusher = async (settings: Settings): Promise<Pusher> => {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, BASE_URL } = settings;
  if (publicKey === undefined || privateKey === undefined) return noPusher;
  const { createWebPusher } = await import('#platform/push/web-pusher.ts');
  return createWebPusher({ publicKey, privateKey, subject: BASE_URL ?? 'https://localhost' });
};

const openBackups = async (options: ScheduledBackupOptions): Promise<ScheduledBackups | null> => {
  if (options.settings.BACKUP_TO === undefined) return null;
  const { scheduleBackups } = await import('./scheduled-backups.ts');
  return scheduleBackups(options);
};

const loadDemoData = async (database: Database, say: (line: string) => void): Promise<void> => {
  const { deals } = await loadDemoDeals({
    database,
    // No reader follows deals yet.
    bus: createInProcessBus(),
    clock: systemClock,
    onProgress: ({ loaded, total }) => say(`Demo deals: ${loaded} of ${total} deals`),
  });
  // Now, and not while the first page is open, where deals would disappear behind their
  // representatives.
  if (deals > 0) await groupOffers(database);
  await loadDemoTalk({
    database,
    clock: systemClock,
    words: textWords,
    hashPassword: () => createPasswordHasher().hash(randomUUID()),
  });
  if (deals > 0) say(`Demo deals: ready`);
};

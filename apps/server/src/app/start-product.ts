import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
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
import type { Database, Schema } from '#schema/schema.ts';
import { openReplicaReads, type ReplicaReads } from '#platform/database/replica-reads.ts';
import {
  reasonOf,
  repeatUntilReached,
  waitForDatabase,
} from '#platform/database/wait-for-database.ts';
import { checkDatabaseLocale } from '#platform/database/locale-check.ts';
import { migrate } from '#platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { openNatsBus } from '#platform/nats-bus.ts';
import { createPgBossJobs } from '#platform/jobs/pg-boss-jobs.ts';
import { CountedMailer } from '#platform/mail/counted-mailer.ts';
import { noMailer, type Mailer } from '#platform/mail/mailer.ts';
import { createSmtpMailer } from '#platform/mail/smtp-mailer.ts';
import { noPusher, type Pusher } from '#platform/push/pusher.ts';
import { createWebPusher } from '#platform/push/web-pusher.ts';
import { createLogger } from '#platform/logger.ts';
import { countCalls } from '#platform/object-store/counted-store.ts';
import { openStorage } from '#platform/object-store/open-storage.ts';
import { buildApp } from './build-app.ts';
import { partGauges } from './part-gauges.ts';
import { scheduleBackups } from './scheduled-backups.ts';
import { buildWeb } from './build-web.ts';
import { checkStart, choosePort } from './check-start.ts';
import {
  IndexedDealSearch,
  TableDealSearch,
  textWords,
  type FollowingDealSearch,
} from '#features/search/api.ts';
import { examineAll, readSharedKey } from '#features/system/api.ts';
import { loadDemoDeals, loadDemoTalk } from '#features/demo/api.ts';
import { createPasswordHasher, makeConsoleToken } from '#features/accounts/api.ts';
import { groupOffers } from '#features/deals/api.ts';

/** A replica that does not respond costs a read this long before the primary is asked. */
const REPLICA_STATEMENT_LIMIT_MS = 3_000;

const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));

export interface RunningProduct {
  /** The URL for browsers. */
  readonly url: string;
  /** Serves for DRAIN_SECONDS more, without being ready, while connected clients move. */
  drain(): Promise<void>;
  /** Responds with 503 from now on and moves connected clients; closes nothing that calls need. */
  leave(): Promise<void>;
  /** Waits for running calls, then closes everything in the order of dependencies. */
  stop(): Promise<void>;
}

/**
 * Closes what was started, the newest first, even after an incomplete start. A part that fails to
 * close does not keep the others open.
 */
const createClosers = () => {
  const closers: (() => Promise<void>)[] = [];
  return {
    add: (close: () => Promise<void>): void => void closers.unshift(close),
    closeAll: async (): Promise<void> => {
      const errors: unknown[] = [];
      for (const close of closers.splice(0))
        await close().catch((error: unknown) => errors.push(error));
      if (errors.length > 0) throw errors[0];
    },
  };
};

type Say = (line: string) => void;
type OnClose = (close: () => Promise<void>) => void;

/**
 * Starts the whole product from its settings. `say` receives a line for each slow step. A start that
 * loses the database at any step, as in a failover, closes what was started and begins again. If
 * `signal` is aborted meanwhile, closes what was started and throws.
 */
export const startProduct = (
  settings: Settings,
  say: Say,
  signal: AbortSignal,
): Promise<RunningProduct> => {
  const startOnce = async (): Promise<RunningProduct> => {
    const closers = createClosers();
    try {
      const started = await startParts(settings, say, closers.add, signal);
      return { ...started, stop: closers.closeAll };
    } catch (error) {
      // Why the start failed matters more than what then could not be closed.
      await closers.closeAll().catch(() => {});
      throw error;
    }
  };
  return repeatUntilReached(
    startOnce,
    (error) => say(`Database: lost during the start (${reasonOf(error)}); starting again …`),
    signal,
  );
};

const startParts = async (
  settings: Settings,
  say: Say,
  onClose: OnClose,
  signal: AbortSignal,
): Promise<Omit<RunningProduct, 'stop'>> => {
  await checkStart(settings, webFolder);
  const logger = createLogger(settings.LOG_LEVEL);
  const connectionString = await migrateDatabase(settings, say, onClose, signal);
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
  const app = await startApp(listening, { ...handle, connectionString, logger }, onClose);
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
const startApp = async (
  settings: Settings,
  { connectionString, database, pool, logger }: Base,
  onClose: OnClose,
): Promise<FastifyInstance> => {
  const clock = systemClock;
  const bus = openBus(settings, logger, onClose);
  const jobs = createPgBossJobs({ connectionString, logger });
  const search = openSearch(settings, { connectionString, database, pool, bus, clock, logger });
  onClose(() => search.close());
  const mailer = new CountedMailer(openMailer(settings), clock);
  onClose(async () => mailer.close());
  const storage = openStorage(settings, RESUMABLE_LIFETIME_MS);
  onClose(async () => storage.close());
  const counted = countCalls(storage.store);

  const base = { settings, connectionString, jobs, clock, logger };
  const backups = scheduleBackups({ ...base, files: storage.store, onClose });

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
    pusher: openPusher(settings),
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
const openSearch = (
  { SEARCH_URL: servers, SEARCH_THREADS: threads, DATA_DIR }: Settings,
  { pool, connectionString, ...needed }: Base & { readonly bus: Bus; readonly clock: Clock },
): FollowingDealSearch =>
  servers === undefined
    ? new IndexedDealSearch({
        ...needed,
        connectionString,
        directory: path.join(DATA_DIR, 'search'),
        threads,
      })
    : new TableDealSearch({ ...needed, servers, pool });

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

const offerConsoleLink = async (database: Database, url: string, say: Say): Promise<void> => {
  const token = await makeConsoleToken(database, systemClock.now());
  if (token === null) return;
  say('No administrator yet. Become it with this link, once, within an hour.');
  say('It replaces every earlier link, also those of other processes:');
  say(`  ${url}/reset-password?for=console#${token}`);
};

const openBus = (settings: Settings, logger: FastifyBaseLogger, onClose: OnClose): Bus => {
  if (settings.BUS_URL === undefined) return createInProcessBus(logger);
  const bus = openNatsBus(settings.BUS_URL, logger);
  onClose(() => bus.close());
  return bus;
};

const openMailer = ({ SMTP_URL, MAIL_FROM }: Settings): Mailer =>
  SMTP_URL === undefined ? noMailer : createSmtpMailer({ url: SMTP_URL, from: MAIL_FROM });

const openPusher = (settings: Settings): Pusher => {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, BASE_URL } = settings;
  return publicKey === undefined || privateKey === undefined
    ? noPusher
    : createWebPusher({ publicKey, privateKey, subject: BASE_URL ?? 'https://localhost' });
};

/** Starts the product's own database, or checks the one it is given, and migrates it. */
const migrateDatabase = async (
  settings: Settings,
  say: Say,
  onClose: OnClose,
  signal: AbortSignal,
): Promise<string> => {
  const connectionString =
    settings.DATABASE_URL ?? (await startOwnDatabase(settings, say, onClose));
  // The embedded one has already been checked.
  if (settings.DATABASE_URL !== undefined) {
    await waitForDatabase(connectionString, say, signal);
    await checkDatabaseLocale(connectionString);
  }
  signal.throwIfAborted();
  const applied = await migrate(connectionString, { say, signal });
  if (applied.length > 0) say(`Database: ${applied.length} migrations applied`);
  return connectionString;
};

const startOwnDatabase = async (
  settings: Settings,
  say: Say,
  onClose: OnClose,
): Promise<string> => {
  const postgres = await startEmbeddedPostgres({
    directory: path.join(settings.DATA_DIR, 'postgres'),
    onStatus: (message) => say(`Database: ${message}`),
  });
  onClose(() => postgres.stop());
  return postgres.connectionString;
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

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Finding } from '@izgodno/contract/system/doctor-calls';
import type { SettingInForce } from '@izgodno/contract/system/upkeep-calls';
import type { Settings } from '#config/settings.ts';
import { siteOrigin } from '#config/site-origin.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { PartHealth } from '#platform/health.ts';
import { rejectUnknown } from '#platform/http/error-handler.ts';
import { createGuardedFetch } from '#platform/http/guarded-fetch.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { FileStorage } from '#platform/object-store/open-storage.ts';
import type { Pusher } from '#platform/push/pusher.ts';
import { scannerHealth } from '#platform/virus-scanner.ts';
import type { Database, DatabaseReads } from '#schema/schema.ts';
import { registerSession, type PasswordHasher } from '#features/accounts/api.ts';
import { registerAudit } from '#features/audit/api.ts';
import { registerBlocks } from '#features/blocks/api.ts';
import { registerChat } from '#features/chat/api.ts';
import { registerDashboard } from '#features/dashboard/api.ts';
import { registerDeals } from '#features/deals/api.ts';
import { registerDemoMedia, registerDemoShops } from '#features/demo/api.ts';
import { registerEngagement, registerTrending } from '#features/engagement/api.ts';
import { registerLocations } from '#features/locations/api.ts';
import { registerModeration } from '#features/moderation/api.ts';
import { registerNewsletter } from '#features/newsletter/api.ts';
import { registerNotices } from '#features/notices/api.ts';
import { registerPosts } from '#features/posts/api.ts';
import { registerPriceAlerts } from '#features/price-alerts/api.ts';
import { registerProfile } from '#features/profiles/api.ts';
import { registerSales } from '#features/sales/api.ts';
import { registerSavedSearches } from '#features/saved-searches/api.ts';
import {
  registerClassification,
  registerSearch,
  registerSearchLog,
  textWords,
  withDistrictTowns,
  withUnderstanding,
  type DealSearch,
} from '#features/search/api.ts';
import {
  loadLegalPages,
  registerContact,
  registerLegal,
  registerPages,
  registerSite,
} from '#features/site/api.ts';
import { deliveries } from '#features/realtime/api.ts';
import {
  registerSources,
  sourceGauges,
  sourcesHealth,
  type FareCheck,
  type ProductPages,
} from '#features/sources/api.ts';
import {
  keepMailLog,
  registerBackups,
  registerIdempotencyStore,
  registerMails,
  registerMetrics,
  registerNodes,
  registerUpkeep,
  registerSystem,
  type Backups,
  type Gauges,
  type HealthProbes,
  type NodeProbes,
} from '#features/system/api.ts';
import { registerUploads } from '#features/uploads/api.ts';
import { registerWatchedPages } from '#features/watched-pages/api.ts';
import { registerWebhooks } from '#features/webhooks/api.ts';
import { accessEndings } from './access-endings.ts';
import { createCountries, createPseudonyms, registerGeo } from '#features/visitors/api.ts';

/** What features are given to work with. */
export interface FeatureDependencies {
  readonly settings: Settings;
  readonly database: Database;
  readonly reads: DatabaseReads;
  /** The pool of `database`, for work that needs a separate connection. */
  readonly pool: Pool;
  readonly search: DealSearch;
  readonly searchHealth: () => PartHealth | Promise<PartHealth>;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly storage: FileStorage;
  /** Replaces the fare checks of sources. */
  readonly fares?: FareCheck;
  /** Replaces the reader of pages that users watch. */
  readonly productPages?: ProductPages;
  readonly mailer: Mailer;
  readonly pusher: Pusher;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  /** The backups that the product writes by itself; null without BACKUP_TO. */
  readonly backups: Backups | null;
  /** Health of further parts. */
  readonly probes?: HealthProbes;
  /** Gauges for /metrics. */
  readonly gauges: Gauges;
  /** Makes the checks of the doctor. */
  readonly examine: () => Promise<readonly Finding[]>;
  /** What the process started with, without secrets. */
  readonly settingsInForce: readonly SettingInForce[];
  /** Masks the secrets of the settings in a text. */
  readonly redact: (text: string) => string;
  /** The built web application; null leaves the pages out. */
  readonly webFolder: string | null;
}

const probesOf = ({
  settings: { CLAMAV_SOCKET: scanner },
  database,
  searchHealth,
  bus,
  storage,
  clock,
}: FeatureDependencies): NodeProbes => ({
  database: async () => {
    await sql`SELECT 1`.execute(database);
    return { status: 'healthy' };
  },
  index: async () => searchHealth(),
  bus: async () => bus.health(),
  files: () => storage.store.health(),
  ...(scanner === undefined ? {} : { scanner: () => scannerHealth(scanner) }),
  sources: () => sourcesHealth(database, clock),
});

const featureGauges = (
  { jobs }: FeatureDependencies,
  connections: ReadonlySet<unknown>,
): Gauges => ({
  izgodno_sockets: { help: 'Open realtime sockets.', value: () => connections.size },
  izgodno_deliveries_total: {
    help: 'Writes to realtime sockets, each of one frame or several.',
    isCounter: true,
    value: () => deliveries.count,
  },
  izgodno_jobs: {
    help: 'Background jobs of all processes by state, up to 30 seconds old.',
    label: 'state',
    value: () => jobs.counts(),
  },
});

/** Registers every feature, each after those whose results it is given. */
export const registerFeatures = async (
  app: FastifyInstance,
  dependencies: FeatureDependencies,
): Promise<void> => {
  const given = { ...dependencies, mailer: keepMailLog({ ...dependencies, logger: app.log }) };
  const { settings, database, clock, webFolder } = given;
  const probes: NodeProbes = Object.assign(probesOf(given), given.probes);
  registerSystem(app, { ...given, probes });
  registerNodes(app, { database, probes });
  const addGauges = registerMetrics(app, {
    probes,
    gauges: { ...given.gauges, ...sourceGauges(database, clock) },
    token: settings.METRICS_TOKEN,
  });

  const audit = registerAudit(app, given);
  registerUpkeep(app, { ...given, audit });
  registerBackups(app, { ...given, audit });
  registerMails(app, { ...given, logger: app.log, audit });
  const countries = createCountries();
  const accountData = registerSession(app, {
    ...given,
    audit,
    accessEndings,
    countryOf: (ip) => countries.of(ip),
  });
  registerIdempotencyStore(app, { ...given, accountData });
  const deals = registerDeals(app, given);
  const search = withUnderstanding(withDistrictTowns(given.search));
  const pseudonyms = createPseudonyms(database, clock);
  const writeSearchId = registerSearchLog(app, { ...given, search, deals, pseudonyms });
  const responses = registerSearch(app, { search, deals, writeSearchId });
  registerClassification(given);
  const files = registerUploads(app, { ...given, accountData });
  const noticePublisher = registerNotices(app, { ...given, accountData });
  const shared = {
    ...given,
    audit,
    accountData,
    noticePublisher,
    dealLookup: deals.dealLookup,
    search,
    files,
    pseudonyms,
  };

  // Before the chat and the posts, because reports are resolved before what they are about is erased.
  registerModeration(app, shared);
  const fetch = createGuardedFetch({ contact: settings.BASE_URL });
  // Before the others, because a comment locks the comments of a deal first, and then the deal.
  const { connections } = registerChat(app, {
    ...shared,
    fetch,
    words: textWords,
    findDeals: responses.find,
  });
  registerPosts(app, shared);
  registerEngagement(app, shared);
  const trending = registerTrending(app, shared);
  registerPriceAlerts(app, shared);
  const recordEvents = registerWebhooks(app, shared);
  registerSavedSearches(app, { ...shared, recordEvents });
  registerProfile(app, shared);
  registerSales(app, shared);
  registerDashboard(app, shared);
  registerSite(app, given);
  registerContact(app, shared);
  registerNewsletter(app, { ...shared, trending });
  registerBlocks(app, shared);
  registerLocations(app);
  registerGeo(app, { ...given, countries });
  const productPages = registerSources(app, shared);
  registerWatchedPages(app, { ...shared, productPages });
  addGauges(featureGauges(given, connections));
  registerDemoMedia(app);
  registerDemoShops(app, database);
  const legal = await loadLegalPages(settings.LEGAL_FOLDER);
  registerLegal(app, legal);
  if (webFolder === null) app.setNotFoundHandler(rejectUnknown);
  else
    await registerPages(app, {
      ...given,
      folder: webFolder,
      siteName: settings.SITE_NAME,
      baseUrl: siteOrigin(settings),
      securityContact: settings.SECURITY_CONTACT,
      responses,
      fetch,
      legal,
    });
};

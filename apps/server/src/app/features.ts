import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Settings } from '#config/settings.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { PartHealth } from '#platform/health.ts';
import { rejectUnknown } from '#platform/http/error-handler.ts';
import { createGuardedFetch } from '#platform/http/guarded-fetch.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { FileStorage } from '#platform/object-store/open-storage.ts';
import type { Pusher } from '#platform/push/pusher.ts';
import type { Database } from '#schema/schema.ts';
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
import { registerProfile } from '#features/profiles/api.ts';
import { registerSavedSearches } from '#features/saved-searches/api.ts';
import {
  registerSearch,
  textWords,
  withDistrictTowns,
  type DealSearch,
} from '#features/search/api.ts';
import { registerContact, registerPages } from '#features/site/api.ts';
import { registerSources, type FareCheck } from '#features/sources/api.ts';
import {
  registerMetrics,
  registerSystem,
  type Gauges,
  type HealthProbes,
} from '#features/system/api.ts';
import { registerUploads } from '#features/uploads/api.ts';
import { createCountries, createPseudonyms, registerGeo } from '#features/visitors/api.ts';

/** What features are given to work with. */
export interface FeatureDependencies {
  readonly settings: Settings;
  readonly database: Database;
  /** The pool of `database`, for work that needs a separate connection. */
  readonly pool: Pool;
  readonly search: DealSearch;
  readonly searchHealth: () => PartHealth;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly storage: FileStorage;
  /** Replaces the fare checks of sources. */
  readonly fares?: FareCheck;
  readonly mailer: Mailer;
  readonly pusher: Pusher;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  /** Gauges for /metrics. */
  readonly gauges: Gauges;
  /** The built web application; null leaves the pages out. */
  readonly webFolder: string | null;
}

const probesOf = ({ database, searchHealth, bus, storage }: FeatureDependencies): HealthProbes => ({
  database: async () => {
    await sql`SELECT 1`.execute(database);
    return { status: 'healthy' };
  },
  index: async () => searchHealth(),
  bus: async () => bus.health(),
  files: () => storage.store.health(),
});

/** Registers every feature, each after those whose results it is given. */
export const registerFeatures = async (
  app: FastifyInstance,
  given: FeatureDependencies,
): Promise<void> => {
  const { settings, database, clock, webFolder } = given;
  const probes = probesOf(given);
  registerSystem(app, probes);
  registerMetrics(app, { probes, gauges: given.gauges, token: settings.METRICS_TOKEN });

  const audit = registerAudit(app, given);
  const accountData = registerSession(app, { ...given, audit });
  const deals = registerDeals(app, given);
  const search = withDistrictTowns(given.search);
  const responses = registerSearch(app, { search, deals });
  const files = registerUploads(app, { ...given, accountData });
  const notifier = registerNotices(app, { ...given, accountData });
  const shared = {
    ...given,
    audit,
    accountData,
    notifier,
    catalogue: deals.catalogue,
    search,
    files,
    networks: createPseudonyms(database, clock),
  };

  registerPosts(app, shared);
  registerEngagement(app, shared);
  const trending = registerTrending(app, shared);
  registerSavedSearches(app, shared);
  registerModeration(app, shared);
  registerProfile(app, shared);
  registerDashboard(app, shared);
  registerContact(app, shared);
  registerNewsletter(app, { ...shared, trending });
  registerBlocks(app, shared);
  registerLocations(app);
  registerGeo(app, { ...given, countries: createCountries() });
  registerSources(app, shared);
  const fetch = createGuardedFetch({ contact: settings.BASE_URL });
  registerChat(app, { ...shared, fetch, words: textWords });
  registerDemoMedia(app);
  registerDemoShops(app, database);
  if (webFolder === null) app.setNotFoundHandler(rejectUnknown);
  else
    await registerPages(app, {
      ...given,
      folder: webFolder,
      siteName: settings.SITE_NAME,
      baseUrl: settings.BASE_URL ?? `http://localhost:${settings.PORT}`,
      securityContact: settings.SECURITY_CONTACT,
      responses,
    });
};

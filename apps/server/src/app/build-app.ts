import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import type { Settings } from '#config/settings.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { removedError } from '#schema/removed-error.ts';
import type { Database } from '#schema/schema.ts';
import type { PartHealth } from '#platform/health.ts';
import type { FileStorage } from '#platform/object-store/open-storage.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { Pusher } from '#platform/push/pusher.ts';
import type { DealSearch } from '#features/search/api.ts';
import type { FareCheck } from '#features/sources/api.ts';
import { registerChat } from '#features/chat/register-chat.ts';
import { textWords } from '#features/search/api.ts';
import { withDistrictTowns } from '#features/search/api.ts';
import { registerLocations } from '#features/locations/register-locations.ts';
import { registerSources } from '#features/sources/register-sources.ts';
import { registerDeals } from '#features/deals/register-deals.ts';
import { registerSearch } from '#features/search/register-search.ts';
import { registerDemoShops } from '#features/demo/shops/register-demo-shops.ts';
import { registerDemoMedia } from '#features/demo/media/register-demo-media.ts';
import { readableAddress, registerPages } from '#features/site/api.ts';
import { createCountries } from '#features/visitors/api.ts';
import { registerGeo } from '#features/visitors/register-geo.ts';
import { registerAudit } from '#features/audit/register-audit.ts';
import type { PasswordHasher } from '#features/accounts/api.ts';
import { registerSession } from '#features/accounts/register-session.ts';
import type { HealthProbes } from '#features/system/api.ts';
import { registerMetrics, type Gauges } from '#features/system/api.ts';
import { registerSystem } from '#features/system/api.ts';
import { registerUploads } from '#features/uploads/register-uploads.ts';
import { registerUserFeatures } from './register-user-features.ts';
import { createErrorHandler, rejectUnknown } from '#platform/http/error-handler.ts';
import { respondToParserError } from '#platform/http/connections/respond-to-parser-errors.ts';
import { createClientAddresses } from '#platform/http/connections/client-address.ts';
import {
  connectionLimits,
  serverOptions,
  type ConnectionLimits,
} from '#platform/http/connections/connection-limits.ts';
import { guardConnections } from '#platform/http/connections/guard-connections.ts';
import { registerCacheHeaders } from '#platform/http/cache-headers.ts';
import { registerCursorSeal } from '#platform/http/cursor-seal.ts';
import { registerRateWindows } from '#platform/http/call-rates.ts';
import { documentCall, securitySchemes } from '#platform/http/document-call.ts';
import { createGuardedFetch } from '#platform/http/guarded-fetch.ts';
import { limitByCost } from '#platform/http/limit-by-cost.ts';
import { registerDraining } from '#platform/http/draining.ts';
import { createRequestId, registerRequestIds } from '#platform/http/request-ids.ts';
import { registerRejectionLog } from '#platform/http/rejection-log.ts';
import { registerRequestLog } from '#platform/http/request-log.ts';
import { createBudget } from '#platform/limits/budget.ts';
import {
  corsOptions,
  registerSecurityHeaders,
  withoutTrustedTypes,
} from '#platform/http/security-headers.ts';

z.config(z.locales.en());

export interface AppDependencies {
  readonly settings: Settings;
  readonly database: Database;
  /** The pool of `database`, for work that needs a separate connection. */
  readonly pool: Pool;
  /** Seals the cursors of lists; shared by all nodes. */
  readonly cursorKey: Buffer;
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
  readonly logger: FastifyBaseLogger;
  /** Overrides the product's limits. */
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** Gauges for /metrics. */
  readonly gauges: Gauges;
  /** The built web application; null leaves the pages out. */
  readonly webFolder: string | null;
}

/** Builds the whole application without listening. */
export const buildApp = async (dependencies: AppDependencies): Promise<FastifyInstance> => {
  const { settings, database, bus, clock } = dependencies;
  const limits = { ...connectionLimits, ...dependencies.connectionLimits };
  const addresses = createClientAddresses(settings.TRUST_PROXY);
  const search = withDistrictTowns(dependencies.search);
  const responseError = createErrorHandler(removedError);
  const app = fastify({
    loggerInstance: dependencies.logger,
    genReqId: createRequestId,
    trustProxy: settings.TRUST_PROXY ?? false,
    ...serverOptions(limits),
    clientErrorHandler: respondToParserError,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    // URLs that the router rejects get an error of the same form.
    frameworkErrors: (error, request, reply) => void responseError(error, request, reply),
    forceCloseConnections: 'idle',
    // `registerDraining` does it.
    return503OnClosing: false,
  });
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(responseError);
  guardConnections(app, { settings, limits, addresses });
  registerRequestIds(app);
  registerCacheHeaders(app);
  registerRejectionLog(app, clock, removedError);
  if (settings.LOG_REQUESTS) registerRequestLog(app);

  registerSecurityHeaders(app, settings);
  await app.register(cors, corsOptions(settings));
  registerDraining(app);
  await app.register(cookie);
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: settings.SITE_NAME, version: '1' },
      components: { securitySchemes },
    },
    transform: documentCall,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    transformStaticCSP: withoutTrustedTypes,
  });

  const probes: HealthProbes = {
    database: async () => {
      await sql`SELECT 1`.execute(database);
      return { status: 'healthy' };
    },
    index: async () => dependencies.searchHealth(),
    bus: async () => bus.health(),
    files: () => dependencies.storage.store.health(),
  };
  if (settings.BUDGET_PER_MINUTE > 0)
    limitByCost(app, createBudget(bus, clock, settings.BUDGET_PER_MINUTE));
  registerCursorSeal(app, dependencies.cursorKey);
  registerRateWindows(app, clock);
  registerSystem(app, probes);
  registerMetrics(app, { probes, gauges: dependencies.gauges, token: settings.METRICS_TOKEN });
  const audit = registerAudit(app, { database, clock });
  const accountData = registerSession(app, {
    settings,
    database,
    bus,
    clock,
    jobs: dependencies.jobs,
    mailer: dependencies.mailer,
    hasher: dependencies.hasher,
    audit,
  });
  const deals = registerDeals(app, { database, bus, jobs: dependencies.jobs, clock });
  const { catalogue } = deals;
  const responses = registerSearch(app, { search, deals });
  const files = registerUploads(app, {
    settings,
    database,
    pool: dependencies.pool,
    bus,
    clock,
    jobs: dependencies.jobs,
    storage: dependencies.storage,
    accountData,
  });
  const notifier = registerUserFeatures(app, {
    ...dependencies,
    search,
    catalogue,
    files,
    accountData,
    audit,
  });
  registerLocations(app);
  registerGeo(app, { settings, database, clock, countries: createCountries() });
  registerSources(app, {
    settings,
    database,
    pool: dependencies.pool,
    bus,
    jobs: dependencies.jobs,
    clock,
    audit,
    files,
    fares: dependencies.fares,
  });
  registerChat(app, {
    settings,
    database,
    bus,
    jobs: dependencies.jobs,
    clock,
    files,
    accountData,
    words: textWords,
    audit,
    notifier,
    fetch: createGuardedFetch({ contact: settings.BASE_URL }),
  });
  registerDemoMedia(app);
  registerDemoShops(app, database);
  if (dependencies.webFolder === null) app.setNotFoundHandler(rejectUnknown);
  else
    await registerPages(app, {
      folder: dependencies.webFolder,
      siteName: settings.SITE_NAME,
      baseUrl: settings.BASE_URL ?? `http://localhost:${settings.PORT}`,
      securityContact: settings.SECURITY_CONTACT,
      database,
      clock,
      responses,
    });
  return app;
};

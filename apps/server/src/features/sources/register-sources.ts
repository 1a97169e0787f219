import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Settings } from '#config/settings.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { createIpGuard } from '#platform/http/ip-guard.ts';
import { createGuardedFetch } from '#platform/http/guarded-fetch.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import type { FareCheck } from './visit/fare-state.ts';
import type { Files } from '#features/uploads/api.ts';
import { addSourceCalls } from './admin/source-routes.ts';
import { createHostPace } from './politeness/host-pace.ts';
import { createSourceNetwork } from './politeness/polite-http.ts';
import { systemTiming } from './politeness/timing.ts';
import { createReadingValidators } from './politeness/validators.ts';
import { createProductPages, type ProductPages } from './product-page/product-pages.ts';
import { registerReadLink } from './product-page/register-read-link.ts';
import { connectorKinds } from './registry/connector-kinds.ts';
import {
  credentialsOf,
  namedCredentials,
  putStandardSources,
  settingHosts,
} from './registry/standard-sources.ts';
import { createReadings } from './schedule/readings.ts';
import type { SourceReader } from './schedule/run-source.ts';
import { declareSourceJobs, planSourcesJob } from './schedule/source-jobs.ts';
import { createFareCheck } from './travelpayouts/fare-check.ts';
import { registerVisit } from './visit/visit.ts';

export interface SourceDependencies {
  readonly settings: Settings;
  readonly database: Database;
  /** For the separate connections of readings. */
  readonly pool: Pool;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly files: Files;
  /** Replaces the check of fares at their sources. */
  readonly fares?: FareCheck | undefined;
  /** Replaces the reader of product pages. */
  readonly productPages?: ProductPages | undefined;
}

/**
 * Registers scheduled sources, the administrators' calls on them, and the pages that members link
 * to. Returns the reader of pages that members watch.
 */
export const registerSources = (
  app: FastifyInstance,
  {
    settings,
    database,
    pool,
    bus,
    jobs,
    clock,
    audit,
    files,
    fares,
    productPages,
  }: SourceDependencies,
): ProductPages => {
  const timing = { ...systemTiming, clock };
  const network = { contact: settings.BASE_URL, timing, pace: createHostPace(timing) };
  const reader: SourceReader = {
    database,
    pool,
    network: createSourceNetwork({
      ...network,
      guard: createIpGuard({ allow: [...settings.OUTGOING_ALLOW, ...settingHosts(settings)] }),
    }),
    readings: createReadings(bus),
    timing,
    bus,
    kinds: connectorKinds,
    credentials: credentialsOf(settings),
    logger: app.log,
  };
  declareSourceJobs(jobs, reader);
  addSourceCalls(app, { reader, jobs, audit, credentials: namedCredentials(settings) });
  registerReadLink(app, {
    fetch: createGuardedFetch({ contact: settings.BASE_URL, allow: settings.OUTGOING_ALLOW }),
    files,
  });

  app.addHook('onReady', () =>
    putStandardSources(database, settings, connectorKinds, new Date(clock.now())),
  );
  // Due sources do not wait for the first full minute.
  app.addHook('onListen', () => jobs.enqueue(planSourcesJob, {}));

  registerVisit(app, {
    database,
    bus,
    fares:
      fares ??
      createFareCheck({
        database,
        httpFor: (signal) =>
          reader.network.forReading({ validators: createReadingValidators(new Map()), signal }),
        credentials: reader.credentials,
        clock,
      }),
  });
  // Users must not reach the hosts of the operator's feeds.
  const guard = createIpGuard({ allow: settings.OUTGOING_ALLOW });
  return productPages ?? createProductPages(createSourceNetwork({ ...network, guard }));
};

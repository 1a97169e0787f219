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
import { createSourceNetwork } from './politeness/polite-http.ts';
import { systemTiming } from './politeness/timing.ts';
import { createReadingValidators } from './politeness/validators.ts';
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
}

/**
 * Registers scheduled sources, the administrators' calls on them, and the pages that members link
 * to.
 */
export const registerSources = (
  app: FastifyInstance,
  { settings, database, pool, bus, jobs, clock, audit, files, fares }: SourceDependencies,
): void => {
  const timing = { ...systemTiming, clock };
  const reader: SourceReader = {
    database,
    pool,
    network: createSourceNetwork({
      guard: createIpGuard({ allow: [...settings.OUTGOING_ALLOW, ...settingHosts(settings)] }),
      contact: settings.BASE_URL,
      timing,
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
};

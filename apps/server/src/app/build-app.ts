import { readFileSync } from 'node:fs';
import path from 'node:path';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { writeOpenApi } from '@izgodno/contract/common/open-api/write-open-api';
import { removedError } from '#schema/removed-error.ts';
import { readableUrl } from '#features/site/api.ts';
import { registerFeatures, type FeatureDependencies } from './features.ts';
import { registerBodyParsers } from '#platform/http/body-parsers.ts';
import { createErrorHandler } from '#platform/http/error-handler.ts';
import { respondToParserError } from '#platform/http/connections/respond-to-parser-errors.ts';
import { createClientIps } from '#platform/http/connections/client-ip.ts';
import {
  connectionLimits,
  serverOptions,
  type ConnectionLimits,
} from '#platform/http/connections/connection-limits.ts';
import { guardConnections } from '#platform/http/connections/guard-connections.ts';
import { registerCacheHeaders } from '#platform/http/cache-headers.ts';
import { registerEntityTags } from '#platform/http/entity-tag.ts';
import { registerAllowedMethods } from '#platform/http/allowed-methods.ts';
import { registerCursorSeal } from '#platform/http/cursor-seal.ts';
import { registerRateWindows } from '#platform/http/call-rates.ts';
import { limitByCost } from '#platform/http/limit-by-cost.ts';
import { registerDraining } from '#platform/http/draining.ts';
import { registerOutages } from '#platform/http/outages.ts';
import {
  createRequestId,
  registerRejectionLog,
  registerRequestIds,
  registerRequestLog,
} from '#platform/http/request-log.ts';
import { createBudget } from '#platform/limits/budget.ts';
import {
  corsOptions,
  registerSecurityHeaders,
  withoutTrustedTypes,
} from '#platform/http/security-headers.ts';

z.config(z.locales.en());

/** Also the text before the calls at /api/docs. */
const API_GUIDE = path.join(import.meta.dirname, '../../../../docs/api.md');

export interface AppDependencies extends FeatureDependencies {
  /** Seals the cursors of lists; shared by all nodes. */
  readonly cursorKey: Buffer;
  readonly logger: FastifyBaseLogger;
  /** Overrides how long reads wait for a database that is away. */
  readonly outagePatienceMs?: number;
  /** Overrides the product's limits. */
  readonly connectionLimits?: Partial<ConnectionLimits>;
}

/** Builds the whole application without listening. */
export const buildApp = async (dependencies: AppDependencies): Promise<FastifyInstance> => {
  const { settings, bus, clock } = dependencies;
  const limits = { ...connectionLimits, ...dependencies.connectionLimits };
  const clientIps = createClientIps(settings.TRUST_PROXY);
  const responseError = createErrorHandler(removedError);
  const app = fastify({
    loggerInstance: dependencies.logger,
    genReqId: createRequestId,
    trustProxy: settings.TRUST_PROXY ?? false,
    ...serverOptions(limits),
    clientErrorHandler: respondToParserError,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    // URLs that the router rejects get an error of the same form.
    frameworkErrors: (error, request, reply) => void responseError(error, request, reply),
    forceCloseConnections: 'idle',
    // `registerDraining` does it.
    return503OnClosing: false,
  });
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(responseError);
  registerAllowedMethods(app);
  registerBodyParsers(app);
  guardConnections(app, { settings, limits, clientIps });
  registerRequestIds(app);
  registerCacheHeaders(app);
  registerRejectionLog(app, clock, removedError);
  if (settings.LOG_REQUESTS) registerRequestLog(app);

  registerSecurityHeaders(app, settings);
  await app.register(cors, corsOptions(settings));
  registerDraining(app);
  registerOutages(app, {
    reach: () => sql`SELECT 1`.execute(dependencies.database),
    ...(dependencies.outagePatienceMs === undefined
      ? {}
      : { patienceMs: dependencies.outagePatienceMs }),
  });
  await app.register(cookie);
  // Before compression, because the tag is the content's.
  registerEntityTags(app);
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 });
  await app.register(swagger, {
    openapi: { openapi: '3.1.0' },
    // The contract describes every call, so that routes need no description.
    transform: ({ url }) => ({ url, schema: { hide: true } }),
    transformObject: () =>
      writeOpenApi({
        siteName: settings.SITE_NAME,
        baseUrl: settings.BASE_URL ?? null,
        guide: readFileSync(API_GUIDE, 'utf8'),
      }),
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    transformStaticCSP: withoutTrustedTypes,
  });

  const unitsPerMinute = settings.BUDGET_PER_MINUTE;
  limitByCost(app, unitsPerMinute > 0 ? createBudget(bus, clock, unitsPerMinute) : null);
  registerCursorSeal(app, dependencies.cursorKey);
  registerRateWindows(app, clock);
  await registerFeatures(app, dependencies);
  return app;
};

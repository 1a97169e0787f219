import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { SECOND_MS } from '@izgodno/contract/common/durations';
import { healthSchema } from '@izgodno/contract/system/calls';
import { listNodes } from '@izgodno/contract/system/node-calls';
import { addCall } from '#platform/http/add-call.ts';
import type { Database } from '#schema/schema.ts';
import { probeAll, type HealthProbes } from '../health-probes.ts';

/** Milliseconds between the reports of a node. */
const REPORT_INTERVAL_MS = 15 * SECOND_MS;
/** Without a report for as long, a node is silent: two reports are missing. */
export const SILENT_AFTER = '45 seconds';
/** A silent node is listed for as long. */
const LISTED_FOR = '1 day';

export interface NodesOptions {
  readonly database: Database;
  readonly probes: HealthProbes;
}

/** Stores the health of the node. All times are the database's, because clocks of nodes differ. */
const report = async ({ database, probes }: NodesOptions, name: string): Promise<void> => {
  const { status, parts } = await probeAll(probes);
  const reported = { status, parts: JSON.stringify(parts), reported_at: sql<Date>`now()` };
  await database
    .insertInto('nodes')
    .values({ name, started_at: sql`now()`, ...reported })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(reported))
    .execute();
};

/** Lets this node report its health while it listens. */
const keepReporting = (app: FastifyInstance, options: NodesOptions): void => {
  const { database } = options;
  const warn = (err: unknown): void => app.log.warn({ err }, 'the health was not reported');
  let name: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let reporting = Promise.resolve();
  const next = (): void => {
    if (name === null) return;
    reporting = report(options, name)
      .catch(warn)
      .finally(() => {
        if (name !== null) timer = setTimeout(next, REPORT_INTERVAL_MS).unref();
      });
  };
  app.addHook('onListen', async () => {
    const bound = app.server.address();
    name = `${hostname()}:${typeof bound === 'object' && bound !== null ? bound.port : ''}`;
    // The row of this node before its restart, and silent ones.
    await database
      .deleteFrom('nodes')
      .where((row) =>
        row.or([
          row('name', '=', name),
          row('reported_at', '<', sql<Date>`now() - ${LISTED_FOR}::interval`),
        ]),
      )
      .execute()
      .catch(warn);
    next();
  });
  app.addHook('onClose', async () => {
    const stopped = name;
    name = null;
    clearTimeout(timer);
    await reporting;
    if (stopped === null) return;
    await database.deleteFrom('nodes').where('name', '=', stopped).execute().catch(warn);
  });
};

/** Registers the list of nodes, and lets this one report its health while it listens. */
export const registerNodes = (app: FastifyInstance, options: NodesOptions): void => {
  keepReporting(app, options);
  addCall(app, listNodes, async () => {
    const rows = await options.database
      .selectFrom('nodes')
      .select(['name', 'status', 'parts', 'started_at', 'reported_at'])
      .select(sql<boolean>`reported_at < now() - ${SILENT_AFTER}::interval`.as('is_silent'))
      .where('reported_at', '>=', sql<Date>`now() - ${LISTED_FOR}::interval`)
      .orderBy('name')
      .execute();
    return {
      nodes: rows.map(({ name, status, parts, ...row }) => ({
        name,
        status,
        parts: expectShape(healthSchema.shape.parts, parts),
        startedAt: row.started_at.toISOString(),
        reportedAt: row.reported_at.toISOString(),
        isSilent: row.is_silent,
      })),
    };
  });
};

import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { getHealth, getReady } from '@izgodno/contract/system/calls';
import * as calls from '@izgodno/contract/system/doctor-calls';
import type { Finding } from '@izgodno/contract/system/doctor-calls';
import { addCall } from '#platform/http/add-call.ts';
import type { Examined } from './doctor/check.ts';
import { probeAll, type NodeProbes } from './health-probes.ts';
import type { Database } from '#schema/schema.ts';

export type { HealthProbes, NodeProbes } from './health-probes.ts';
export { examineBackupFolder } from './doctor/backup-folder.ts';
export { keepMailLog, registerMails } from './mails/register-mails.ts';
export { registerBackups, type Backups } from './backups.ts';
export { registerIdempotencyStore } from './idempotency-store.ts';
export { registerNodes } from './nodes/register-nodes.ts';
export { registerUpkeep } from './upkeep.ts';
export { registerMetrics, type Gauges } from './metrics.ts';

/** Examines everything that the product needs. Loaded on demand, with the clients of all services. */
export const examineAll = async (examined: Examined): Promise<readonly Finding[]> => {
  const doctor = await import('./doctor/doctor.ts');
  return doctor.examineAll(examined);
};

/** Milliseconds for the database to respond to a readiness check; balancers wait 3 s for the check. */
const READY_LIMIT_MS = 1_000;

export interface SystemOptions {
  readonly probes: NodeProbes;
  /** Makes the checks of the doctor. */
  readonly examine: () => Promise<readonly Finding[]>;
  readonly probeLimitMs?: number;
  readonly readyLimitMs?: number;
}

export const registerSystem = (
  app: FastifyInstance,
  { probes, examine, probeLimitMs, readyLimitMs = READY_LIMIT_MS }: SystemOptions,
): void => {
  addCall(app, getHealth, () => probeAll(probes, probeLimitMs));

  // Not the other parts: their calls respond with 503 by themselves, and a store that is away, or
  // that takes longer than a balancer waits, would take every node out of service.
  addCall(app, getReady, async ({ reply }) => {
    const health = await probeAll({ database: probes.database }, readyLimitMs);
    // Reads wait for the end of a failover. Without this a balancer would reject them meanwhile.
    const canServe = health.status !== 'error' || app.outages.isBrief();
    if (!canServe || app.draining.hasBegun) void reply.status(503);
    return health;
  });

  addCall(app, calls.examine, async () => ({ checks: await examine() }));

  addCall(app, calls.readConnection, async ({ request }) => ({
    ip: request.ip,
    forwarded: request.headers['x-forwarded-for'] !== undefined,
    // Not by comparing addresses: a caller on this machine has the proxy's own.
    trusted: (request.ips?.length ?? 0) > 1,
  }));
};

const KEY_BYTES = 32;

/** Keys shared by nodes, by name. No key is used for two purposes. */
type KeyName = 'cursors';

/**
 * Reads a random key of the product. The first node creates it; of concurrent ones one key is
 * stored, and all of them return it.
 */
export const readSharedKey = async (database: Database, name: KeyName): Promise<Buffer> => {
  await database
    .insertInto('secrets')
    .values({ name, value: randomBytes(KEY_BYTES) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await database
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
};

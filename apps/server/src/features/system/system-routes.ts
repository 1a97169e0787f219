import type { FastifyInstance } from 'fastify';
import {
  getHealth,
  getReady,
  type Health,
  type SystemStatus,
} from '@izgodno/contract/system/calls';
import type { PartHealth } from '#platform/health.ts';
import { addCall } from '#platform/http/add-call.ts';

/** The parts whose health the product answers for, each with its probe. A probe that throws is an error. */
export type HealthProbes = Readonly<Record<string, () => Promise<PartHealth>>>;

const severity: Readonly<Record<SystemStatus, number>> = { healthy: 0, degraded: 1, error: 2 };

const probeAll = async (probes: HealthProbes): Promise<Omit<Health, 'success'>> => {
  const parts = await Promise.all(
    Object.entries(probes).map(async ([name, probe]): Promise<[string, PartHealth]> => [
      name,
      await probe().catch((): PartHealth => ({ status: 'error' })),
    ]),
  );
  const status = parts.reduce<SystemStatus>(
    (worst, [, part]) => (severity[part.status] > severity[worst] ? part.status : worst),
    'healthy',
  );
  return { status, parts: Object.fromEntries(parts) };
};

export const registerSystem = (app: FastifyInstance, probes: HealthProbes): void => {
  addCall(app, getHealth, () => probeAll(probes));

  addCall(app, getReady, async ({ reply }) => {
    const health = await probeAll(probes);
    if (health.status === 'error') void reply.status(503);
    return health;
  });
};

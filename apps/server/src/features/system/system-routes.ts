import type { FastifyInstance } from 'fastify';
import { getHealth, getReady } from '@izgodno/contract/system/calls';
import { addCall } from '#platform/http/add-call.ts';
import { probeAll, type HealthProbes } from './health-probes.ts';

/** The only part without which a node cannot respond to any call. */
const REQUIRED_PART = 'database';

export const registerSystem = (
  app: FastifyInstance,
  probes: HealthProbes,
  probeLimitMs?: number,
): void => {
  addCall(app, getHealth, () => probeAll(probes, probeLimitMs));

  // Not the other parts: their calls respond with 503 by themselves, and a store that is away would
  // take every node out of service.
  addCall(app, getReady, async ({ reply }) => {
    const health = await probeAll(probes, probeLimitMs);
    const canServe = health.parts[REQUIRED_PART]?.status !== 'error';
    if (!canServe || app.draining.hasBegun) void reply.status(503);
    return health;
  });
};

import type { FastifyInstance } from 'fastify';
import { getHealth, getReady } from '@izgodno/contract/system/calls';
import { addCall } from '#platform/http/add-call.ts';
import { probeAll, type HealthProbes } from './health-probes.ts';

export const registerSystem = (app: FastifyInstance, probes: HealthProbes): void => {
  addCall(app, getHealth, () => probeAll(probes));

  addCall(app, getReady, async ({ reply }) => {
    const health = await probeAll(probes);
    if (health.status === 'error') void reply.status(503);
    return health;
  });
};

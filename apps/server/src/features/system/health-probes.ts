import type { Health, SystemStatus } from '@izgodno/contract/system/calls';
import type { PartHealth } from '#platform/health.ts';
import { DeadlineError, withDeadline } from '#platform/with-deadline.ts';

/** A probe that throws is an error. */
type Probe = () => Promise<PartHealth>;

/** The probes of the product's parts. */
export type HealthProbes = Readonly<Record<string, Probe>>;

/** The probes of a whole node. The database is required, because no call works without it. */
export type NodeProbes = HealthProbes & { readonly database: Probe };

const severity: Readonly<Record<SystemStatus, number>> = { healthy: 0, degraded: 1, error: 2 };

/** Milliseconds for a probe; a part that takes longer is an error. */
const PROBE_LIMIT_MS = 2_000;

/** The health of each part, and of the whole, which is that of its worst part. */
export const probeAll = async (
  probes: HealthProbes,
  limitMs = PROBE_LIMIT_MS,
): Promise<Omit<Health, 'success'>> => {
  const parts = await Promise.all(
    Object.entries(probes).map(async ([name, probe]): Promise<[string, PartHealth]> => [
      name,
      await withDeadline(probe(), limitMs).catch((error: unknown): PartHealth => ({
        status: 'error',
        // Of other errors the reason may be a secret, such as an address.
        ...(error instanceof DeadlineError ? { detail: error.message } : {}),
      })),
    ]),
  );
  const status = parts.reduce<SystemStatus>(
    (worst, [, part]) => (severity[part.status] > severity[worst] ? part.status : worst),
    'healthy',
  );
  return { status, parts: Object.fromEntries(parts) };
};

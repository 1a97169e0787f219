export type { HealthProbes } from './health-probes.ts';
export { registerMetrics, type Gauges } from './metrics.ts';
export { registerSystem } from './system-routes.ts';
export { readSharedKey } from './shared-key.ts';

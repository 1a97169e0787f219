import type { IpGuard } from '#platform/http/ip-guard.ts';
import type { Clock } from '#platform/clock.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Database } from '#schema/schema.ts';
import * as z from 'zod/mini';

export interface WebhooksContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  /** Keeps deliveries out of private networks. */
  readonly guard: IpGuard;
  /** Origin of the product, for links and the User-Agent. */
  readonly baseUrl: string;
}

const delivery = z.strictObject({ deliveryId: z.uuid() });
/** Attempts one delivery of a webhook that works. */
export const deliverJob = defineJob({ name: 'webhooks.deliver', payload: delivery });
/** Attempts one delivery of a webhook that fails; the queue repeats it. */
export const repeatJob = defineJob({ name: 'webhooks.repeat', payload: delivery });

import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '#config/settings.ts';
import type { Clock } from '#platform/clock.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { ObjectStore } from '#platform/object-store/object-store.ts';
import type { ResumableStore } from '#platform/object-store/resumable-store.ts';
import type { Database } from '#schema/schema.ts';

/** What the functions of uploads work with. */
export interface UploadsContext {
  readonly settings: Settings;
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly logger: FastifyBaseLogger;
  readonly store: ObjectStore;
  readonly resumable: ResumableStore;
}

/** `milliseconds` from now. */
export const after = ({ clock }: UploadsContext, milliseconds: number): Date =>
  new Date(clock.now() + milliseconds);

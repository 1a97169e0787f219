import type { FastifyInstance } from 'fastify';
import * as calls from '@izgodno/contract/system/upkeep-calls';
import type { SettingInForce } from '@izgodno/contract/system/upkeep-calls';
import { addCall } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { AuditTrail } from '#features/audit/api.ts';

/** Longer errors of jobs are cut, in characters. */
const ERROR_LENGTH = 500;

export interface UpkeepOptions {
  readonly settingsInForce: readonly SettingInForce[];
  readonly redact: (text: string) => string;
  readonly jobs: Jobs;
  readonly audit: AuditTrail;
}

/** Registers what administrators see and do of the running site: its settings and its jobs. */
export const registerUpkeep = (
  app: FastifyInstance,
  { settingsInForce, redact, jobs, audit }: UpkeepOptions,
): void => {
  addCall(app, calls.listSettings, async () => ({ settings: settingsInForce }));

  addCall(app, calls.listJobs, async () => {
    const [counts, failed] = await Promise.all([
      jobs.counts(),
      jobs.failures(calls.MAX_FAILED_JOBS),
    ]);
    return {
      counts,
      failed: failed.map(({ id, kind, failedAt, attempts, error }) => ({
        id,
        kind,
        attempts,
        failedAt: failedAt.toISOString(),
        error: redact(error).slice(0, ERROR_LENGTH),
      })),
    };
  });

  addCall(app, calls.retryJob, async ({ user, params: { id } }) => {
    const kind = await jobs.retry(id);
    if (kind === null) throw new CallError('not_found');
    await audit.record({
      actorId: user.id,
      action: 'job.retry',
      // The subject is the administrator, because nodes of the previous release know no kind for jobs.
      subject: { kind: 'user', id: user.id },
      reason: '',
      details: { job: kind, id },
    });
    return {};
  });
};

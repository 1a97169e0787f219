import type { FastifyInstance } from 'fastify';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import type { AuditAction } from '@izgodno/contract/audit/audit-actions';
import * as calls from '@izgodno/contract/sources/calls';
import {
  type RejectedRow,
  type Source,
  sourceIdSchema,
  type SourceRun,
} from '@izgodno/contract/sources/source';
import type { Principal } from '#platform/http/authentication.ts';
import { addCall } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import { ImportError } from '../pipeline/import-error.ts';
import { merchantFeed } from '../merchant-feed/scheduled-feed.ts';
import { findSource, insertSource, setPaused } from '../registry/source-rows.ts';
import type { SourceReader } from '../schedule/run-source.ts';
import { enqueueReading } from '../schedule/source-jobs.ts';
import { previewFeed } from './preview-feed.ts';
import {
  findLastRuns,
  findRejections,
  findRuns,
  findSources,
  type OverviewRow,
  type RunRow,
} from './source-overview.ts';

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

const presentRun = (run: RunRow): SourceRun => ({
  id: String(run.id),
  status: run.status,
  startedAt: run.started_at.toISOString(),
  finishedAt: iso(run.finished_at),
  errorCode: run.error_code,
  errorDetail: run.error_detail,
  counts:
    run.finished_at === null
      ? null
      : {
          rows: run.row_count ?? 0,
          inserted: run.inserted ?? 0,
          updated: run.updated ?? 0,
          unchanged: run.unchanged ?? 0,
          removed: run.removed ?? 0,
          rejected: run.rejected ?? 0,
          duplicates: run.duplicates ?? 0,
        },
  rejectedReasons: run.rejected_reasons ?? {},
});

const presentSource = (
  row: OverviewRow,
  lastRun: RunRow | undefined,
  lastRead: RunRow | undefined,
): Source => ({
  id: row.id,
  name: row.name,
  group: row.source_group,
  kind: row.kind,
  status: row.status,
  reason:
    row.status_reason === null
      ? null
      : { code: row.status_reason, detail: row.status_detail ?? '' },
  paused: row.paused,
  everySeconds: row.every_seconds ?? 0,
  checkedAt: iso(row.checked_at),
  nextRunAt: row.paused ? null : iso(row.next_run_at),
  lastRun: lastRun === undefined ? null : presentRun(lastRun),
  lastRead: lastRead === undefined ? null : presentRun(lastRead),
});

const presentRejection = (row: {
  readonly row_number: number;
  readonly external_id: string | null;
  readonly reason: string;
  readonly detail: string;
}): RejectedRow => ({
  row: row.row_number,
  externalId: row.external_id,
  reason: row.reason,
  detail: row.detail,
});

const cursorNumber = (cursor: string | undefined): number | null =>
  cursor === undefined ? null : Number(cursor);

const nextCursor = (next: number | null): string | null => (next === null ? null : String(next));

export interface SourceRoutes {
  readonly reader: SourceReader;
  readonly jobs: Jobs;
  readonly audit: AuditTrail;
}

/** The administrators' calls on sources. */
export const addSourceCalls = (
  app: FastifyInstance,
  { reader, jobs, audit }: SourceRoutes,
): void => {
  const { database, network, timing, kinds } = reader;

  const requireSource = async (id: string): Promise<void> => {
    if ((await findSource(database, id)) === undefined) throw new CallError('not_found');
  };

  const note = (who: Principal, action: AuditAction, id: string): Promise<void> =>
    audit.record({ actorId: who.id, action, subject: { kind: 'source', id }, reason: '' });

  addCall(app, calls.listSources, async () => {
    const rows = await findSources(database);
    const ids = rows.map(({ id }) => id);
    const [lastRuns, lastReads] = await Promise.all([
      findLastRuns(database, ids),
      findLastRuns(database, ids, { reading: true }),
    ]);
    return {
      sources: rows.map((row) => presentSource(row, lastRuns.get(row.id), lastReads.get(row.id))),
    };
  });

  addCall(app, calls.listSourceRuns, async ({ params, query }) => {
    await requireSource(params.id);
    const page = await findRuns(database, params.id, query.limit, cursorNumber(query.cursor));
    return { runs: page.items.map(presentRun), nextCursor: nextCursor(page.next) };
  });

  addCall(app, calls.listRejectedRows, async ({ params, query }) => {
    await requireSource(params.id);
    const after = cursorNumber(query.cursor);
    const runId = Number(params.runId);
    const page = await findRejections(database, params.id, runId, query.limit, after);
    return { rows: page.items.map(presentRejection), nextCursor: nextCursor(page.next) };
  });

  addCall(app, calls.runSource, async ({ params, body, user }) => {
    await requireSource(params.id);
    await note(user, body.allowShrink ? 'source.run-shrunk' : 'source.run', params.id);
    await enqueueReading(jobs, params.id, body.allowShrink);
    return {};
  });

  addCall(app, calls.pauseSource, async ({ params, user }) => {
    await requireSource(params.id);
    await setPaused(database, params.id, true, new Date(timing.clock.now()));
    await note(user, 'source.pause', params.id);
    return {};
  });

  addCall(app, calls.resumeSource, async ({ params, user }) => {
    await requireSource(params.id);
    await setPaused(database, params.id, false, new Date(timing.clock.now()));
    await note(user, 'source.resume', params.id);
    await enqueueReading(jobs, params.id);
    return {};
  });

  const feedKind = kinds.get(merchantFeed.name);
  if (feedKind === undefined) throw new Error('There is no connector for merchant feeds.');

  addCall(app, calls.previewFeed, async ({ body }) => {
    try {
      const preview = await previewFeed(body.url, { kind: feedKind, network, timing });
      const { id, name } = preview.description;
      return {
        name,
        suggestedId: parseStorable(sourceIdSchema, id).data ?? null,
        rows: preview.rows,
        accepted: preview.rows - preview.rejectedCount,
        rejectedReasons: preview.reasons,
        deals: preview.deals,
        rejected: preview.rejected,
      };
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      throw new CallError('feed_unusable', {
        fields: { url: { code: error.code, message: error.message } },
        cause: error,
      });
    }
  });

  addCall(app, calls.addFeed, async ({ body, user }) => {
    const added = await insertSource(
      database,
      {
        id: body.id,
        name: body.name,
        kind: feedKind.name,
        group: feedKind.group,
        commission: body.commission,
        config: { url: body.url },
        everySeconds: body.everySeconds,
      },
      new Date(timing.clock.now()),
    );
    if (!added) throw new CallError('source_id_taken');
    await note(user, 'source.add', body.id);
    await enqueueReading(jobs, body.id);
    return { id: body.id };
  });
};

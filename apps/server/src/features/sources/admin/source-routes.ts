import type { FastifyInstance } from 'fastify';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import type { Call } from '@izgodno/contract/common/call';
import type { AuditAction } from '@izgodno/contract/audit/audit-actions';
import * as calls from '@izgodno/contract/sources/calls';
import {
  type RejectedRow,
  type Source,
  sourceIdSchema,
  type SourceRun,
} from '@izgodno/contract/sources/source';
import type { Principal } from '#platform/http/authentication.ts';
import { type CallHandler, createCallAdder } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import { ImportError } from '../pipeline/import-error.ts';
import { merchantFeed } from '../merchant-feed/scheduled-feed.ts';
import type { RegisteredKind } from '../registry/connector-kinds.ts';
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

interface AdminContext {
  readonly reader: SourceReader;
  readonly jobs: Jobs;
  readonly audit: AuditTrail;
  /** The kind of the feeds that administrators add. */
  readonly feedKind: RegisteredKind;
}

type AdminCall<C extends Call> = CallHandler<AdminContext, C>;

const requireSource = async ({ reader }: AdminContext, id: string): Promise<void> => {
  if ((await findSource(reader.database, id)) === undefined) throw new CallError('not_found');
};

const note = (
  { audit }: AdminContext,
  who: Principal,
  action: AuditAction,
  id: string,
): Promise<void> =>
  audit.record({ actorId: who.id, action, subject: { kind: 'source', id }, reason: '' });

const listSources: AdminCall<typeof calls.listSources> = async ({ reader: { database } }) => {
  const rows = await findSources(database);
  const ids = rows.map(({ id }) => id);
  const [lastRuns, lastReads] = await Promise.all([
    findLastRuns(database, ids),
    findLastRuns(database, ids, { reading: true }),
  ]);
  return {
    sources: rows.map((row) => presentSource(row, lastRuns.get(row.id), lastReads.get(row.id))),
  };
};

const listSourceRuns: AdminCall<typeof calls.listSourceRuns> = async (
  context,
  { params: { id }, query },
) => {
  await requireSource(context, id);
  const { database } = context.reader;
  const page = await findRuns(database, id, query.limit, cursorNumber(query.cursor));
  return { runs: page.items.map(presentRun), nextCursor: nextCursor(page.next) };
};

const listRejectedRows: AdminCall<typeof calls.listRejectedRows> = async (
  context,
  { params: { id, runId }, query },
) => {
  await requireSource(context, id);
  const { database } = context.reader;
  const after = cursorNumber(query.cursor);
  const page = await findRejections(database, id, Number(runId), query.limit, after);
  return { rows: page.items.map(presentRejection), nextCursor: nextCursor(page.next) };
};

const runSource: AdminCall<typeof calls.runSource> = async (
  context,
  { params: { id }, body: { allowShrink }, user },
) => {
  await requireSource(context, id);
  await note(context, user, allowShrink ? 'source.run-shrunk' : 'source.run', id);
  await enqueueReading(context.jobs, id, allowShrink);
  return {};
};

const setSourcePaused = async (
  context: AdminContext,
  who: Principal,
  id: string,
  paused: boolean,
): Promise<void> => {
  await requireSource(context, id);
  const { database, timing } = context.reader;
  await setPaused(database, id, paused, new Date(timing.clock.now()));
  await note(context, who, paused ? 'source.pause' : 'source.resume', id);
};

const pauseSource: AdminCall<typeof calls.pauseSource> = async (context, { params, user }) => {
  await setSourcePaused(context, user, params.id, true);
  return {};
};

const resumeSource: AdminCall<typeof calls.resumeSource> = async (context, { params, user }) => {
  await setSourcePaused(context, user, params.id, false);
  await enqueueReading(context.jobs, params.id);
  return {};
};

const preview: AdminCall<typeof calls.previewFeed> = async (
  { reader: { network, timing }, feedKind },
  { body },
) => {
  try {
    const { description, rows, rejectedCount, reasons, deals, rejected } = await previewFeed(
      body.url,
      { kind: feedKind, network, timing },
    );
    return {
      name: description.name,
      suggestedId: parseStorable(sourceIdSchema, description.id).data ?? null,
      rows,
      accepted: rows - rejectedCount,
      rejectedReasons: reasons,
      deals,
      rejected,
    };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new CallError('feed_unusable', {
      fields: { url: { code: error.code, message: error.message } },
      cause: error,
    });
  }
};

const addFeed: AdminCall<typeof calls.addFeed> = async (
  context,
  { body: { id, name, commission, url, everySeconds }, user },
) => {
  const { reader, jobs, feedKind } = context;
  const source = {
    id,
    name,
    kind: feedKind.name,
    group: feedKind.group,
    commission,
    config: { url },
    everySeconds,
  };
  const added = await insertSource(reader.database, source, new Date(reader.timing.clock.now()));
  if (!added) throw new CallError('source_id_taken');
  await note(context, user, 'source.add', id);
  await enqueueReading(jobs, id);
  return { id };
};

/** The administrators' calls on sources. */
export const addSourceCalls = (
  app: FastifyInstance,
  given: Omit<AdminContext, 'feedKind'>,
): void => {
  const feedKind = given.reader.kinds.get(merchantFeed.name);
  if (feedKind === undefined) throw new Error('There is no connector for merchant feeds.');
  const add = createCallAdder<AdminContext>(app, { ...given, feedKind });
  add(calls.listSources, listSources);
  add(calls.listSourceRuns, listSourceRuns);
  add(calls.listRejectedRows, listRejectedRows);
  add(calls.runSource, runSource);
  add(calls.pauseSource, pauseSource);
  add(calls.resumeSource, resumeSource);
  add(calls.previewFeed, preview);
  add(calls.addFeed, addFeed);
};

import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import * as z from 'zod/mini';
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
import { cutPageBy, readPageCursor } from '#platform/http/page-cursor.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Schema } from '#schema/schema.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import { ImportError, type ImportErrorCode } from '../pipeline/import-error.ts';
import { merchantFeed } from '../merchant-feed/scheduled-feed.ts';
import { carriesSecret } from '../records/url-secrets.ts';
import { countActiveDeals } from '../registry/count-sources.ts';
import { findSource, insertSource, setPaused, type SourceRow } from '../registry/source-rows.ts';
import { readQueue } from '../schedule/punctuality.ts';
import type { SourceReader } from '../schedule/run-source.ts';
import { sourcePaused } from '../schedule/readings.ts';
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
  deals: number,
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
  deals,
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

/** The cursor of runs by their ids, and of rejected rows by their numbers. */
const readNumberCursor = (cursor: string | undefined): number | null =>
  readPageCursor(z.tuple([z.int()]), cursor)?.[0] ?? null;

interface AdminContext {
  readonly reader: SourceReader;
  readonly jobs: Jobs;
  readonly audit: AuditTrail;
  /** The credentials that administrators may name for the feeds that they add. */
  readonly credentials: ReadonlyMap<string, string>;
}

type AdminCall<C extends Call> = CallHandler<AdminContext, C>;

const requireSource = async ({ reader }: AdminContext, id: string): Promise<SourceRow> => {
  const row = await findSource(reader.database, id);
  if (row === undefined) throw new CallError('not_found');
  return row;
};

const note = (
  { audit }: AdminContext,
  transaction: Transaction<Schema>,
  { id: actorId }: Principal,
  { action, id }: { readonly action: AuditAction; readonly id: string },
): Promise<void> =>
  audit.record({ actorId, action, subject: { kind: 'source', id }, reason: '' }, transaction);

const listSources: AdminCall<typeof calls.listSources> = async (
  { reader: { database, timing } },
  { query: { limit = Infinity, cursor } },
) => {
  const after = readPageCursor(z.tuple([z.string(), z.string()]), cursor);
  const found = await findSources(database, after ?? []);
  const { rows, nextCursor } = cutPageBy(found, limit, ({ name, id }) => [name, id]);
  const ids = rows.map(({ id }) => id);
  const [lastRuns, lastReads, deals, queue] = await Promise.all([
    findLastRuns(database, ids),
    findLastRuns(database, ids, { reading: true }),
    countActiveDeals(database),
    readQueue(database, timing.clock.now()),
  ]);
  return {
    sources: rows.map((row) =>
      presentSource(row, lastRuns.get(row.id), lastReads.get(row.id), deals.get(row.id) ?? 0),
    ),
    nextCursor,
    queue: { waiting: queue.waiting, since: iso(queue.since) },
  };
};

const listSourceRuns: AdminCall<typeof calls.listSourceRuns> = async (
  context,
  { params: { id }, query: { limit, cursor } },
) => {
  await requireSource(context, id);
  const before = readNumberCursor(cursor);
  const found = await findRuns(context.reader.database, id, { before, limit });
  const { rows, nextCursor } = cutPageBy(found, limit, (run) => [run.id]);
  return { runs: rows.map(presentRun), nextCursor };
};

const listRejectedRows: AdminCall<typeof calls.listRejectedRows> = async (
  context,
  { params: { id, runId }, query: { limit, cursor } },
) => {
  await requireSource(context, id);
  const after = readNumberCursor(cursor) ?? 0;
  const run = { sourceId: id, runId: Number(runId) };
  const found = await findRejections(context.reader.database, run, { after, limit });
  const { rows, nextCursor } = cutPageBy(found, limit, (row) => [row.row_number]);
  return { rows: rows.map(presentRejection), nextCursor };
};

const runSource: AdminCall<typeof calls.runSource> = async (
  context,
  { params: { id }, body: { allowShrink }, user },
) => {
  const { paused: whilePaused } = await requireSource(context, id);
  await context.reader.database.transaction().execute(async (transaction) => {
    const action = allowShrink ? 'source.run-shrunk' : 'source.run';
    await note(context, transaction, user, { action, id });
    await enqueueReading(context.jobs, transaction, id, { allowShrink, whilePaused });
  });
  return {};
};

const pauseSource: AdminCall<typeof calls.pauseSource> = async (context, { params, user }) => {
  const { database, bus, timing } = context.reader;
  const { id } = params;
  await requireSource(context, id);
  await database.transaction().execute(async (transaction) => {
    await setPaused(transaction, id, true, new Date(timing.clock.now()));
    await note(context, transaction, user, { action: 'source.pause', id });
  });
  bus.publish(sourcePaused, { sourceId: id });
  return {};
};

const resumeSource: AdminCall<typeof calls.resumeSource> = async (context, { params, user }) => {
  const { database, timing } = context.reader;
  const { id } = params;
  await requireSource(context, id);
  await database.transaction().execute(async (transaction) => {
    await setPaused(transaction, id, false, new Date(timing.clock.now()));
    await note(context, transaction, user, { action: 'source.resume', id });
    await enqueueReading(context.jobs, transaction, id);
  });
  return {};
};

const unusable = (field: string, code: ImportErrorCode, message: string, cause?: Error) =>
  new CallError('feed_unusable', { fields: { [field]: { code, message } }, cause });

type AddedSource = z.output<typeof calls.previewFeed.body>;

/**
 * The kind and configuration of a source that an administrator names. A credential belongs into the
 * settings, because the configuration is stored.
 */
const toConfig = (
  { reader: { kinds }, credentials }: AdminContext,
  { kind: name, url, access }: AddedSource,
) => {
  const kind = kinds.get(name);
  if (kind === undefined) throw new Error(`There is no connector "${name}".`);
  if (carriesSecret(url)) {
    const where = 'name it in SOURCE_CREDENTIALS and choose how it is sent';
    throw unusable('url', 'CREDENTIAL_IN_URL', `The URL contains a credential: ${where}.`);
  }
  if (access === undefined) return { kind, config: { url } };
  if (kind.name !== merchantFeed.name)
    throw unusable('access', 'SOURCE_CONFIG_INVALID', 'Only feeds are read with a credential.');
  if (!credentials.has(access.name))
    throw unusable('access', 'CREDENTIAL_MISSING', `SOURCE_CREDENTIALS has no ${access.name}.`);
  return { kind, config: { url, access } };
};

const preview: AdminCall<typeof calls.previewFeed> = async (context, { body }) => {
  const { kind, config } = toConfig(context, body);
  const { reader, credentials } = context;
  const { network, timing } = reader;
  try {
    const { description, rows, rejectedCount, reasons, deals, rejected } = await previewFeed(
      config,
      { kind, credentials, network, timing },
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
    throw unusable('url', error.code, error.message, error);
  }
};

const addFeed: AdminCall<typeof calls.addFeed> = async (context, { body, user }) => {
  const { reader, jobs } = context;
  const { id, name, commission, everySeconds } = body;
  const { kind, config } = toConfig(context, body);
  const source = {
    id,
    name,
    kind: kind.name,
    group: kind.group,
    commission,
    config,
    everySeconds,
  };
  await reader.database.transaction().execute(async (transaction) => {
    const added = await insertSource(transaction, source, new Date(reader.timing.clock.now()));
    if (!added) throw new CallError('source_id_taken');
    await note(context, transaction, user, { action: 'source.add', id });
    await enqueueReading(jobs, transaction, id);
  });
  return { id };
};

/** The administrators' calls on sources. */
export const addSourceCalls = (app: FastifyInstance, context: AdminContext): void => {
  const add = createCallAdder<AdminContext>(app, context);
  add(calls.listSources, listSources);
  add(calls.listSourceRuns, listSourceRuns);
  add(calls.listRejectedRows, listRejectedRows);
  add(calls.runSource, runSource);
  add(calls.pauseSource, pauseSource);
  add(calls.resumeSource, resumeSource);
  add(calls.previewFeed, preview);
  add(calls.addFeed, addFeed);
};

import type { RejectedRow, Source, SourceRun } from '@izgodno/contract/sources/source';
import type { OverviewRow, RunRow } from './source-overview.ts';

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

export const presentRun = (run: RunRow): SourceRun => ({
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

export const presentSource = (
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

export const presentRejection = (row: {
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

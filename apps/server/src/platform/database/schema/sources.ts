import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;
type Time = ColumnType<Date, Date | string, Date | string>;

export type RunStatus = 'running' | 'succeeded' | 'unchanged' | 'failed' | 'held_back';

export interface ImportRunsTable {
  id: Generated<number>;
  source_id: string;
  origin: string;
  status: Generated<RunStatus>;
  error_code: string | null;
  error_detail: string | null;
  row_count: number | null;
  inserted: number | null;
  updated: number | null;
  unchanged: number | null;
  removed: number | null;
  rejected: number | null;
  duplicates: number | null;
  rejected_reasons: JSONColumnType<Record<string, number>> | null;
  report_path: string | null;
  started_at: GeneratedTime;
  finished_at: Time | null;
}

export interface ImportRejectionsTable {
  run_id: number;
  row_number: number;
  external_id: string | null;
  reason: string;
  detail: string;
}

export interface SourceValidatorsTable {
  source_id: string;
  url: string;
  etag: string | null;
  last_modified: string | null;
  mapping_version: string;
}

export interface SourceTables {
  import_runs: ImportRunsTable;
  import_rejections: ImportRejectionsTable;
  source_validators: SourceValidatorsTable;
}

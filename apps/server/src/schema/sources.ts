import type { Generated, JSONColumnType } from 'kysely';
import type { SourceGroup } from '@izgodno/contract/deals/vocabulary';
import type { RunStatus, SourceStatus } from '@izgodno/contract/sources/source';
import type { GeneratedTimestamp, Timestamp } from './columns.ts';

export interface SourcesTable {
  id: string;
  name: string;
  /** `null` if `name` is used in both languages. */
  name_bg: string | null;
  source_group: SourceGroup;
  created_at: GeneratedTimestamp;
  checked_at: Timestamp | null;
  kind: string | null;
  config: JSONColumnType<Record<string, unknown>, string | undefined>;
  commission: Generated<boolean>;
  every_seconds: number | null;
  paused: Generated<boolean>;
  next_run_at: Timestamp | null;
  status: Generated<SourceStatus>;
  status_reason: string | null;
  status_detail: string | null;
  failures: Generated<number>;
  cursor: JSONColumnType<Record<string, unknown>> | null;
  sweep_started_at: Timestamp | null;
}

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
  started_at: GeneratedTimestamp;
  finished_at: Timestamp | null;
}

/** The runs whose source's text was not cut off before a line end. */
interface WholeReadingsTable {
  run_id: number;
}

export interface ImportRejectionsTable {
  run_id: number;
  row_number: number;
  external_id: string | null;
  reason: string;
  detail: string;
}

interface SourceValidatorsTable {
  source_id: string;
  url: string;
  etag: string | null;
  last_modified: string | null;
  mapping_version: string;
  /** When the document would be mapped differently although it did not change. */
  valid_until: Timestamp | null;
}

/** The tables that only `sources` writes. */
export interface SourcesTables {
  sources: SourcesTable;
  import_runs: ImportRunsTable;
  whole_readings: WholeReadingsTable;
  import_rejections: ImportRejectionsTable;
  source_validators: SourceValidatorsTable;
}

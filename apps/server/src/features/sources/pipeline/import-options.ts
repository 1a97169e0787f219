import type { ClientBase } from 'pg';
import type { SourceGroup } from '@izgodno/contract/deals/vocabulary';
import type { Connector } from './connector.ts';
import type { ImportLimits } from './import-limits.ts';
import type { RejectionReport } from './rejection-report.ts';

export type ImportProgress =
  | { readonly phase: 'read'; readonly rows: number; readonly fraction: number | null }
  | { readonly phase: 'apply'; readonly rows: number; readonly fraction: number };

export interface ImportOptions {
  /** A connection for this import only, because it holds the source's lock and the staging area. */
  readonly client: ClientBase;
  readonly connector: Connector;
  /** Overrides the source's own id. */
  readonly sourceId?: string | undefined;
  /** Used if the source is new. */
  readonly group: SourceGroup;
  /** Whether the source's deals pay us a commission; unchanged if not given. */
  readonly commission?: boolean | undefined;
  readonly allowShrink: boolean;
  /** The connector resumes from the cursor of an interrupted reading. */
  readonly resumed?: boolean;
  readonly limits: ImportLimits;
  readonly createReport: (sourceId: string, runId: number) => RejectionReport;
  readonly onProgress: (progress: ImportProgress) => void;
  readonly signal: AbortSignal;
}

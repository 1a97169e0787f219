import type { ClientBase } from 'pg';
import type { SourceGroup } from '@izgodno/contract/deals/vocabulary';
import type { Connector } from './connector.ts';
import type { ImportLimits } from './import-limits.ts';
import type { RejectionReport } from './rejection-report.ts';

export type ImportProgress =
  | { readonly phase: 'read'; readonly rows: number; readonly fraction: number | null }
  | { readonly phase: 'apply'; readonly rows: number; readonly fraction: number };

export interface ImportOptions {
  /** A connection of the import's own: it holds the source's lock and the staging area. */
  readonly client: ClientBase;
  readonly connector: Connector;
  /** Overrides the id that the source gives itself. */
  readonly sourceId?: string | undefined;
  /** Taken when the import meets the source for the first time. */
  readonly group: SourceGroup;
  /** Whether the source's deals pay us a commission; what is known is kept where it is not given. */
  readonly commission?: boolean | undefined;
  readonly allowShrink: boolean;
  /** The connector was given a cursor: an earlier reading broke off. */
  readonly resumed?: boolean;
  readonly limits: ImportLimits;
  readonly createReport: (sourceId: string, runId: number) => RejectionReport;
  readonly onProgress: (progress: ImportProgress) => void;
  readonly signal: AbortSignal;
}

import type { ReportReason } from '@izgodno/contract/moderation/calls';
import type { Timestamp } from './columns.ts';

interface ExpiredVotesTable {
  deal_id: number;
  user_id: string;
  network: Buffer;
  created_at: Timestamp;
}

interface ExpiredByMembersTable {
  deal_id: number;
}

interface DealReportsTable {
  id: string;
  deal_id: number;
  reporter_id: string;
  reason: ReportReason;
  note: string;
  created_at: Timestamp;
  resolved_at: Timestamp | null;
}

/** The tables that only `moderation` writes. */
export interface ModerationTables {
  expired_marks: ExpiredVotesTable;
  expired_by_members: ExpiredByMembersTable;
  deal_reports: DealReportsTable;
}

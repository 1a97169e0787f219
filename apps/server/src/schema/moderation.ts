import type { AppealOutcome } from '@izgodno/contract/moderation/appeal-calls';
import type { ReportReason } from '@izgodno/contract/moderation/calls';
import type { MemberReportReason } from '@izgodno/contract/moderation/member-report-calls';
import type { Timestamp } from './columns.ts';

interface ExpiredVotesTable {
  deal_id: number;
  user_id: string;
  network: Buffer;
  created_at: Timestamp;
}

/** A trigger deletes rows of deals that are active or sold again. */
interface ExpiredByMembersTable {
  deal_id: number;
}

/** A trigger deletes rows of deals that are active or sold again. */
interface ExpiredByDecisionsTable {
  deal_id: number;
  decision_id: string;
}

interface DealReportsTable {
  id: string;
  deal_id: number;
  /** Null once the account of the reporter is deleted. */
  reporter_id: string | null;
  reason: ReportReason;
  note: string;
  created_at: Timestamp;
  resolved_at: Timestamp | null;
}

interface MemberReportsTable {
  id: string;
  user_id: string;
  rating_id: string | null;
  subject_id: string;
  /** Null once the account of the reporter is deleted. */
  reporter_id: string | null;
  reason: MemberReportReason;
  note: string;
  created_at: Timestamp;
  resolved_at: Timestamp | null;
}

interface AppealsTable {
  id: string;
  decision_id: string;
  user_id: string;
  text: string;
  created_at: Timestamp;
  decided_at: Timestamp | null;
  outcome: AppealOutcome | null;
  answer: string | null;
}

/** The tables that only `moderation` writes. */
export interface ModerationTables {
  expired_marks: ExpiredVotesTable;
  expired_by_members: ExpiredByMembersTable;
  expired_by_decisions: ExpiredByDecisionsTable;
  deal_reports: DealReportsTable;
  appeals: AppealsTable;
  member_reports: MemberReportsTable;
}

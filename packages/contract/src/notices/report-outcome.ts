import type { NoticeContent, ReportedSubject } from './notice.ts';

export type ModerationDecision = Extract<NoticeContent, { kind: 'moderation_decision' }>;

/** What became of a report, and what it was about. */
export interface ReportOutcome {
  readonly subject: ReportedSubject;
  readonly outcome:
    | 'report_upheld'
    | 'report_dismissed'
    | 'report_obsolete'
    | 'report_account_deleted';
}

/** What became of a report of something that is known; null for other decisions. */
export const reportOutcome = ({ decided, subject }: ModerationDecision): ReportOutcome | null => {
  if (subject === undefined) return null;
  switch (decided) {
    case 'report_upheld':
    case 'report_dismissed':
      return { subject, outcome: decided };
    case 'report_obsolete':
      return { subject, outcome: subject.kind === 'member' ? 'report_account_deleted' : decided };
    default:
      return null;
  }
};

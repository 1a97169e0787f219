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

/** What became of an appeal, and what the appealed decision was about. */
export interface DecidedAppeal {
  readonly subject: ReportedSubject & { readonly kind: AppealedKind };
  readonly outcome: 'appeal_upheld' | 'appeal_reversed';
}

export const appealedKinds = ['deal', 'message', 'comment', 'rating'] as const;
export type AppealedKind = (typeof appealedKinds)[number];

/** Null for other decisions, and for appeals about something that is not known. */
export const decidedAppeal = ({ decided, subject }: ModerationDecision): DecidedAppeal | null => {
  const kind = appealedKinds.find((one) => one === subject?.kind);
  if (kind === undefined) return null;
  return decided === 'appeal_upheld' || decided === 'appeal_reversed'
    ? { subject: { ...subject, kind }, outcome: decided }
    : null;
};

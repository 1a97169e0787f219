import type { ReportedSubject } from '@izgodno/contract/notices/notice';
import type { NoticeDraft } from './notice-publisher.ts';

interface ClosedReports {
  /** Those of several reports may repeat; null for deleted accounts. */
  readonly reporterIds: readonly (string | null)[];
  /** What they reported. */
  readonly subject: ReportedSubject;
  /** Identifies the decision; of one decision a user gets one notice. */
  readonly decision: string;
  /**
   * `upheld` if what was reported is removed or ended by moderators, `obsolete` if it was deleted
   * otherwise, also with an account.
   */
  readonly outcome: 'upheld' | 'dismissed' | 'obsolete';
}

/** Notices to those whose reports are closed. The reason is for the owner only. */
export const noticesOfReports = ({
  reporterIds,
  subject,
  decision,
  outcome,
}: ClosedReports): readonly NoticeDraft[] => {
  const decided = `report_${outcome}` as const;
  const about = { kind: 'moderation_decision', decided, reason: '', subject } as const;
  return [...new Set(reporterIds)].flatMap((userId) =>
    userId === null ? [] : { userId, occasion: `${decided}:${decision}`, about },
  );
};

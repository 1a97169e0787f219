import type { NoticeDraft } from './notice-publisher.ts';

interface DecidedReports {
  /** Those of several reports may repeat. */
  readonly reporterIds: readonly string[];
  /** Identifies the decision. */
  readonly decision: string;
  /** Whether what was reported is removed or ended. */
  readonly isUpheld: boolean;
}

/** Notices to those who reported what was decided on. The reason is for its owner only. */
export const noticesOfReports = ({
  reporterIds,
  decision,
  isUpheld,
}: DecidedReports): readonly NoticeDraft[] => {
  const decided = isUpheld ? 'report_upheld' : 'report_dismissed';
  const about = { kind: 'moderation_decision', decided, reason: '' } as const;
  return [...new Set(reporterIds)].map((userId) => ({
    userId,
    occasion: `${decided}:${decision}`,
    about,
  }));
};

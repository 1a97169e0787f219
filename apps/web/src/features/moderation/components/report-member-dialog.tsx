import {
  memberReportReasons,
  reportRating,
  reportUser,
} from '@izgodno/contract/moderation/member-report-calls';
import { REPORT_NOTE_LENGTH } from '@izgodno/contract/moderation/calls';
import { api } from '#core/api/api.ts';
import { useLanguage } from '#core/language/language.ts';
import { ReportForm } from './report-form.tsx';

export interface ReportMemberDialogProps {
  /** A member, or a rating that they gave. */
  readonly about: { readonly userId: string } | { readonly ratingId: string };
  readonly onClose: () => void;
}

/** Reports a member or a rating to the moderators. */
export const ReportMemberDialog = ({ about, onClose }: ReportMemberDialogProps) => {
  const { t } = useLanguage();
  return (
    <ReportForm
      open
      onClose={onClose}
      reasons={memberReportReasons.map((value) => ({
        value,
        text: t(`moderation.messageReason.${value}`),
      }))}
      noteLength={REPORT_NOTE_LENGTH.maximum}
      texts={{
        title: t('userId' in about ? 'moderation.reportMember' : 'moderation.reportRating'),
        reason: t('report.reason'),
        choose: t('report.choose'),
        note: t('report.note'),
        send: t('report.send'),
        cancel: t('report.cancel'),
        sent: t('report.sent'),
        removed: t('moderation.reportRemoved'),
      }}
      send={(reason, note) => {
        const body = { reason, note };
        return 'userId' in about
          ? api.call(reportUser, { params: about, body })
          : api.call(reportRating, { params: { id: about.ratingId }, body });
      }}
    />
  );
};

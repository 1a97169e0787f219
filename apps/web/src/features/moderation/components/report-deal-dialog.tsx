import { reportDeal, reportReasons, REPORT_NOTE_LENGTH } from '@izgodno/contract/moderation/calls';
import { api } from '#core/api/api.ts';
import { useLanguage } from '#core/language/language.ts';
import { ReportForm } from './report-form.tsx';

interface ReportDealDialogProps {
  readonly dealId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Reports a deal to the moderators. */
export const ReportDealDialog = ({ dealId, open, onClose }: ReportDealDialogProps) => {
  const { t } = useLanguage();
  return (
    <ReportForm
      open={open}
      onClose={onClose}
      reasons={reportReasons.map((value) => ({ value, text: t(`report.reason.${value}`) }))}
      noteLength={REPORT_NOTE_LENGTH.maximum}
      texts={{
        title: t('report.title'),
        reason: t('report.reason'),
        choose: t('report.choose'),
        note: t('report.note'),
        send: t('report.send'),
        cancel: t('report.cancel'),
        sent: t('report.sent'),
        removed: t('moderation.reportRemoved'),
      }}
      send={(reason, note) =>
        api.call(reportDeal, { params: { id: dealId }, body: { reason, note } })
      }
    />
  );
};

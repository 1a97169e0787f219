import {
  reportDeal,
  reportReasons,
  REPORT_NOTE_LENGTH,
} from '@izgodno/contract/deals/judging-calls';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { showToast } from '#shared/ui/toast.ts';
import styles from './report-dialog.module.css';

interface ReportDialogProps {
  readonly dealId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Tells the moderators what is wrong with a deal. */
export const ReportDialog = ({ dealId, open, onClose }: ReportDialogProps) => {
  const { t } = useLanguage();
  const name = useId();
  const [reason, setReason] = useState<(typeof reportReasons)[number]>('scam');
  const [note, setNote] = useState('');
  const report = useMutation({
    mutationFn: () => api.call(reportDeal, { params: { id: dealId }, body: { reason, note } }),
    onSuccess: () => {
      showToast(t('report.sent'), 'success');
      onClose();
    },
  });
  return (
    <Dialog
      open={open}
      title={t('report.title')}
      onClose={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('report.cancel')}
          </Button>
          <Button tone="primary" disabled={report.isPending} onClick={() => report.mutate()}>
            {t('report.send')}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        {report.isError && <p role="alert">{t(actionErrorText(report.error))}</p>}
        <fieldset className={styles['reasons']}>
          <legend>{t('report.reason')}</legend>
          {reportReasons.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name={name}
                checked={one === reason}
                onChange={() => setReason(one)}
              />
              {t(`report.reason.${one}`)}
            </label>
          ))}
        </fieldset>
        <label className={styles['note']}>
          {t('report.note')}
          <textarea
            rows={3}
            maxLength={REPORT_NOTE_LENGTH.maximum}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </label>
      </div>
    </Dialog>
  );
};

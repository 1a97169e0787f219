import type { Message } from '@izgodno/contract/chat/message';
import {
  reportMessage,
  reportReasons,
  type ReportReason,
} from '@izgodno/contract/chat/moderation-calls';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { showToast } from '#shared/ui/toast.ts';
import styles from './dialogs.module.css';

/** The contract's bound of what is told beside the reason. */
const MAX_NOTE_LENGTH = 500;

/** Tells the moderators what is wrong with a message. */
export const ReportDialog = ({ message, onClose }: { message: Message; onClose: () => void }) => {
  const { t } = useLanguage();
  const name = useId();
  const [reason, setReason] = useState<ReportReason>('spam');
  const [note, setNote] = useState('');
  const report = useMutation({
    mutationFn: () =>
      api.call(reportMessage, { params: { id: message.id }, body: { reason, note } }),
    onSuccess: () => {
      showToast(t('chat.reported'), 'success');
      onClose();
    },
  });
  return (
    <Dialog
      open
      title={t('chat.reportTitle')}
      onClose={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('chat.cancel')}
          </Button>
          <Button tone="primary" disabled={report.isPending} onClick={() => report.mutate()}>
            {t('chat.sendReport')}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        {report.isError && <p role="alert">{t(actionErrorText(report.error))}</p>}
        <fieldset className={styles['choices']}>
          <legend>{t('chat.reportReason')}</legend>
          {reportReasons.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name={name}
                checked={one === reason}
                onChange={() => setReason(one)}
              />
              {t(`chat.reportReason.${one}`)}
            </label>
          ))}
        </fieldset>
        <label className={styles['field']}>
          {t('chat.reportNote')}
          <textarea
            rows={3}
            maxLength={MAX_NOTE_LENGTH}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </label>
      </div>
    </Dialog>
  );
};

import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { showToast } from '#shared/ui/toast.ts';
import styles from './report-form.module.css';

export interface ReportFormProps<Reason extends string> {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The possible reasons and their texts, likeliest first. */
  readonly reasons: readonly { readonly value: Reason; readonly text: string }[];
  /** Maximum length of the note, in characters. */
  readonly noteLength: number;
  readonly texts: Readonly<
    Record<'title' | 'reason' | 'note' | 'send' | 'cancel' | 'sent', string>
  >;
  /** Throws `ApiError`; the dialog then stays open and shows the error. */
  readonly send: (reason: Reason, note: string) => Promise<unknown>;
}

/** A form that reports something to the moderators. */
export const ReportForm = <Reason extends string>({
  open,
  onClose,
  reasons,
  noteLength,
  texts,
  send,
}: ReportFormProps<Reason>) => {
  const { t } = useLanguage();
  const name = useId();
  const [chosen, setChosen] = useState<Reason>();
  const [note, setNote] = useState('');
  const reason = chosen ?? reasons[0]?.value;
  const report = useMutation({
    mutationFn: async () => {
      if (reason !== undefined) await send(reason, note);
    },
    onSuccess: () => {
      showToast(texts.sent, 'success');
      onClose();
    },
  });
  return (
    <Dialog
      open={open}
      title={texts.title}
      onClose={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button tone="primary" disabled={report.isPending} onClick={() => report.mutate()}>
            {texts.send}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        {report.isError && <p role="alert">{t(actionErrorText(report.error))}</p>}
        <fieldset className={styles['reasons']}>
          <legend>{texts.reason}</legend>
          {reasons.map(({ value, text }) => (
            <label key={value}>
              <input
                type="radio"
                name={name}
                checked={value === reason}
                onChange={() => setChosen(value)}
              />
              {text}
            </label>
          ))}
        </fieldset>
        <label className={styles['note']}>
          {texts.note}
          <textarea
            rows={3}
            readOnly={report.isPending}
            maxLength={noteLength}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </label>
      </div>
    </Dialog>
  );
};

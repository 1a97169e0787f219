import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { isNotFound } from '#core/api/is-not-found.ts';
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
    Record<'title' | 'reason' | 'choose' | 'note' | 'send' | 'cancel' | 'sent' | 'removed', string>
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
  // None at first: a report made in haste would accuse of the first one.
  const [reason, setReason] = useState<Reason>();
  const [isMissing, setMissing] = useState(false);
  const [note, setNote] = useState('');
  const firstReason = useRef<HTMLInputElement>(null);
  const report = useMutation({
    mutationFn: (chosen: Reason) => send(chosen, note),
    onSuccess: () => {
      showToast(texts.sent, 'success');
      // The form stays mounted, and a further report begins empty.
      setReason(undefined);
      setNote('');
      onClose();
    },
  });
  const submit = (): void => {
    if (report.isPending) return;
    setMissing(reason === undefined);
    if (reason !== undefined) return report.mutate(reason);
    firstReason.current?.focus();
  };
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
          <Button tone="primary" disabled={report.isPending} onClick={submit}>
            {texts.send}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        {report.isError && (
          <p role="alert">
            {isNotFound(report.error) ? texts.removed : t(actionErrorText(report.error))}
          </p>
        )}
        <fieldset className={styles['reasons']}>
          <legend>{texts.reason}</legend>
          {isMissing && reason === undefined && <p role="alert">{texts.choose}</p>}
          {reasons.map(({ value, text }, rank) => (
            <label key={value}>
              <input
                ref={rank === 0 ? firstReason : undefined}
                type="radio"
                name={name}
                checked={value === reason}
                onChange={() => setReason(value)}
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

import { MODERATION_REASON_LENGTH } from '@izgodno/contract/audit/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureText } from '#core/failure-text.tsx';
import { useLanguage } from '#core/language/language.ts';
import { CheckField } from '#shared/ui/check-field.tsx';
import { Field } from '#shared/ui/field.tsx';
import { FormDialog } from '#shared/ui/form-dialog.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { acts, administrationKey, type ActName } from './calls.ts';
import styles from './administration.module.css';

interface ActDialogProps {
  readonly act: ActName;
  readonly user: { readonly id: string; readonly name: string };
  /** Called after the act. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** The beginning of a local day, such as `2027-01-31`; null for none. */
const startOf = (day: string): string | null =>
  day === '' ? null : new Date(`${day}T00:00`).toISOString();

/** The next local day, as a date input writes it. */
const tomorrow = (): string => {
  const day = new Date();
  day.setDate(day.getDate() + 1);
  return new Date(day.getTime() - day.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

/** Asks what an act of an administrator needs, which the audit trail keeps. */
export const ActDialog = ({ act, user, onDone, onClose }: ActDialogProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const [reason, setReason] = useState(act === 'signOut' ? '' : t('administration.spam'));
  const [day, setDay] = useState('');
  const [removeContent, setRemoveContent] = useState(false);
  const [asked, setAsked] = useState(false);
  const isShort = reason.trim().length < MODERATION_REASON_LENGTH.minimum;
  const isPast = day !== '' && day < tomorrow();
  const acting = useMutation({
    mutationFn: () => acts[act](user.id, { reason, until: startOf(day), removeContent }),
    onSuccess: () => {
      showToast(t('administration.done'), 'success');
      void queries.invalidateQueries({ queryKey: administrationKey });
      void queries.invalidateQueries({ queryKey: ['moderation'] });
    },
  });
  return (
    <FormDialog
      title={t(`administration.acts.${act}`)}
      className={styles['form']}
      cancelText={t('administration.cancel')}
      submitText={t(`administration.acts.${act}`)}
      submitTone="danger"
      disabled={acting.isPending}
      onSubmit={() => {
        setAsked(true);
        if (isShort || isPast) return;
        // Runs only if the dialog has not been closed meanwhile.
        acting.mutate(undefined, {
          onSuccess: () => {
            onClose();
            onDone();
          },
        });
      }}
      onClose={onClose}
    >
      <p>{t(`administration.actText.${act}`, { name: user.name })}</p>
      <Field
        label={t('administration.reason')}
        hint={t(act === 'suspend' ? 'administration.reasonShown' : 'administration.reasonTrail')}
        error={
          asked && isShort
            ? t('administration.error.reason', { ...MODERATION_REASON_LENGTH })
            : undefined
        }
        renderControl={(attributes) => (
          <textarea
            {...attributes}
            className={`${attributes.className} ${styles['reason']}`}
            rows={2}
            maxLength={MODERATION_REASON_LENGTH.maximum}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      />
      {act === 'suspend' && (
        <>
          <TextField
            type="date"
            label={t('administration.until')}
            hint={t('administration.untilHint')}
            min={tomorrow()}
            value={day}
            error={asked && isPast ? t('administration.error.until') : undefined}
            onChange={({ target }) => setDay(target.value)}
          />
          <CheckField checked={removeContent} onChange={setRemoveContent}>
            <span>{t('administration.removeContent')}</span>
          </CheckField>
        </>
      )}
      {acting.isError && (
        <p role="alert" className={styles['failure']}>
          <FailureText error={acting.error} isAction />
        </p>
      )}
    </FormDialog>
  );
};

import { MODERATION_REASON_LENGTH } from '@izgodno/contract/audit/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isNotFound } from '#core/api/is-not-found.ts';
import { FailureText } from '#core/failure-text.tsx';
import { useLanguage } from '#core/language/language.ts';
import { Field } from '#shared/ui/field.tsx';
import { FormDialog } from '#shared/ui/form-dialog.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { moderationKey } from '../calls.ts';
import styles from './moderation.module.css';

interface ReasonDialogProps {
  readonly title: string;
  /** The name of the affected user or thing. */
  readonly subject: string;
  /** Names the readers of the reason. */
  readonly hint: string;
  readonly tone: 'primary' | 'danger';
  /** Whether the action is a decision taken once, so that a 404 means another moderator took it. */
  readonly isDecision?: boolean;
  readonly act: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the reason of a moderator's or administrator's action, which the audit trail keeps. */
export const ReasonDialog = ({
  title,
  subject,
  hint,
  tone,
  isDecision = false,
  act,
  onClose,
}: ReasonDialogProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const isShort = reason.trim().length < MODERATION_REASON_LENGTH.minimum;
  const [asked, setAsked] = useState(false);
  const acting = useMutation({
    mutationFn: act,
    onSuccess: () => {
      showToast(t('moderation.done'), 'success');
      onClose();
    },
    onError: (error) => {
      if (!isDecision || !isNotFound(error)) return;
      showToast(t('moderation.alreadyDecided'), 'info');
      onClose();
    },
    // Also after a failure, because another moderator may have decided.
    onSettled: () => void queries.invalidateQueries({ queryKey: moderationKey }),
  });
  return (
    <FormDialog
      title={title}
      className={styles['form']}
      cancelText={t('moderation.cancel')}
      submitText={t('moderation.confirm')}
      submitTone={tone}
      disabled={acting.isPending}
      onSubmit={() => {
        setAsked(true);
        if (!isShort) acting.mutate(reason);
      }}
      onClose={onClose}
    >
      <p>{subject}</p>
      <Field
        label={t('moderation.why')}
        hint={hint}
        error={
          asked && isShort
            ? t('moderation.error.reason', { ...MODERATION_REASON_LENGTH })
            : undefined
        }
        renderControl={(attributes) => (
          <textarea
            {...attributes}
            className={`${attributes.className} ${styles['reason']}`}
            rows={3}
            readOnly={acting.isPending}
            maxLength={MODERATION_REASON_LENGTH.maximum}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      />
      {acting.isError && (
        <p role="alert" className={styles['failure']}>
          <FailureText error={acting.error} isAction />
        </p>
      )}
    </FormDialog>
  );
};

import type { Deal } from '@izgodno/contract/deals/deal';
import {
  MODERATION_REASON_LENGTH,
  type ModerationAction,
} from '@izgodno/contract/deals/judging-calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Field } from '#shared/ui/field.tsx';
import { FormDialog } from '#shared/ui/form-dialog.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { judgeDeal, moderationKey } from '../api.ts';
import styles from './moderation.module.css';

interface VerdictDialogProps {
  readonly deal: Deal;
  readonly action: ModerationAction;
  readonly onClose: () => void;
}

/** Asks why a deal is judged so: the trail keeps it, and the owner of a removed deal reads it. */
export const VerdictDialog = ({ deal, action, onClose }: VerdictDialogProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const isShort = reason.trim().length < MODERATION_REASON_LENGTH.minimum;
  const [asked, setAsked] = useState(false);
  const judging = useMutation({
    mutationFn: () => judgeDeal(deal.id, action, reason),
    onSuccess: () => {
      showToast(t('moderation.done'), 'success');
      onClose();
      void queries.invalidateQueries({ queryKey: moderationKey });
    },
  });
  return (
    <FormDialog
      title={t(`moderation.action.${action}`)}
      className={styles['form']}
      cancelText={t('moderation.cancel')}
      submitText={t('moderation.confirm')}
      submitTone={action === 'remove' ? 'danger' : 'primary'}
      disabled={judging.isPending}
      onSubmit={() => {
        setAsked(true);
        if (!isShort) judging.mutate();
      }}
      onClose={onClose}
    >
      <p>{deal.title}</p>
      <Field
        label={t('moderation.why')}
        hint={t('moderation.whyHint')}
        fault={
          asked && isShort
            ? t('moderation.fault.reason', { ...MODERATION_REASON_LENGTH })
            : undefined
        }
        renderControl={(attributes) => (
          <textarea
            {...attributes}
            className={`${attributes.className} ${styles['reason']}`}
            rows={3}
            maxLength={MODERATION_REASON_LENGTH.maximum}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      />
      {judging.isError && (
        <p role="alert" className={styles['failure']}>
          {t(actionErrorText(judging.error))}
        </p>
      )}
    </FormDialog>
  );
};

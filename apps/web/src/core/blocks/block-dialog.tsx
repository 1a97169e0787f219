import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { setBlocked } from './blocks.ts';

export interface BlockDialogProps {
  readonly user: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** Asks for confirmation before a user is blocked, and explains the consequences. */
export const BlockDialog = ({ user, onClose }: BlockDialogProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const blocking = useMutation({
    mutationFn: () => setBlocked(queries, user, true),
    onSuccess: () => {
      onClose();
      showToast(t('blocks.blocked', { name: user.name }), 'success');
    },
  });
  return (
    <Dialog
      open
      title={t('blocks.ask', { name: user.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('blocks.cancel')}</Button>
          <Button tone="danger" disabled={blocking.isPending} onClick={() => blocking.mutate()}>
            {t('blocks.do')}
          </Button>
        </>
      }
    >
      <p>{t('blocks.text')}</p>
      {blocking.isError && <p role="alert">{t(errorText(blocking.error))}</p>}
    </Dialog>
  );
};

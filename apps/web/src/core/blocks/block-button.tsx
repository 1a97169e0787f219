import { useQueryClient, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, showFailure } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button, type ButtonTone } from '#shared/ui/button.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { setBlocked, useBlocked } from './blocks.ts';

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

export interface BlockButtonProps {
  readonly user: { readonly id: string; readonly name: string };
  readonly tone?: ButtonTone;
}

/** Returns a function that unblocks a user and shows a confirmation. */
export const useUnblock = () => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  return (user: BlockButtonProps['user']): void => {
    setBlocked(queries, user, false)
      .then(() => showToast(t('blocks.unblocked', { name: user.name }), 'success'))
      .catch(showFailure);
  };
};

/** Blocks a user after confirmation, or unblocks them. */
export const BlockButton = ({ user, tone = 'secondary' }: BlockButtonProps) => {
  const { t } = useLanguage();
  const unblock = useUnblock();
  const isBlocked = useBlocked().has(user.id);
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button tone={tone} onClick={() => (isBlocked ? unblock(user) : setIsAsked(true))}>
        {t(isBlocked ? 'blocks.unblock' : 'blocks.block', { name: user.name })}
      </Button>
      {isAsked && <BlockDialog user={user} onClose={() => setIsAsked(false)} />}
    </>
  );
};

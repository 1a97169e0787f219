import type { Message } from '@izgodno/contract/chat/message';
import { useMutation } from '@tanstack/react-query';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { deleteMessage } from './message-actions.ts';

/** Asks for confirmation before a message is deleted, because that cannot be undone. */
export const DeleteDialog = ({ message, onClose }: { message: Message; onClose: () => void }) => {
  const { t } = useLanguage();
  const removal = useMutation({ mutationFn: () => deleteMessage(message.id), onSuccess: onClose });
  return (
    <Dialog
      open
      title={t('chat.deleteTitle')}
      onClose={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('chat.cancel')}
          </Button>
          <Button tone="danger" disabled={removal.isPending} onClick={() => removal.mutate()}>
            {t('chat.delete')}
          </Button>
        </>
      }
    >
      {removal.isError && <p role="alert">{t(actionErrorText(removal.error))}</p>}
      <p>{t('chat.deleteText')}</p>
    </Dialog>
  );
};

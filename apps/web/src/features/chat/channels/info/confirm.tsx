import type { ReactNode } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';

interface ConfirmProps {
  readonly title: string;
  /** The label of the confirm button. */
  readonly action: string;
  readonly busy: boolean;
  readonly tone?: 'primary' | 'danger';
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A confirmation dialog. */
export const Confirm = (props: ConfirmProps) => {
  const { title, action, busy, tone = 'danger', onConfirm, onClose, children } = props;
  const { t } = useLanguage();
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('channelModeration.cancel')}</Button>
          <Button tone={tone} disabled={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
};

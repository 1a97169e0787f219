import { copyText } from '../copy-text.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './secret-dialog.module.css';

interface SecretDialogProps {
  readonly secret: string;
  readonly texts: Readonly<
    Record<'title' | 'text' | 'copy' | 'copied' | 'notCopied' | 'stored', string>
  >;
  readonly onClose: () => void;
}

/** Shows a new secret, once. Escape does not close the dialog; the user must press a button. */
export const SecretDialog = ({ secret, texts, onClose }: SecretDialogProps) => (
  <Dialog
    open
    title={texts.title}
    actions={
      <>
        <Button onClick={() => void copyText(secret, texts)}>{texts.copy}</Button>
        <Button tone="primary" onClick={onClose}>
          {texts.stored}
        </Button>
      </>
    }
  >
    <p>{texts.text}</p>
    <p className={styles['secret']}>
      <code>{secret}</code>
    </p>
  </Dialog>
);

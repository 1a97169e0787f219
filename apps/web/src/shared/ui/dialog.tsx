import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Called when Escape is pressed. Absent: the user must press one of the dialog's buttons. */
  readonly onClose?: (() => void) | undefined;
  readonly children: ReactNode;
  /** The buttons in the footer. */
  readonly actions: ReactNode;
}

/** A modal dialog. The browser traps the focus in it and returns it afterwards. */
export const Dialog = ({ open, title, onClose, children, actions }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Closes the dialog while it is still in the document, because a dialog that is removed while
  // open does not return the focus.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!open) return undefined;
    dialog?.showModal();
    return () => dialog?.close();
  }, [open]);

  return (
    <dialog
      ref={element}
      className={styles['dialog']}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id={titleId} className={styles['title']}>
        {title}
      </h2>
      <div className={styles['body']}>{children}</div>
      <div className={styles['actions']}>{actions}</div>
    </dialog>
  );
};

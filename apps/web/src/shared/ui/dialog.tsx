import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Called when Escape is pressed. Absent: the dialog must be answered by one of its buttons. */
  readonly onClose?: (() => void) | undefined;
  readonly children: ReactNode;
  /** The buttons at the foot. */
  readonly actions: ReactNode;
}

/** A modal question. The browser traps the focus in it and gives it back afterwards. */
export const Dialog = ({ open, title, onClose, children, actions }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Closed while it is still part of the page: a dialog that is removed open keeps the focus from what had it.
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

import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly open: boolean;
  /** False: lies above the page, which stays usable, and leaves the focus where it is. */
  readonly modal?: boolean;
  readonly title: string;
  /** Called when Escape is pressed. Absent: the user must press one of the dialog's buttons. */
  readonly onClose?: (() => void) | undefined;
  readonly children: ReactNode;
  /** The buttons in the footer. */
  readonly actions: ReactNode;
}

/** A dialog. A modal one has the focus, which the browser returns afterwards. */
export const Dialog = ({ open, modal = true, title, onClose, children, actions }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Closes the dialog while it is still in the document, because a dialog that is removed while
  // open does not return the focus.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!open) return undefined;
    // `show()` would take the focus too.
    if (modal) dialog?.showModal();
    else dialog?.toggleAttribute('open', true);
    return () => dialog?.close();
  }, [open, modal]);

  return (
    <dialog
      ref={element}
      className={styles['dialog']}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={({ currentTarget: dialog }) => {
        // Chromium closes a modal dialog at a second Escape, whatever becomes of `cancel`.
        if (open && modal && dialog.isConnected && !dialog.open) dialog.showModal();
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

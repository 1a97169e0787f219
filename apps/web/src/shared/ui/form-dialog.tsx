import { useId, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly className?: string | undefined;
  readonly cancelText: string;
  readonly submitText: string;
  readonly submitTone?: 'primary' | 'danger';
  /** Whether sending is impossible in the current state. */
  readonly disabled: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog with a form; Enter in any field submits it. */
export const FormDialog = ({
  title,
  className,
  cancelText,
  submitText,
  submitTone = 'primary',
  disabled,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) => {
  const form = useId();
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {cancelText}
          </Button>
          <Button tone={submitTone} type="submit" form={form} disabled={disabled}>
            {submitText}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={className}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
};

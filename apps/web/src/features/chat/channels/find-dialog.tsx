import { useState, type ReactNode } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import styles from './dialogs.module.css';

/** Delay after typing until the server is called, in milliseconds. */
const PAUSE_MS = 200;

interface FindDialogProps {
  readonly title: string;
  readonly label: string;
  readonly closeText: string;
  /** Why the choice failed; null if it did not. */
  readonly error: Error | null;
  readonly onClose: () => void;
  /** Renders the results for a text, which is trimmed and may be empty. */
  readonly renderFound: (wanted: string) => ReactNode;
}

/** A dialog to find something by name and choose it. */
export const FindDialog = (props: FindDialogProps) => {
  const { title, label, closeText, error, onClose, renderFound } = props;
  const { t } = useLanguage();
  const [typed, setTyped] = useState('');
  const wanted = useDebounced(typed.trim(), PAUSE_MS);
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <Button tone="quiet" onClick={onClose}>
          {closeText}
        </Button>
      }
    >
      <div className={styles['form']}>
        <TextField
          label={label}
          type="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {error !== null && <p role="alert">{t(actionErrorText(error))}</p>}
        {renderFound(wanted)}
      </div>
    </Dialog>
  );
};

import { useState, type ReactNode } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import styles from './dialogs.module.css';

/** How long typing rests before the server is asked, in milliseconds. */
const PAUSE_MS = 200;

interface FindDialogProps {
  readonly title: string;
  readonly label: string;
  readonly closeText: string;
  /** Why what was chosen could not be done; null where it could. */
  readonly error: Error | null;
  readonly onClose: () => void;
  /** Draws what is found by a text, which is trimmed, and may be empty. */
  readonly renderFound: (wanted: string) => ReactNode;
}

/** Finds something by its name, to choose it. */
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

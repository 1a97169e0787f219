import { SAVED_SEARCH_NAME_LENGTH } from '@izgodno/contract/saved-searches/calls';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { FormDialog } from '#shared/ui/form-dialog.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { savingError } from '../saving-error.ts';
import styles from './save-search.module.css';

interface NameDialogProps {
  readonly title: string;
  /** The initial name. */
  readonly name: string;
  /**
   * Saves the search under the name. Throws `ApiError`; the dialog then stays open and shows the
   * error.
   */
  readonly send: (name: string) => Promise<void>;
  readonly onClose: () => void;
  /** Shown below the name. */
  readonly children?: ReactNode;
}

/** Asks for the name of a saved search. */
export const NameDialog = ({ title, name, send, onClose, children }: NameDialogProps) => {
  const { t } = useLanguage();
  const [typed, setTyped] = useState(name);
  const sending = useMutation({ mutationFn: () => send(typed), onSuccess: onClose });
  return (
    <FormDialog
      title={title}
      className={styles['form']}
      cancelText={t('searches.cancel')}
      submitText={t('searches.confirm')}
      disabled={sending.isPending || typed.trim() === ''}
      onSubmit={() => sending.mutate()}
      onClose={onClose}
    >
      <TextField
        label={t('searches.name')}
        value={typed}
        required
        readOnly={sending.isPending}
        maxLength={SAVED_SEARCH_NAME_LENGTH.maximum}
        onChange={({ target }) => setTyped(target.value)}
      />
      {children}
      {sending.isError && (
        <p role="alert" className={styles['failure']}>
          {t(savingError(sending.error))}
        </p>
      )}
    </FormDialog>
  );
};

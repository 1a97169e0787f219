import { SAVED_SEARCH_NAME_LENGTH } from '@izgodno/contract/saved-searches/calls';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { savingFault } from '../faults.ts';
import styles from './save-search.module.css';

interface NameDialogProps {
  readonly title: string;
  /** What it begins with. */
  readonly name: string;
  /** Keeps the search under the name. Throws `ApiError`: the dialog stays open then, and says why. */
  readonly send: (name: string) => Promise<void>;
  readonly onClose: () => void;
  /** Stands below the name. */
  readonly children?: ReactNode;
}

/** Asks for the name of a saved search. */
export const NameDialog = ({ title, name, send, onClose, children }: NameDialogProps) => {
  const { t } = useLanguage();
  const form = useId();
  const [typed, setTyped] = useState(name);
  const sending = useMutation({ mutationFn: () => send(typed), onSuccess: onClose });
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('searches.cancel')}
          </Button>
          <Button tone="primary" type="submit" form={form} disabled={sending.isPending}>
            {t('searches.confirm')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          sending.mutate();
        }}
      >
        <TextField
          label={t('searches.name')}
          value={typed}
          required
          maxLength={SAVED_SEARCH_NAME_LENGTH.maximum}
          onChange={({ target }) => setTyped(target.value)}
        />
        {children}
        {sending.isError && (
          <p role="alert" className={styles['failure']}>
            {t(savingFault(sending.error))}
          </p>
        )}
      </form>
    </Dialog>
  );
};

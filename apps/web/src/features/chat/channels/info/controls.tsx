import { type ReactNode, useState, useId } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { showFailure } from '#core/api/error-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import styles from './info.module.css';

interface ChoiceProps<Value extends string> {
  readonly legend: string;
  readonly value: Value;
  readonly options: readonly {
    readonly value: Value;
    readonly text: string;
    readonly hint?: string;
  }[];
  readonly disabled?: boolean;
  readonly onChoose: (value: Value) => void;
}

/** A choice of one among a few visible options. */
export const Choice = <Value extends string>(props: ChoiceProps<Value>) => {
  const { legend, value, options, disabled = false, onChoose } = props;
  const name = useId();
  return (
    <fieldset className={styles['choice']} aria-disabled={disabled}>
      <legend className={styles['legend']}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles['option']}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => disabled || onChoose(option.value)}
          />
          <span>
            {option.text}
            {option.hint !== undefined && <small>{option.hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
};

/** Runs the user's actions one at a time; shows failures. */
export const useAction = () => {
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<void>, onDone?: () => void): void => {
    if (busy) return;
    setBusy(true);
    void work()
      .then(onDone)
      .catch(showFailure)
      .finally(() => setBusy(false));
  };
  return { busy, run };
};

interface ConfirmProps {
  readonly title: string;
  /** The label of the confirm button. */
  readonly action: string;
  /** Runs once the user confirms; throws on failure. */
  readonly work: () => Promise<void>;
  readonly onDone: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks the user to confirm a piece of work, and runs it. */
export const Confirm = (props: ConfirmProps) => {
  const { title, action, work, onDone, onClose, children } = props;
  const { t } = useLanguage();
  const { busy, run } = useAction();
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('channelModeration.cancel')}</Button>
          <Button tone="danger" disabled={busy} onClick={() => run(work, onDone)}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
};

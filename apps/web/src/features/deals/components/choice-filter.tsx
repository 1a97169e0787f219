import { useId } from 'react';
import { useLanguage } from '#core/language/language.ts';
import styles from './choice-filter.module.css';

interface ChoiceFilterProps {
  readonly label: string;
  readonly choices: readonly number[];
  readonly chosen: number | undefined;
  readonly text: (choice: number) => string;
  readonly onChoose: (choice: number | undefined) => void;
}

/** A threshold of which one step holds, or none. */
export const ChoiceFilter = ({ label, choices, chosen, text, onChoose }: ChoiceFilterProps) => {
  const { t } = useLanguage();
  const name = useId();
  // A shared address may hold a step that is not among ours: it is shown as one.
  const steps =
    chosen === undefined || choices.includes(chosen)
      ? choices
      : [...choices, chosen].toSorted((a, b) => a - b);
  return (
    <fieldset className={styles['choices']}>
      <legend className={styles['legend']}>{label}</legend>
      {[undefined, ...steps].map((step) => (
        <label key={step ?? 0} className={styles['choice']}>
          <input
            type="radio"
            name={name}
            checked={step === chosen}
            onChange={() => onChoose(step)}
          />
          {step === undefined ? t('filters.any') : text(step)}
        </label>
      ))}
    </fieldset>
  );
};

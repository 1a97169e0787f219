import { useId } from 'react';
import { useLanguage } from '#core/language/language.ts';
import type { DealSearch } from '#core/deals/deal-search.ts';
import { usePrefetch } from '../use-prefetch.ts';
import { goToDeals } from '../results/use-deal-search.ts';
import styles from './choice-filter.module.css';

interface ChoiceFilterProps {
  readonly label: string;
  readonly choices: readonly number[];
  readonly chosen: number | undefined;
  readonly text: (choice: number) => string;
  /** Returns the search with another choice. */
  readonly searchOf: (choice: number | undefined) => DealSearch;
}

/** A threshold filter with at most one step chosen. */
export const ChoiceFilter = ({ label, choices, chosen, text, searchOf }: ChoiceFilterProps) => {
  const { t } = useLanguage();
  const name = useId();
  const prefetch = usePrefetch();
  // A shared URL may contain another step, which is then shown as well.
  const steps =
    chosen === undefined || choices.includes(chosen)
      ? choices
      : [...choices, chosen].toSorted((a, b) => a - b);
  return (
    <fieldset className={styles['choices']}>
      <legend className="visually-hidden">{label}</legend>
      {[undefined, ...steps].map((step) => (
        <label
          key={step ?? 0}
          className={styles['choice']}
          onPointerDown={() => prefetch(searchOf(step))}
        >
          <input
            type="radio"
            name={name}
            checked={step === chosen}
            onChange={() => goToDeals(searchOf(step))}
          />
          {step === undefined ? t('filters.any') : text(step)}
        </label>
      ))}
    </fieldset>
  );
};

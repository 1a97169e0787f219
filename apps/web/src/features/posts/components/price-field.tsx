import { priceText } from '#core/format/money.ts';
import { secondaryAmountStore } from '#core/format/secondary-amount.ts';
import { useLanguage } from '#core/language/language.ts';
import { useStore } from '#shared/store.ts';
import { TextField } from '#shared/ui/text-field.tsx';
import { readAmount } from '../model/post-values.ts';
import styles from './price-field.module.css';

interface PriceFieldProps {
  readonly name: 'price' | 'originalPrice';
  readonly label: string;
  readonly hint?: string;
  readonly typed: string;
  readonly error: string | undefined;
  readonly onChange: (typed: string) => void;
}

/** An amount in euro, with the same amount in lev beside it. */
export const PriceField = ({ name, label, hint, typed, error, onChange }: PriceFieldProps) => {
  const { code } = useLanguage();
  const hasSecondary = useStore(secondaryAmountStore);
  const amount = readAmount(typed);
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      error={error}
      inputMode="decimal"
      autoComplete="off"
      placeholder={name === 'price' ? '0' : ''}
      value={typed}
      onChange={({ target }) => onChange(target.value)}
      end={
        <span className={styles['amounts']}>
          {hasSecondary && !Number.isNaN(amount) && (
            <output>{priceText({ amount, currency: 'EUR' }, code).lev}</output>
          )}
          <span aria-hidden="true">€</span>
        </span>
      }
    />
  );
};

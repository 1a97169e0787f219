import { STARS } from '@izgodno/contract/sales/calls';
import { useId } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { Icon } from '#shared/ui/icon.tsx';
import styles from './sales.module.css';

const all = Array.from({ length: STARS.maximum }, (_, index) => index + STARS.minimum);

/** A number of stars, whole or an average. */
export const Stars = ({ value }: { value: number }) => {
  const { t } = useLanguage();
  return (
    <span className={styles['stars']}>
      <span className="visually-hidden">{t('sales.stars', { stars: value })}</span>
      {all.map((star) => (
        <span key={star} data-full={star <= Math.round(value)}>
          <Icon name="star" size={16} />
        </span>
      ))}
    </span>
  );
};

interface StarChoiceProps {
  /** 0 while none is chosen. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

export const StarChoice = ({ value, onChange }: StarChoiceProps) => {
  const { t } = useLanguage();
  const name = useId();
  return (
    <fieldset className={styles['choice']}>
      <legend className="visually-hidden">{t('sales.howMany')}</legend>
      {all.map((star) => (
        <label key={star} data-full={star <= value}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={star === value}
            aria-label={t('sales.stars', { stars: star })}
            onChange={() => onChange(star)}
          />
          <Icon name="star" size={28} />
        </label>
      ))}
    </fieldset>
  );
};

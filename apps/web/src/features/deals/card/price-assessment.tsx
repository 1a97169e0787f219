import type { Deal } from '@izgodno/contract/deals/deal';
import { priceText } from '#core/format/money.ts';
import { useLanguage } from '#core/language/language.ts';
import styles from './price-assessment.module.css';

/** What the price is worth by our own history; the section of prices says if that is too short. */
export const PriceAssessment = ({ deal: { priceVerdict, status } }: { deal: Deal }) => {
  const { code: language, t } = useLanguage();
  if (priceVerdict === undefined || status !== 'active') return null;
  const { code, days, amount = 0 } = priceVerdict;
  if (code === 'not_enough_history') return null;
  const money = priceText({ amount, currency: 'EUR' }, language).euro;
  return (
    <p className={styles['assessment']} data-good={code === 'lowest' || code === 'below_usual'}>
      {t(`assessment.${code}`, { days, amount: money })}
    </p>
  );
};

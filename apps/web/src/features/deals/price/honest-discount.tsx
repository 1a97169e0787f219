import type { Money } from '@izgodno/contract/common/money';
import type { PriceHistory } from '@izgodno/contract/deals/price-history';
import { priceText } from '#core/format/money.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { dayText } from '../model/day-text.ts';
import styles from './honest-discount.module.css';

const euro = (amount: number): Money => ({ amount, currency: 'EUR' });

const comparison = (percentBelow: number): TextKey => {
  if (percentBelow === 0) return 'history.same';
  return percentBelow > 0 ? 'history.below' : 'history.above';
};

/** The evidence for a discount: the site's own lowest price first, then the merchant's claim. */
export const HonestDiscount = ({ history }: { history: PriceHistory }) => {
  const { code, t } = useLanguage();
  const { lowest, claimed, enoughHistory, points } = history;
  const price = (amount: number): string => priceText(euro(amount), code).euro;
  const first = points[0];
  const last = points.at(-1);
  return (
    <div className={styles['said']}>
      {lowest !== undefined && (
        <p className={styles['own']}>
          {t('history.lowest', { price: price(lowest.amount), date: dayText(lowest.at, code) })}{' '}
          <strong>
            {t(comparison(lowest.percentBelow), { percent: Math.abs(lowest.percentBelow) })}
          </strong>
        </p>
      )}
      {!enoughHistory && first !== undefined && (
        <p>{t('history.notEnough', { date: dayText(first.at, code) })}</p>
      )}
      {enoughHistory && lowest === undefined && last !== undefined && (
        <p>{t('history.unchanged', { date: dayText(last.at, code) })}</p>
      )}
      {claimed !== undefined && (
        <p className={styles['claim']}>
          {t('history.claimed', {
            merchant: claimed.merchant,
            price: price(claimed.amount),
            percent: claimed.percentBelow,
          })}
        </p>
      )}
    </div>
  );
};

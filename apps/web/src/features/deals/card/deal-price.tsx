import type { Deal } from '@izgodno/contract/deals/deal';
import { priceText } from '#core/format/money.ts';
import { secondaryAmountStore } from '#core/format/secondary-amount.ts';
import { useLanguage } from '#core/language/language.ts';
import { useStore } from '#shared/store.ts';
import styles from './deal-price.module.css';

/** The price in euro first, the lev below it, and the former price: ours, or what a seller claims. */
export const DealPrice = ({ deal, large = false }: { deal: Deal; large?: boolean }) => {
  const { code, t } = useLanguage();
  const hasSecondary = useStore(secondaryAmountStore);
  const price = priceText(deal.price, code);
  // Of several choices, the cheapest one's.
  const from = deal.choices?.from === true && <small>{t('deal.from')} </small>;
  const old = deal.originalPrice && priceText(deal.originalPrice, code);
  return (
    <div className={styles['price']} data-large={large}>
      <p className={styles['now']}>
        <strong>
          {from}
          {price.euro}
        </strong>
        {old !== undefined && (
          <s>
            <span className="visually-hidden">{t('deal.oldPrice')} </span>
            {old.euro}
          </s>
        )}
      </p>
      {hasSecondary && (
        <p className={styles['secondary']}>
          {from}
          {price.lev}
        </p>
      )}
      {deal.total !== undefined && (
        <p className={styles['secondary']}>
          {deal.delivery?.amount === 0
            ? t('deal.freeDelivery')
            : t('deal.total', { price: priceText(deal.total, code).euro })}
        </p>
      )}
      {deal.claim !== undefined && (
        <p className={styles['secondary']}>
          {t('deal.claim', { price: priceText(deal.claim.price, code).euro, by: deal.claim.by })}
        </p>
      )}
    </div>
  );
};

import type { Deal } from '@izgodno/contract/deals/deal';
import { priceText } from '#core/format/money.ts';
import { secondaryAmountStore } from '#core/format/secondary-amount.ts';
import { useLanguage } from '#core/language/language.ts';
import { useStore } from '#shared/store.ts';
import styles from './deal-price.module.css';

/** The price in euro first, the lev as the secondary amount, and the seller's old price. */
export const DealPrice = ({ deal, large = false }: { deal: Deal; large?: boolean }) => {
  const { code, t } = useLanguage();
  const hasSecondary = useStore(secondaryAmountStore);
  const price = priceText(deal.price, code);
  const old = deal.originalPrice && priceText(deal.originalPrice, code);
  return (
    <div className={styles['price']} data-large={large}>
      <p className={styles['now']}>
        <strong>{price.euro}</strong>
        {old !== undefined && (
          <s>
            <span className="visually-hidden">{t('deal.oldPrice')} </span>
            {old.euro}
          </s>
        )}
      </p>
      {hasSecondary && <p className={styles['secondary']}>{price.lev}</p>}
    </div>
  );
};

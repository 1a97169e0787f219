import type { Deal } from '@izgodno/contract/deals/deal';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { priceHistoryQuery } from './calls.ts';
import { HonestDiscount } from './honest-discount.tsx';
import { OffersTable } from '../offers/offers-table.tsx';
import { PriceHistoryChart } from './price-history-chart.tsx';
import styles from './price-section.module.css';

/** All current prices of the product, and the price history of this deal. */
export const PriceSection = ({ deal }: { deal: Deal }) => {
  const { t } = useLanguage();
  const { data: history, isError } = useQuery(priceHistoryQuery(deal.id, deal.price.amount));
  return (
    <div className={styles['prices']}>
      <OffersTable deal={deal} />
      <section className={styles['history']} aria-labelledby="price-history" aria-busy={!history}>
        <h2 id="price-history">{t('history.title')}</h2>
        {history !== undefined && <HonestDiscount history={history} />}
        {history !== undefined && <PriceHistoryChart history={history} />}
        {history === undefined && isError && <p>{t('history.failed')}</p>}
      </section>
    </div>
  );
};

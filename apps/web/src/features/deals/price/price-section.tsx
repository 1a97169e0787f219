import type { Deal } from '@izgodno/contract/deals/deal';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getPriceHistory, type PriceHistory } from '@izgodno/contract/deals/price-history';
import type { Money } from '@izgodno/contract/common/money';
import { type TextKey, useLanguage } from '#core/language/language.ts';
import { api } from '#core/api/api.ts';
import { priceText } from '#core/format/money.ts';
import { OffersTable } from '../offers/offers-table.tsx';
import { PriceHistoryChart } from './price-history-chart.tsx';
import { dayText } from '../model/price-chart.ts';
import styles from './price-section.module.css';

const euro = (amount: number): Money => ({ amount, currency: 'EUR' });

const comparison = (percentBelow: number): TextKey => {
  if (percentBelow === 0) return 'history.same';
  return percentBelow > 0 ? 'history.below' : 'history.above';
};

/** The evidence for a discount: the site's own lowest price first, then the merchant's claim. */
const HonestDiscount = ({ history }: { history: PriceHistory }) => {
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

/** The price itself is refreshed with the deal, so its history may be this old. */
const HISTORY_FRESH_MS = 5 * 60_000;

/** The price history; read again when the price changes. */
const priceHistoryQuery = (id: string, amount: number) =>
  queryOptions({
    queryKey: ['deals', 'price-history', id, amount],
    queryFn: async ({ signal }) =>
      (await api.call(getPriceHistory, { params: { id } }, signal)).history,
    staleTime: HISTORY_FRESH_MS,
    refetchInterval: false,
  });

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

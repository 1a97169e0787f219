import { getDeal } from '@izgodno/contract/deals/calls';
import { useQuery } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { isUnknownId } from '#core/api/is-not-found.ts';
import { RECOVERY_INTERVAL_MS } from '#core/api/query-client.ts';
import { priceText } from '#core/format/money.ts';
import { sourceName } from '#core/format/source-name.ts';
import { langOf } from '#core/language/lang-of.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { ResponsiveImage } from '#shared/ui/responsive-image.tsx';
import styles from './link-card.module.css';

/** Refresh interval of a visible deal, in milliseconds; only while the page is visible. */
const REFRESH_INTERVAL_MS = 20_000;

/** A deal that is refreshed while it is visible, and undefined once it is removed. */
export const useShownDeal = (id: string) => {
  const { data, error } = useQuery({
    queryKey: ['chat', 'deal', id],
    queryFn: async ({ signal }) => (await api.call(getDeal, { params: { id } }, signal)).deal,
    refetchInterval: ({ state }) => {
      if (isUnknownId(state.error)) return false;
      return state.data === undefined ? RECOVERY_INTERVAL_MS : REFRESH_INTERVAL_MS;
    },
  });
  return { deal: isUnknownId(error) ? undefined : data, isError: error !== null };
};

/** A deal of this site with its current price and status, not those at the time of the message. */
export const DealLink = ({ dealId }: { dealId: string }) => {
  const { t, code } = useLanguage();
  const { deal, isError } = useShownDeal(dealId);
  if (deal === undefined) {
    return (
      <div className={styles['card']} aria-busy={!isError}>
        {isError && <p className={styles['state']}>{t('chat.deal.unavailable')}</p>}
      </div>
    );
  }
  const price = priceText(deal.price, code);
  const { status, inStock } = deal;
  const isOver = status !== 'active';
  const state = isOver ? t(`chat.deal.${status}`) : inStock ? null : t('chat.deal.noStock');
  return (
    <Link href={`/deals/${deal.id}`} className={styles['card']} data-over={isOver}>
      <span className={styles['image']}>
        <ResponsiveImage
          src={deal.media.find(({ kind }) => kind === 'image')?.url}
          alt=""
          signSize={24}
          loading="lazy"
        />
      </span>
      <span className={styles['title']} lang={langOf(deal.title, code)}>
        {deal.title}
      </span>
      <span className={styles['price']}>
        <strong>{price.euro}</strong>
        {deal.originalPrice !== undefined && <s>{priceText(deal.originalPrice, code).euro}</s>}
        {deal.discountPercent !== undefined && (
          <span className={styles['discount']}>
            {t('deal.discount', { percent: deal.discountPercent })}
          </span>
        )}
      </span>
      <span className={styles['state']}>
        {state === null ? sourceName(deal.source, code) : <strong>{state}</strong>}
      </span>
    </Link>
  );
};

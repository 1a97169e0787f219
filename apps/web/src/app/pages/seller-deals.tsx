import { useInfiniteQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { Notice } from '#shared/ui/notice.tsx';
import { sellerDealsQuery } from '#features/posts/seller-calls.ts';
import { useReturnToCard } from '#core/deals/opened-deals.ts';
import { DealResults } from '#features/deals/card/deal-results.tsx';

/** The active deals of a seller. */
export const SellerDeals = ({ sellerId }: { sellerId: string }) => {
  const { t } = useLanguage();
  const query = useInfiniteQuery(sellerDealsQuery(sellerId));
  useReturnToCard(query.data !== undefined);
  return (
    <DealResults
      query={query}
      view="grid"
      none={<Notice icon="tag" title={t('empty.noDeals')} text={t('empty.noneAvailable')} />}
    />
  );
};

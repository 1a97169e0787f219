import type { Seller } from '@izgodno/contract/profiles/calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import { listSellerDeals } from '@izgodno/contract/posts/calls';
import { BlockButton } from '#core/blocks/lazy-blocks.ts';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { useUser } from '#core/session/browser/use-session.ts';
import { SellerPage as SellerFrame } from '#features/profiles/components/seller-page.tsx';
import { useLanguage } from '#core/language/language.ts';
import { Notice } from '#shared/ui/notice.tsx';
import { useReturnToCard } from '#core/deals/opened-deals.ts';
import { DealResults } from '#features/deals/card/deal-results.tsx';
import { api } from '#core/api/api.ts';
import { pagedQuery } from '#core/api/paged-query.ts';
import { dealKeys } from '#core/deals/deal-cache.ts';

/** The active deals of a seller. */
const sellerDealsQuery = (sellerId: string) =>
  pagedQuery([...dealKeys.list, 'seller', sellerId], (query, signal) =>
    api.call(listSellerDeals, { params: { id: sellerId }, query }, signal),
  );

/** The active deals of a seller. */
const SellerDeals = ({ sellerId }: { sellerId: string }) => {
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

const UserAdministration = lazyComponent(
  ['moderation'],
  async () =>
    (await import('#features/moderation/components/user-administration.tsx')).UserAdministration,
);

/** A seller and their deals. */
export const SellerPage = () => (
  <SellerFrame
    renderAdministration={(seller) => <Administration seller={seller} />}
    renderActions={(seller) => <Blocking seller={seller} />}
    renderDeals={(sellerId) => <SellerDeals sellerId={sellerId} />}
  />
);

const Blocking = ({ seller }: { seller: Seller }) => {
  const user = useUser();
  if (user === null || user.id === seller.id) return null;
  return (
    <Eventually>
      <BlockButton user={seller} />
    </Eventually>
  );
};

/** For administrators, about other users; actions on oneself are in the settings. */
const Administration = ({ seller }: { seller: Seller }) => {
  const user = useUser();
  if (user?.role !== 'admin' || user.id === seller.id) return null;
  return (
    <Eventually>
      <UserAdministration user={seller} />
    </Eventually>
  );
};

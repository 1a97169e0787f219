import type { Seller } from '@izgodno/contract/profiles/calls';
import { BlockButton } from '#core/blocks/lazy-blocks.ts';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { useUser } from '#core/session/browser/use-session.ts';
import { SellerDeals } from '#app/pages/seller-deals.tsx';
import { SellerPage as SellerFrame } from '#features/profiles/components/seller-page.tsx';

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

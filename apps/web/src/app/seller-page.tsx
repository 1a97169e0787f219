import { SellerDeals } from '#features/deals/components/seller-deals.tsx';
import { SellerPage as Seller } from '#features/profile/components/seller-page.tsx';

/** A member and what they offer. */
export const SellerPage = () => (
  <Seller renderDeals={(sellerId) => <SellerDeals sellerId={sellerId} />} />
);

import type { Seller } from '@izgodno/contract/profiles/calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Rating } from '@izgodno/contract/sales/calls';
import { listSellerDeals } from '@izgodno/contract/posts/calls';
import { BlockButton } from '#core/blocks/lazy-blocks.ts';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { useUser } from '#core/session/browser/use-session.ts';
import { SellerPage as SellerFrame } from '#features/profiles/components/seller-page.tsx';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { directHref } from '#features/chat/paths.ts';
import { Ratings } from '#features/sales/lazy-sales.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { useReturnToCard } from '#core/deals/opened-deals.ts';
import { DealResults } from '#features/deals/card/deal-results.tsx';
import { api } from '#core/api/api.ts';
import { pagedQuery } from '#core/api/paged-query.ts';
import { dealKeys } from '#core/deals/deal-cache.ts';
import { ReportMember } from './report-member.tsx';
import styles from './seller-page.module.css';

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
    renderActions={(seller) => <Contact seller={seller} />}
    renderRatings={(sellerId) => (
      <Eventually>
        <Ratings
          userId={sellerId}
          renderModeration={(rating) => <RatingModeration rating={rating} userId={sellerId} />}
        />
      </Eventually>
    )}
    renderDeals={(sellerId) => <SellerDeals sellerId={sellerId} />}
  />
);

const RemoveRating = lazyComponent(
  ['moderation', 'sales'],
  async () => (await import('./remove-rating.tsx')).RemoveRating,
);

/** What moderators, and other users who are signed in, can do with a rating. */
const RatingModeration = (props: { rating: Rating; userId: string }) => {
  const { t } = useLanguage();
  const user = useUser();
  if (user === null || user.id === props.rating.rater.id) return null;
  const isOwn = user.id === props.userId;
  if (isOwn || user.role === 'member')
    return <ReportMember text={t('seller.reportRating')} about={{ ratingId: props.rating.id }} />;
  return (
    <Eventually>
      <RemoveRating {...props} />
    </Eventually>
  );
};

/** Ways to reach, to block or to report the seller; a visitor who writes signs in on the way. */
const Contact = ({ seller }: { seller: Seller }) => {
  const { t } = useLanguage();
  const user = useUser();
  if (user?.id === seller.id) return null;
  return (
    <div className={styles['contact']}>
      <Link href={directHref(seller.id)} className={buttonClass('primary')}>
        {t('seller.message', { name: seller.name })}
      </Link>
      {user !== null && (
        <>
          <Eventually>
            <BlockButton user={seller} />
          </Eventually>
          <ReportMember text={t('seller.report')} about={{ userId: seller.id }} />
        </>
      )}
    </div>
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

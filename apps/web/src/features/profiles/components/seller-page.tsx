import type { Seller } from '@izgodno/contract/profiles/calls';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isUnknownId } from '#core/api/is-not-found.ts';
import { dateFormat } from '#core/format/date-format.ts';
import { useLanguage } from '#core/language/language.ts';
import { LoadFailure } from '#core/load-failure.tsx';
import { usePageTitle } from '#core/page-title.ts';
import { Link } from '#core/router/link.tsx';
import { useParams } from '#core/router/params.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { sellerQuery } from '../calls.ts';
import { Avatar } from './avatar.tsx';
import styles from './profile.module.css';

interface SellerPageProps {
  /** Renders the administrator's actions on the seller. */
  readonly renderAdministration: (seller: Seller) => ReactNode;
  /** Renders the actions of any signed-in user on the seller. */
  readonly renderActions: (seller: Seller) => ReactNode;
  /** Renders the ratings that the seller received. */
  readonly renderRatings: (sellerId: string) => ReactNode;
  /** Renders the seller's active deals. */
  readonly renderDeals: (sellerId: string) => ReactNode;
}

/** The public profile of a user, with their deals. */
export const SellerPage = ({
  renderAdministration,
  renderActions,
  renderRatings,
  renderDeals,
}: SellerPageProps) => {
  const { t } = useLanguage();
  const { userId = '' } = useParams();
  const { data: seller, error, refetch } = useQuery(sellerQuery(userId));
  const isUnknown = isUnknownId(error);
  const failure = error === null ? undefined : t(isUnknown ? 'seller.unknown' : 'profile.failed');
  usePageTitle(seller?.name ?? failure);
  if (seller !== undefined) {
    return (
      <div className={styles['seller']}>
        <SellerHead seller={seller}>{renderActions(seller)}</SellerHead>
        {renderAdministration(seller)}
        {renderRatings(seller.id)}
        <section className={styles['deals']} aria-labelledby="seller-deals">
          <h2 id="seller-deals">{t('seller.deals')}</h2>
          {renderDeals(seller.id)}
        </section>
      </div>
    );
  }
  if (error === null) return <output>{t('shell.loading')}</output>;
  if (isUnknown) {
    return (
      <Notice icon="user" title={t('seller.unknown')} text={t('seller.unknownText')} level={1}>
        <Link href="/deals" className={buttonClass('primary')}>
          {t('empty.browseAll')}
        </Link>
      </Notice>
    );
  }
  return (
    <LoadFailure title="profile.failed" error={error} onRetry={() => void refetch()} level={1} />
  );
};

const SellerHead = ({ seller, children }: { seller: Seller; children: ReactNode }) => {
  const { t, code } = useLanguage();
  const month = dateFormat(code, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const facts = [
    t('seller.since', { date: month.format(new Date(seller.memberSince)) }),
    seller.location?.name[code],
    t('seller.active', { count: seller.activeDeals }),
    seller.soldDeals === null ? undefined : t('seller.sold', { count: seller.soldDeals }),
  ].filter((fact) => fact !== undefined);
  return (
    <header className={styles['sellerHead']}>
      <Avatar url={seller.avatarUrl ?? undefined} name={seller.name} />
      <div>
        <h1 className={styles['title']}>{seller.name}</h1>
        <p className={styles['muted']}>{facts.join(' · ')}</p>
        {seller.about !== '' && <p className={styles['said']}>{seller.about}</p>}
        {children}
      </div>
    </header>
  );
};

import { useInfiniteQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { useLocation } from '#core/router/location.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { Eventually } from '#core/lazy-component.tsx';
import { DealEngagement } from '#features/engagement/api.ts';
import { favoritesQuery, favoriteStatuses } from '#features/engagement/calls.ts';
import { useReturnToCard } from '#core/deals/opened-deals.ts';
import { dealsHref } from '#core/deals/paths.ts';
import { DealResults } from '#features/deals/card/deal-results.tsx';
import { StatusTabs } from '#core/lists/status-tabs.tsx';
import styles from './favorites-page.module.css';

/** The user's favourites, with any status or the one in the URL. */
export const FavoritesPage = () => {
  const { t } = useLanguage();
  const asked = new URLSearchParams(useLocation().query).get('status');
  const status = favoriteStatuses.find((known) => known === asked);
  const query = useInfiniteQuery(favoritesQuery(status));
  useReturnToCard(query.data !== undefined);

  return (
    <PageFrame
      title={t('favorites.title')}
      beside={
        <div className={styles['lists']}>
          <Link href="/favorites/searches">{t('favorites.savedSearches')}</Link>
          <Link href="/favorites/alerts">{t('favorites.priceAlerts')}</Link>
          <Link href="/favorites/watched">{t('favorites.watched')}</Link>
        </div>
      }
      width="cards"
    >
      <StatusTabs
        label={t('favorites.byStatus')}
        path="/favorites"
        all={t('favorites.all')}
        statuses={favoriteStatuses}
        inAll={favoriteStatuses}
        nameOf={(one) => t(`favorites.status.${one}`)}
        current={status}
        counts={query.data?.pages[0]?.counts}
      />
      <DealResults
        query={query}
        view="grid"
        none={
          <>
            <Notice icon="heart" title={t('favorites.none')} text={t('favorites.noneText')}>
              <Link href={dealsHref()} className={buttonClass('primary')}>
                {t('empty.browseAll')}
              </Link>
            </Notice>
            {/* Also an empty list follows the other tabs. */}
            <Eventually>
              <DealEngagement ids={[]} />
            </Eventually>
          </>
        }
      />
    </PageFrame>
  );
};

import { useInfiniteQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { useLocation } from '#core/router/location.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { favoritesQuery, favoriteStatuses } from '../api-kept.ts';
import { useReturnToCard } from '../opened-deals.ts';
import { dealsHref } from '../paths.ts';
import { DealResults } from './deal-results.tsx';
import styles from './kept-page.module.css';

const PATH = '/favorites';

/** One's favourites, of every status or of the one the address names. */
export const FavoritesPage = () => {
  const { code, t } = useLanguage();
  const asked = new URLSearchParams(useLocation().query).get('status');
  const status = favoriteStatuses.find((known) => known === asked);
  const query = useInfiniteQuery(favoritesQuery(status));
  const counts = query.data?.pages[0]?.counts;
  useReturnToCard(query.data !== undefined);

  return (
    <PageFrame
      title={t('favorites.title')}
      beside={
        <Link href="/favorites/searches" className={styles['beside']}>
          {t('favorites.savedSearches')}
        </Link>
      }
      width="cards"
    >
      <nav aria-label={t('favorites.byStatus')}>
        <ul className={styles['tabs']}>
          {[undefined, ...favoriteStatuses].map((one) => (
            <li key={one ?? 'all'}>
              <Link
                href={one === undefined ? PATH : `${PATH}?status=${one}`}
                aria-current={one === status ? 'page' : undefined}
              >
                {one === undefined ? t('favorites.all') : t(`favorites.status.${one}`)}
                {one !== undefined && counts !== undefined && (
                  <span className={styles['count']}>{counts[one].toLocaleString(code)}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <DealResults
        query={query}
        view="grid"
        none={
          <Notice icon="heart" title={t('favorites.none')} text={t('favorites.noneText')}>
            <Link href={dealsHref()} className={buttonClass('primary')}>
              {t('empty.browseAll')}
            </Link>
          </Notice>
        }
      />
    </PageFrame>
  );
};

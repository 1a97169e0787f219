import { useInfiniteQuery } from '@tanstack/react-query';
import type { Deal } from '@izgodno/contract/deals/deal';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { useLocation } from '#core/router/location.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { listedStatuses, ownPostsQuery, ownStatuses } from '#features/posts/own/calls.ts';
import { useReturnToCard } from '#core/deals/opened-deals.ts';
import { POST_PATH } from '@izgodno/contract/site/post-path';
import { MY_POSTS_PATH } from '#core/deals/paths.ts';
import { DealsFailure } from '#features/deals/card/deals-failure.tsx';
import { LoadMore } from '#core/lists/load-more.tsx';
import { OwnPostRow } from '#features/posts/own/own-post-row.tsx';
import { StatusTabs } from '#core/lists/status-tabs.tsx';
import styles from './my-posts-page.module.css';

const NewPostLink = () => {
  const { t } = useLanguage();
  return (
    <Link href={POST_PATH} className={buttonClass('primary')}>
      {t('shell.post')}
    </Link>
  );
};

/** The user's own posts, with any status but deleted or the one in the URL. */
export const MyPostsPage = () => {
  const { t } = useLanguage();
  const asked = new URLSearchParams(useLocation().query).get('status');
  const status = ownStatuses.find((known) => known === asked);
  const query = useInfiniteQuery(ownPostsQuery(status));
  const first = query.data?.pages[0];
  useReturnToCard(first !== undefined);

  return (
    <PageFrame title={t('shell.myPosts')} beside={<NewPostLink />} width="cards">
      <StatusTabs
        label={t('posts.byStatus')}
        path={MY_POSTS_PATH}
        all={t('posts.status.all')}
        statuses={ownStatuses}
        inAll={listedStatuses}
        nameOf={(one) => t(`posts.status.${one}`)}
        current={status}
        counts={first?.counts}
      />
      {query.isError && (
        <DealsFailure
          title="deals.failed"
          error={query.error}
          onRetry={() => void query.refetch()}
          whole={first === undefined}
        />
      )}
      {query.isPending && <p aria-busy="true">{t('shell.loading')}</p>}
      {first?.total === 0 && !query.isPlaceholderData && (
        <Notice
          icon="tag"
          title={t(status === undefined ? 'posts.none' : 'posts.noneOfStatus')}
          text={t(status === 'deleted' ? 'posts.noneDeletedText' : 'posts.noneText')}
        >
          <NewPostLink />
        </Notice>
      )}
      {first !== undefined && first.total > 0 && (
        <OwnPosts
          deals={query.data?.pages.flatMap(({ items }) => items) ?? []}
          removed={query.data?.pages.flatMap((page) => page.removedByModerator) ?? []}
          favorites={Object.assign({}, ...(query.data?.pages.map((page) => page.favorites) ?? []))}
        />
      )}
      {first !== undefined && first.total > 0 && (
        <LoadMore
          shown={query.data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0}
          total={first.total}
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          onMore={query.fetchNextPage}
        />
      )}
    </PageFrame>
  );
};

interface OwnPostsProps {
  readonly deals: readonly Deal[];
  /** The ids of those that a moderator removed. */
  readonly removed: readonly string[];
  /** The number of users who favourited each deal, by id; absent means none. */
  readonly favorites: Readonly<Record<string, number>>;
}

const OwnPosts = ({ deals, removed, favorites }: OwnPostsProps) => {
  const { t } = useLanguage();
  return (
    <ul className={styles['deals']} aria-label={t('shell.myPosts')}>
      {deals.map((deal) => (
        <li key={deal.id}>
          <OwnPostRow
            deal={deal}
            isRemovedByModerator={removed.includes(deal.id)}
            favorites={favorites[deal.id] ?? 0}
          />
        </li>
      ))}
    </ul>
  );
};

import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { MoreButton } from '#core/lists/more-button.tsx';

type MoreOf = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;

/** Loads the next page of a list, if there is one. */
export const MoreOfQuery = ({ query }: { query: MoreOf }) => {
  const { t } = useLanguage();
  return (
    <MoreButton
      hasMore={query.hasNextPage}
      loading={query.isFetchingNextPage}
      onMore={query.fetchNextPage}
    >
      {t('channelInfo.more')}
    </MoreButton>
  );
};

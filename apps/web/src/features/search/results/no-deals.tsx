import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DealSearch } from '@izgodno/contract/search/deal-search';
import { dealsHref } from '#core/deals/paths.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { dealsQuery } from '../calls.ts';
import { activeFilters, clearFilters } from '../model/filters.ts';
import { goToDeals } from './use-deal-search.ts';

interface NoDealsProps {
  readonly search: DealSearch;
  /** A further step for a search that could have results one day. */
  readonly children: ReactNode;
}

/** Shown for a search without results. */
export const NoDeals = ({ search, children }: NoDealsProps) => {
  const { t } = useLanguage();
  const { data } = useInfiniteQuery(dealsQuery(search));
  const { partial: isPartial = false, elsewhere } = data?.pages[0] ?? {};
  const filtered = activeFilters(search).length > 0;
  if (search.q === undefined && !filtered) {
    return <Notice icon="tag" title={t('empty.noDeals')} text={t('empty.noneAvailable')} />;
  }
  if (elsewhere !== undefined) {
    return (
      <Notice
        icon="tag"
        title={t('shop.elsewhere', { count: elsewhere })}
        text={t('shop.onceEach')}
      >
        <Link href={dealsHref()} className={buttonClass('primary')}>
          {t('empty.browseAll')}
        </Link>
      </Notice>
    );
  }
  return (
    <Notice
      icon="search"
      title={t(search.q === undefined ? 'empty.noDeals' : 'empty.noResults')}
      text={t(isPartial ? 'understood.partial' : 'empty.adjust')}
    >
      {filtered && (
        <Button tone="primary" onClick={() => goToDeals(clearFilters(search))}>
          {t('filters.clearAll')}
        </Button>
      )}
      {children}
      <Link href={dealsHref()} className={buttonClass(filtered ? 'secondary' : 'primary')}>
        {t('empty.browseAll')}
      </Link>
    </Notice>
  );
};

import { useInfiniteQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { buttonClass } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { trendingQuery } from '#features/engagement/calls.ts';
import { useReturnToCard } from '#core/deals/opened-deals.ts';
import { dealsHref } from '#core/deals/paths.ts';
import { DealResults } from '#features/deals/card/deal-results.tsx';

/** The trending deals. */
export const TrendingPage = () => {
  const { t } = useLanguage();
  const query = useInfiniteQuery(trendingQuery);
  useReturnToCard(query.data !== undefined);
  return (
    <PageFrame title={t('trending.title')} lead={t('trending.text')} width="cards">
      <DealResults
        query={query}
        view="grid"
        none={
          <Notice icon="tag" title={t('empty.noDeals')} text={t('empty.noneAvailable')}>
            <Link href={dealsHref()} className={buttonClass('primary')}>
              {t('empty.browseAll')}
            </Link>
          </Notice>
        }
      />
    </PageFrame>
  );
};

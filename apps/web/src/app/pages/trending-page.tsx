import { trendingTabs } from '@izgodno/contract/engagement/calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { useLocation } from '#core/router/location.ts';
import { TabLinks } from '#core/router/tab-links.tsx';
import { buttonClass } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { trendingQuery } from '#features/engagement/calls.ts';
import { useReturnToCard } from '#core/deals/opened-deals.ts';
import { dealsHref } from '#core/deals/paths.ts';
import { DealResults } from '#features/deals/card/deal-results.tsx';

/** The hot deals, or the list of the tab in the URL. */
export const TrendingPage = () => {
  const { t } = useLanguage();
  const asked = new URLSearchParams(useLocation().query).get('tab');
  const tab = trendingTabs.find((known) => known === asked) ?? 'hot';
  const query = useInfiniteQuery(trendingQuery(tab));
  useReturnToCard(query.data !== undefined);
  return (
    <PageFrame title={t('trending.title')} lead={t('trending.text')} width="cards">
      <TabLinks
        label={t('trending.tabs')}
        links={trendingTabs.map((one) => ({
          href: one === 'hot' ? '/trending' : `/trending?tab=${one}`,
          isCurrent: one === tab,
          content: t(`trending.tab.${one}`),
        }))}
      />
      <DealResults
        query={query}
        view="grid"
        none={
          <Notice icon="tag" title={t('empty.noDeals')} text={t('trending.none')}>
            <Link href={dealsHref()} className={buttonClass('primary')}>
              {t('empty.browseAll')}
            </Link>
          </Notice>
        }
      />
    </PageFrame>
  );
};

import { reportSearch } from '@izgodno/contract/search/log-calls';
import type { DealPage } from '@izgodno/contract/deals/deal-page';
import { useEffect, useEffectEvent } from 'react';
import { apiOrigin } from '#core/api/api.ts';
import { cardLinkId } from '#core/deals/opened-deals.ts';
import { createSearchReports } from './search-reports.ts';

// A beacon delays neither the click nor the page that follows it.
const reports = createSearchReports((report) => {
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
  navigator.sendBeacon(apiOrigin + reportSearch.path, body);
});

/** Reports the search whose pages are shown, and the deal that is opened of it. */
export const useSearchReports = (pages: readonly DealPage[] | undefined): void => {
  const searchId = pages?.[0]?.searchId;
  useEffect(() => {
    if (searchId !== undefined) reports.show(searchId);
  }, [searchId]);

  const onClick = useEffectEvent(({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a')?.id : undefined;
    const deals = pages?.flatMap(({ items }) => items) ?? [];
    const at = link === undefined ? -1 : deals.findIndex(({ id }) => cardLinkId(id) === link);
    if (at >= 0) reports.open(at + 1);
  });
  useEffect(() => {
    const listen = (event: MouseEvent) => onClick(event);
    // Before the card's own listener, which leads away from this list. The middle button opens a
    // deal in another tab.
    const events = ['click', 'auxclick'] as const;
    for (const event of events) document.addEventListener(event, listen, true);
    return () => {
      for (const event of events) document.removeEventListener(event, listen, true);
    };
  }, []);
};

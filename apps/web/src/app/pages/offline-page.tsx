import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getHealth } from '@izgodno/contract/system/calls';
import { api } from '#core/api/api.ts';
import { useLanguage } from '#core/language/language.ts';
import { readStoredDeals } from '#core/offline/stored-deals.ts';
import { Link } from '#core/router/link.tsx';
import { useLocation } from '#core/router/location.ts';
import { RETURN_PARAMETER, safeReturnPath } from '#core/session/return-path.ts';
import { DealGrid } from '#features/deals/card/deal-grid.tsx';
import { dealsHref } from '#core/deals/paths.ts';
import { onResume } from '#shared/browser-events.ts';
import type { Unsubscribe } from '#shared/store.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import styles from './offline-page.module.css';

/** How often the server is asked whether it is back, in milliseconds. */
const CHECK_INTERVAL_MS = 4_000;

/** Calls the listener once the server responds: a network that is back need not lead to it. */
const whenReachable = (listener: () => void): Unsubscribe => {
  let isOver = false;
  const check = (): void => {
    api
      .call(getHealth, { query: {} })
      .then(() => !isOver && listener())
      // The next check asks again.
      .catch(() => undefined);
  };
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  const stop = onResume(check);
  return () => {
    isOver = true;
    clearInterval(timer);
    stop();
  };
};

/** Replaces an unreachable page until it is reachable again, and shows the deals viewed last. */
export const OfflinePage = () => {
  const { t } = useLanguage();
  const { query } = useLocation();
  const wanted = safeReturnPath(
    new URLSearchParams(query).get(RETURN_PARAMETER),
    window.location.origin,
  );
  const { data: stored } = useQuery({
    queryKey: ['offline', 'kept-deals'],
    queryFn: readStoredDeals,
  });
  useEffect(() => whenReachable(() => window.location.replace(wanted)), [wanted]);
  return (
    <>
      <Notice icon="offline" title={t('offline.title')} text={t('offline.text')} level={1}>
        <Button tone="primary" onClick={() => window.location.replace(wanted)}>
          {t('shell.tryAgain')}
        </Button>
        {stored?.hasList === true && (
          <Link href={dealsHref()} className={buttonClass()}>
            {t('offline.allDeals')}
          </Link>
        )}
      </Notice>
      {stored !== undefined && stored.deals.length > 0 && (
        <section className={styles['seen']} aria-labelledby="seen-last">
          <h2 id="seen-last">{t('offline.seen')}</h2>
          <DealGrid deals={stored.deals} view="grid" label={t('offline.seen')} areResults={false} />
        </section>
      )}
    </>
  );
};

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { readStoredDeals } from '#core/offline/stored-deals.ts';
import { Link } from '#core/router/link.tsx';
import { useLocation } from '#core/router/location.ts';
import { RETURN_PARAMETER, safeReturnPath } from '#core/session/return-path.ts';
import { DealGrid } from '#features/deals/card/deal-grid.tsx';
import { dealsHref } from '#core/deals/paths.ts';
import { listen } from '#shared/browser-events.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import styles from './offline-page.module.css';

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
  useEffect(() => listen(window, 'online', () => window.location.replace(wanted)), [wanted]);
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

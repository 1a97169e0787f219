import type { PriceAlert } from '@izgodno/contract/price-alerts/calls';
import { useQuery } from '@tanstack/react-query';
import { dealHref, dealsHref } from '#core/deals/paths.ts';
import { langOf } from '#core/language/lang-of.ts';
import { useLanguage } from '#core/language/language.ts';
import { LoadFailure } from '#core/load-failure.tsx';
import { Link } from '#core/router/link.tsx';
import { useUser } from '#core/session/browser/use-session.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { priceAlertsQuery } from './calls.ts';
import { amountText, costText } from './cost.ts';
import { useRemoval } from './use-removal.ts';
import styles from './price-alerts.module.css';

/** The prices that the user waits for. */
export const PriceAlertsPage = () => {
  const user = useUser();
  return user === null ? null : <Alerts userId={user.id} />;
};

const Alerts = ({ userId }: { userId: string }) => {
  const { t } = useLanguage();
  const { data, error, refetch } = useQuery(priceAlertsQuery(userId));
  return (
    <PageFrame
      title={t('alerts.pageTitle')}
      beside={
        <Link href="/favorites/watched" className={styles['link']}>
          {t('alerts.watched')}
        </Link>
      }
      width="rows"
    >
      {data === undefined && error !== null && (
        <LoadFailure title="alerts.failed" error={error} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && (
        <Notice icon="clock" title={t('alerts.none')} text={t('alerts.noneText')}>
          <Link href={dealsHref()} className={buttonClass('primary')}>
            {t('empty.browseAll')}
          </Link>
        </Notice>
      )}
      <ul data-keeps-focus className={styles['list']}>
        {data?.map((alert) => (
          <AlertRow key={alert.deal.id} alert={alert} userId={userId} />
        ))}
      </ul>
    </PageFrame>
  );
};

const AlertRow = ({ alert, userId }: { alert: PriceAlert; userId: string }) => {
  const language = useLanguage();
  const { t } = language;
  const { deal, below, withDelivery, reachedAt } = alert;
  const removal = useRemoval(userId, deal.id);
  return (
    <li className={styles['row']}>
      <div>
        <Link href={dealHref(deal.id)} lang={langOf(deal.title, language.code)}>
          {deal.title}
        </Link>
        <p className={styles['muted']}>
          {t(reachedAt === null ? 'alerts.waits' : 'alerts.reached', {
            below: amountText(below, withDelivery, language),
            price: costText(deal, withDelivery, language),
          })}
        </p>
      </div>
      <Button
        aria-label={t('alerts.removeNamed', { title: deal.title })}
        disabled={removal.isPending}
        onClick={() => removal.mutate()}
      >
        {t('alerts.remove')}
      </Button>
    </li>
  );
};

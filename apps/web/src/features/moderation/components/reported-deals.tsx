import type { ModerationAction, ReportedDeal } from '@izgodno/contract/deals/judging-calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#core/api/error-text.ts';
import { priceText } from '#core/format/money.ts';
import { relativeTime } from '#core/format/relative-time.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { useNow } from '#shared/hooks/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { reportsQuery } from '../api.ts';
import { VerdictDialog } from './verdict-dialog.tsx';
import styles from './moderation.module.css';

/** Deals that were reported and not judged yet. */
export const ReportedDeals = () => {
  const { t } = useLanguage();
  const { data, error, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(reportsQuery);
  const items = data?.pages.flatMap((page) => page.items);
  if (items === undefined) {
    return error === null ? (
      <output>{t('shell.loading')}</output>
    ) : (
      <p role="alert" className={styles['failure']}>
        {t(errorText(error))}
      </p>
    );
  }
  if (items.length === 0) {
    return <Notice icon="check" title={t('moderation.none')} text={t('moderation.noneText')} />;
  }
  return (
    <>
      <ul aria-label={t('moderation.view.deals')} className={styles['list']}>
        {items.map((item) => (
          <Reported key={item.deal.id} item={item} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          className={styles['more']}
          disabled={isFetching}
          onClick={() => void fetchNextPage()}
        >
          {t('moderation.more')}
        </Button>
      )}
    </>
  );
};

const Reported = ({ item: { deal, reports } }: { item: ReportedDeal }) => {
  const { t, code } = useLanguage();
  const now = useNow();
  const [verdict, setVerdict] = useState<ModerationAction>();
  const actions: readonly ModerationAction[] =
    deal.status === 'active'
      ? ['dismiss', 'expire', 'remove']
      : deal.status === 'deleted'
        ? ['dismiss', 'reinstate']
        : ['dismiss', 'remove'];
  return (
    <li className={styles['item']}>
      <div className={styles['what']}>
        <Link href={`/deals/${deal.id}`} className={styles['name']}>
          {deal.title}
        </Link>
        <p className={styles['muted']}>
          {[
            priceText(deal.price, code).euro,
            deal.seller?.name ?? deal.source.name,
            deal.status === 'active' ? undefined : t(`deal.status.${deal.status}`),
          ]
            .filter((part) => part !== undefined)
            .join(' · ')}
        </p>
      </div>
      <ul className={styles['reports']}>
        {reports.map((report) => (
          <li key={report.id}>
            <strong>{t(`moderation.reason.${report.reason}`)}</strong>
            {report.note !== '' && ` – ${report.note}`}{' '}
            <span className={styles['muted']}>
              {report.reporter.name}, {relativeTime(report.createdAt, now, code)}
            </span>
          </li>
        ))}
      </ul>
      <div className={styles['actions']}>
        {actions.map((action) => (
          <Button
            key={action}
            tone={action === 'remove' ? 'danger' : 'secondary'}
            aria-label={`${t(`moderation.action.${action}`)}: ${deal.title}`}
            onClick={() => setVerdict(action)}
          >
            {t(`moderation.action.${action}`)}
          </Button>
        ))}
      </div>
      {verdict !== undefined && (
        <VerdictDialog deal={deal} action={verdict} onClose={() => setVerdict(undefined)} />
      )}
    </li>
  );
};

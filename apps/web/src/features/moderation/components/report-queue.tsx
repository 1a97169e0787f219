import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { Queue } from '#core/lists/queue.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { messageReportsQuery, reportsQuery } from '../calls.ts';
import { mergeReports } from '../model/merge-reports.ts';
import { ReportedDealRow } from './reported-deal.tsx';
import { ReportedMessageRow } from './reported-message.tsx';
import styles from './moderation.module.css';

/** Everything that was reported and has no decision, longest waiting first. */
export const ReportQueue = () => {
  const { t } = useLanguage();
  const deals = useInfiniteQuery(reportsQuery);
  const messages = useQuery(messageReportsQuery);
  const query = {
    error: deals.error ?? messages.error,
    isFetching: deals.isFetching || messages.isFetching,
    hasNextPage: deals.hasNextPage,
    fetchNextPage: () => deals.fetchNextPage(),
    refetch: () => Promise.all([deals.refetch(), messages.refetch()]),
  };
  return (
    <Queue
      items={
        deals.data &&
        messages.data &&
        mergeReports(
          deals.data.pages.flatMap((page) => page.items),
          deals.hasNextPage,
          messages.data,
        )
      }
      query={query}
      none={<Notice icon="check" title={t('moderation.none')} text={t('moderation.noneText')} />}
    >
      {(items) => (
        <ul aria-label={t('moderation.view.reports')} className={styles['list']}>
          {items.map((item) =>
            'deal' in item ? (
              <ReportedDealRow key={item.deal.id} item={item} />
            ) : (
              <ReportedMessageRow key={item.message.id} {...item} />
            ),
          )}
        </ul>
      )}
    </Queue>
  );
};

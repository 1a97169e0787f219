import type { Appeal } from '@izgodno/contract/moderation/appeal-calls';
import type { ReportedMember } from '@izgodno/contract/moderation/member-report-calls';
import type { ReportedDeal } from '@izgodno/contract/moderation/calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { Queue } from '#core/lists/queue.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { appealsQuery, memberReportsQuery, messageReportsQuery, reportsQuery } from '../calls.ts';
import { groupByMessage, mergeQueues, type ReportedMessage } from '../model/merge-queues.ts';
import { AppealRow } from './appeal-row.tsx';
import { ReportedDealRow } from './reported-deal.tsx';
import { ReportedMemberRow } from './reported-member.tsx';
import { ReportedMessageRow } from './reported-message.tsx';
import styles from './moderation.module.css';

type QueueItem = { readonly since: string } & (
  | { readonly reportedDeal: ReportedDeal }
  | ReportedMessage
  | { readonly reportedMember: ReportedMember }
  | { readonly appeal: Appeal }
);

/** Reported deals, messages, comments, members and ratings, and appeals, by how long they wait. */
const useQueue = () => {
  const deals = useInfiniteQuery(reportsQuery);
  const messages = useInfiniteQuery(messageReportsQuery);
  const members = useInfiniteQuery(memberReportsQuery);
  const appeals = useInfiniteQuery(appealsQuery);
  const all = [deals, messages, members, appeals] as const;
  const areLoaded = all.every(({ data }) => data !== undefined);
  const items = mergeQueues<QueueItem>([
    {
      items: (deals.data?.pages ?? [])
        .flatMap((page) => page.items)
        .map((reportedDeal) => ({ reportedDeal, since: reportedDeal.firstReportedAt })),
      hasMore: deals.hasNextPage,
    },
    {
      items: groupByMessage((messages.data?.pages ?? []).flatMap((page) => page.reports)),
      hasMore: messages.hasNextPage,
    },
    {
      items: (members.data?.pages ?? [])
        .flatMap((page) => page.items)
        .map((reportedMember) => ({ reportedMember, since: reportedMember.firstReportedAt })),
      hasMore: members.hasNextPage,
    },
    {
      items: (appeals.data?.pages ?? [])
        .flatMap((page) => page.appeals)
        .map((appeal) => ({ appeal, since: appeal.createdAt })),
      hasMore: appeals.hasNextPage,
    },
  ]);
  return {
    items: areLoaded ? items : undefined,
    query: {
      error: all.find(({ error }) => error !== null)?.error ?? null,
      isFetching: all.some(({ isFetching }) => isFetching),
      refetch: () => Promise.all(all.map((query) => query.refetch())),
      hasNextPage: all.some((query) => query.hasNextPage),
      fetchNextPage: async () => {
        const more = all.filter((query) => query.hasNextPage);
        const results = await Promise.all(more.map((query) => query.fetchNextPage()));
        return results.find(({ isFetchNextPageError }) => isFetchNextPageError);
      },
    },
  };
};

/** Everything that waits for a decision of a moderator, longest waiting first. */
export const ReportQueue = () => {
  const { t } = useLanguage();
  const { items, query } = useQueue();
  return (
    <Queue
      items={items}
      query={query}
      none={<Notice icon="check" title={t('moderation.none')} text={t('moderation.noneText')} />}
    >
      {(waiting) => (
        <ul data-keeps-focus aria-label={t('moderation.view.reports')} className={styles['list']}>
          {waiting.map((item) => {
            if ('reportedDeal' in item)
              return <ReportedDealRow key={item.reportedDeal.deal.id} item={item.reportedDeal} />;
            if ('reportedMember' in item) {
              const { reportedMember } = item;
              return <ReportedMemberRow key={reportedMember.subjectId} item={reportedMember} />;
            }
            return 'appeal' in item ? (
              <AppealRow key={item.appeal.id} appeal={item.appeal} />
            ) : (
              <ReportedMessageRow key={item.message.id} {...item} />
            );
          })}
        </ul>
      )}
    </Queue>
  );
};

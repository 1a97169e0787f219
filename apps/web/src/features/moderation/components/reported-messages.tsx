import type { MessageReport } from '@izgodno/contract/chat/moderation-calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '#core/failure-text.tsx';
import { relativeTime } from '#core/format/relative-time.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { useNow } from '#shared/hooks/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { moderateMessage, messageReportsQuery, moderationKey } from '../calls.ts';
import { Queue } from '#core/lists/queue.tsx';
import { ReportLines } from './report-lines.tsx';
import styles from './moderation.module.css';

interface ReportedMessage {
  readonly message: MessageReport['message'];
  readonly reports: readonly MessageReport[];
}

/** Groups the reports by message, in their order: longest waiting first. */
const byMessage = (reports: readonly MessageReport[]): readonly ReportedMessage[] =>
  [...Map.groupBy(reports, ({ message }) => message.id).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ message: first.message, reports: group }];
  });

/** Reported chat messages without a decision. */
export const ReportedMessages = () => {
  const { t } = useLanguage();
  const query = useQuery(messageReportsQuery);
  return (
    <Queue
      items={query.data && byMessage(query.data)}
      query={query}
      none={<Notice icon="check" title={t('moderation.none')} text={t('moderation.noneText')} />}
    >
      {(items) => (
        <ul aria-label={t('moderation.view.messages')} className={styles['list']}>
          {items.map((reported) => (
            <Reported key={reported.message.id} {...reported} />
          ))}
        </ul>
      )}
    </Queue>
  );
};

const Reported = ({ message, reports }: ReportedMessage) => {
  const { t, code } = useLanguage();
  const now = useNow();
  const queries = useQueryClient();
  const judging = useMutation({
    mutationFn: (outcome: 'deleted' | 'dismissed') => moderateMessage(message, outcome),
    onSuccess: () => void showToast(t('moderation.done'), 'success'),
    onError: (failure) => showFailure(failure, t),
    onSettled: () => queries.invalidateQueries({ queryKey: moderationKey }),
  });
  return (
    <li className={styles['item']}>
      <div className={styles['what']}>
        <blockquote className={styles['quote']}>
          {message.text === '' ? t('moderation.noText') : message.text}
        </blockquote>
        <p className={styles['muted']}>
          {message.sender.name}, {relativeTime(message.createdAt, now, code)} ·{' '}
          <Link href={`/chat/${message.channelId}`}>{t('moderation.toChannel')}</Link>
        </p>
      </div>
      <ReportLines
        reports={reports.map(({ reason, note, reporter, createdAt }) => ({
          key: reporter.id,
          reason: t(`moderation.messageReason.${reason}`),
          note,
          reporter: reporter.name,
          createdAt,
        }))}
      />
      <div className={styles['actions']}>
        <Button disabled={judging.isPending} onClick={() => judging.mutate('dismissed')}>
          {t('moderation.action.dismiss')}
        </Button>
        <Button
          tone="danger"
          disabled={judging.isPending}
          onClick={() => judging.mutate('deleted')}
        >
          {t('moderation.deleteMessage')}
        </Button>
      </div>
    </li>
  );
};

import { dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '#core/failure-text.tsx';
import { relativeTime } from '#core/format/relative-time.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { useNow } from '#shared/hooks/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { closeReports, moderationKey } from '../calls.ts';
import type { ReportedMessage } from '../model/merge-reports.ts';
import { ReportLines } from './report-lines.tsx';
import styles from './moderation.module.css';

/** A reported message or comment, with what a moderator may decide. */
export const ReportedMessageRow = ({ message, reports }: ReportedMessage) => {
  const { t, code } = useLanguage();
  const now = useNow();
  const queries = useQueryClient();
  const dealId = dealOfChannel(message.channelId);
  const judging = useMutation({
    mutationFn: (outcome: 'deleted' | 'dismissed') => closeReports(message.id, outcome),
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
          {t(dealId === null ? 'moderation.kind.message' : 'moderation.kind.comment')} ·{' '}
          {message.sender.name}, {relativeTime(message.createdAt, now, code)} ·{' '}
          {dealId === null ? (
            <Link href={`/chat/${message.channelId}`}>{t('moderation.toChannel')}</Link>
          ) : (
            <Link href={`/deals/${dealId}`}>{t('moderation.toDeal')}</Link>
          )}
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

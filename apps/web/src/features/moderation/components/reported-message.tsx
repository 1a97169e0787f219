import type { Attachment } from '@izgodno/contract/chat/message';
import { dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import { useState } from 'react';
import { relativeTime } from '#core/format/relative-time.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { useNow } from '#shared/hooks/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { ResponsiveImage } from '#shared/ui/responsive-image.tsx';
import { closeReports } from '../calls.ts';
import type { ReportedMessage } from '../model/merge-queues.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { ReportLines } from './report-lines.tsx';
import { RowActions } from './row-actions.tsx';
import styles from './moderation.module.css';

const outcomes = ['dismissed', 'deleted'] as const;
type MessageOutcome = (typeof outcomes)[number];

const textOf = (outcome: MessageOutcome, dealId: string | null): TextKey => {
  if (outcome === 'dismissed') return 'moderation.action.dismiss';
  return dealId === null ? 'moderation.deleteMessage' : 'moderation.deleteComment';
};

/** Links to the files of a reported message; images are shown. */
const ReportedFiles = ({ files }: { readonly files: readonly Attachment[] }) => (
  <ul className={styles['files']}>
    {files.map(({ id, fileName, fileUrl, mimeType, thumbnailUrl }) => (
      <li key={id}>
        <a href={fileUrl ?? undefined} target="_blank" rel="noreferrer">
          {mimeType.startsWith('image/') && fileUrl !== null ? (
            <ResponsiveImage src={thumbnailUrl ?? fileUrl} alt={fileName} signSize={24} />
          ) : (
            <bdi>{fileName}</bdi>
          )}
        </a>
      </li>
    ))}
  </ul>
);

/** A reported message or comment, with what a moderator may decide. */
export const ReportedMessageRow = ({ message, reports }: ReportedMessage) => {
  const { t, code } = useLanguage();
  const now = useNow();
  const [outcome, setOutcome] = useState<MessageOutcome>();
  const dealId = dealOfChannel(message.channelId);
  return (
    <li className={styles['item']}>
      <div className={styles['what']}>
        <blockquote className={styles['quote']}>
          {message.text === '' ? t('moderation.noText') : message.text}
        </blockquote>
        {message.attachments.length > 0 && <ReportedFiles files={message.attachments} />}
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
          key: `${reporter.id} ${createdAt}`,
          reason: t(`moderation.messageReason.${reason}`),
          note,
          reporter: reporter.name,
          createdAt,
        }))}
      />
      <RowActions mayDecide={!reports.some(({ mayDecide }) => mayDecide === false)}>
        {outcomes.map((each) => (
          <Button
            key={each}
            tone={each === 'deleted' ? 'danger' : 'secondary'}
            aria-label={`${t(textOf(each, dealId))}: ${message.sender.name}`}
            onClick={() => setOutcome(each)}
          >
            {t(textOf(each, dealId))}
          </Button>
        ))}
      </RowActions>
      {outcome !== undefined && (
        <ReasonDialog
          title={t(textOf(outcome, dealId))}
          subject={message.text === '' ? t('moderation.noText') : message.text}
          hint={t('moderation.messageWhyHint')}
          tone={outcome === 'deleted' ? 'danger' : 'primary'}
          isDecision
          act={(reason) => closeReports(message.id, outcome, reason)}
          onClose={() => setOutcome(undefined)}
        />
      )}
    </li>
  );
};

import type { OutboxEntry } from '../composer/outbox.ts';
import { ApiError } from '@izgodno/contract/common/client';
import { errorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { outbox } from '../chat.ts';
import { mentionLabels } from './markdown/mention-labels.ts';
import { Markdown } from './markdown/markdown.tsx';
import { AttachmentView } from './attachment-view.tsx';
import { MessageFrame } from './message-row.tsx';
import attachmentStyles from './attachment.module.css';
import styles from './message.module.css';

const noImage = (): void => {};

interface PendingRowProps {
  readonly entry: OutboxEntry;
  readonly grouped: boolean;
  readonly user: { readonly id: string; readonly name: string };
}

/** A message that the server does not have yet: being sent, waiting, or rejected. */
export const PendingRow = ({ entry, grouped, user }: PendingRowProps) => {
  const { t } = useLanguage();
  const { clientId, text, attachments, createdAt, status } = entry;
  return (
    <MessageFrame sender={user} at={createdAt} grouped={grouped} label={t(`chat.outbox.${status}`)}>
      {text !== '' && <Markdown text={text} mentions={[]} userId={user.id} {...mentionLabels(t)} />}
      <div className={attachmentStyles['list']}>
        {attachments.map((attachment) =>
          'placeholderId' in attachment ? (
            <AttachmentView
              key={attachment.placeholderId}
              attachment={{
                ...attachment,
                id: attachment.placeholderId,
                fileUrl: null,
                uploadStatus: 'pending',
              }}
              onOpenImage={noImage}
            />
          ) : null,
        )}
      </div>
      {status === 'failed' ? (
        <div className={styles['failed']} role="alert">
          <span>
            {t('chat.outbox.failed')}:{' '}
            {t(errorText(new ApiError(entry.rejection.code, 400, entry.rejection.message)))}
          </span>
          <Button onClick={() => outbox.retry(clientId)}>{t('chat.outbox.retry')}</Button>
          <Button tone="quiet" onClick={() => outbox.discard(clientId)}>
            {t('chat.outbox.discard')}
          </Button>
        </div>
      ) : (
        <span className={styles['mark']}>
          {t(`chat.outbox.${status}`)}
          {entry.status === 'waiting' && entry.code !== null && (
            <>
              {' · '}
              {t(entry.code === 'slow_mode' ? 'chat.outbox.slowMode' : 'chat.outbox.tooFast')}
            </>
          )}
        </span>
      )}
    </MessageFrame>
  );
};

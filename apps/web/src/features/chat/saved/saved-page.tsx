import type { SavedMessage } from '@izgodno/contract/chat/saved-calls';
import { useQueryClient } from '@tanstack/react-query';
import { useBlocked } from '#core/blocks/blocks.ts';
import { FailedQuery } from '#core/failed-query.tsx';
import { useLanguage } from '#core/language/language.ts';
import { usePageTitle } from '#core/page-title.ts';
import { Link } from '#core/router/link.tsx';
import { showFailure } from '#core/api/error-text.ts';
import { useStore } from '#shared/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { directory } from '../chat.ts';
import { channelName } from '../channels/channel-name.ts';
import { MessageExcerpt } from '../messages/message-excerpt.tsx';
import { messageHref } from '../paths.ts';
import {
  setSaved,
  useFollowSaved,
  useSaved,
  useSavedQuery,
  type SavedState,
} from './saved-messages.ts';
import styles from '../message-rows.module.css';

interface SavedListProps {
  readonly title: string;
  readonly saved: readonly SavedMessage[];
  readonly userId: string;
}

const SavedList = ({ title, saved, userId }: SavedListProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const blocked = useBlocked();
  const { channels } = useStore(directory.state);
  const change = (messageId: string, state: SavedState): void => {
    setSaved(queries, messageId, state).catch(showFailure);
  };
  if (saved.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={styles['heading']}>{title}</h2>
      <ul className={styles['list']}>
        {saved.map(({ message, doneAt }) => {
          const { id, channelId, seq, sender } = message;
          const channel = channels.get(channelId);
          const name = sender.name || t('chat.deletedAccount');
          return (
            <li key={id} className={styles['row']} data-muted={doneAt !== null}>
              <Link href={messageHref(channelId, seq)} className={styles['link']}>
                <MessageExcerpt
                  message={message}
                  isFolded={blocked.has(sender.id)}
                  {...(channel && { origin: channelName(channel, userId) })}
                />
              </Link>
              <span className={styles['actions']}>
                <Button
                  aria-label={t(
                    doneAt === null ? 'savedMessages.doneOf' : 'savedMessages.undoneOf',
                    { name },
                  )}
                  onClick={() => change(id, doneAt === null ? 'done' : 'saved')}
                >
                  {t(doneAt === null ? 'savedMessages.done' : 'savedMessages.undone')}
                </Button>
                <Button
                  tone="quiet"
                  aria-label={t('savedMessages.removeOf', { name })}
                  onClick={() => change(id, 'removed')}
                >
                  {t('savedMessages.remove')}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
};

/** The messages that the user has saved for later. */
export const SavedPage = ({ userId }: { userId: string }) => {
  const { t } = useLanguage();
  const saved = useSaved();
  const query = useSavedQuery();
  useFollowSaved();
  usePageTitle(t('chat.saved'));
  return (
    <div className={styles['page']} aria-busy={saved === undefined && query.error === null}>
      {saved?.length === 0 ? (
        <Notice
          icon="chat"
          level={1}
          title={t('savedMessages.empty')}
          text={t('savedMessages.emptyAdvice')}
        />
      ) : (
        <PageFrame title={t('chat.saved')} lead={t('savedMessages.lead')} width="rows">
          {query.error !== null && <FailedQuery query={query} />}
          <SavedList
            title={t('savedMessages.open')}
            saved={saved?.filter(({ doneAt }) => doneAt === null) ?? []}
            userId={userId}
          />
          <SavedList
            title={t('savedMessages.isDone')}
            saved={saved?.filter(({ doneAt }) => doneAt !== null) ?? []}
            userId={userId}
          />
        </PageFrame>
      )}
    </div>
  );
};

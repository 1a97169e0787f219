import { getThread } from '@izgodno/contract/chat/message-calls';
import { MESSAGE_PAGE_LIMIT } from '@izgodno/contract/chat/limits';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#core/api/api.ts';
import { useLanguage } from '#core/language/language.ts';
import { realtime } from '#core/realtime-browser/realtime.ts';
import { useStore } from '#shared/store.ts';
import { outbox } from '../browser/chat.ts';
import { Composer } from './composer.tsx';
import { useConversation } from './conversation-context.ts';
import { MessageRow } from './message-row.tsx';
import { PendingRow } from './pending-row.tsx';
import { SidePanel } from './side-panel.tsx';
import styles from './conversation.module.css';

const threadQuery = (id: string) =>
  queryOptions({
    queryKey: ['chat', 'thread', id],
    queryFn: ({ signal }) =>
      api.call(getThread, { params: { id }, query: { limit: MESSAGE_PAGE_LIMIT.maximum } }, signal),
  });

interface ThreadPanelProps {
  readonly rootId: string;
  readonly userName: string;
  readonly onClose: () => void;
}

/** A message and the replies to it. */
export const ThreadPanel = ({ rootId, userName, onClose }: ThreadPanelProps) => {
  const { t } = useLanguage();
  const { userId, channel } = useConversation();
  const queries = useQueryClient();
  const { data } = useQuery(threadQuery(rootId));
  const [files, setFiles] = useState<readonly File[]>([]);
  const pending = useStore(outbox.outbox).filter(({ replyTo }) => replyTo === rootId);

  useEffect(
    () =>
      realtime.listen((heard) => {
        if (heard.type !== 'message.created' && heard.type !== 'message.changed') return;
        const { id, threadId } = heard.data.message;
        if (id !== rootId && threadId !== rootId) return;
        void queries.invalidateQueries({ queryKey: threadQuery(rootId).queryKey });
      }),
    [rootId, queries],
  );

  const replies = data?.replies ?? [];
  const stored = new Set(replies.map(({ clientId }) => clientId));
  return (
    <SidePanel title={t('chat.threadTitle')} onClose={onClose}>
      <div className={styles['panelBody']} aria-busy={data === undefined}>
        {data !== undefined && (
          <MessageRow message={data.root} grouped={false} isTarget={false} isSeen={false} />
        )}
        {replies.map((message) => (
          <MessageRow
            key={message.clientId}
            message={message}
            grouped={false}
            isTarget={false}
            isSeen={false}
          />
        ))}
        {pending.map((entry) =>
          stored.has(entry.clientId) ? null : (
            <PendingRow
              key={entry.clientId}
              entry={entry}
              grouped={false}
              user={{ id: userId, name: userName }}
            />
          ),
        )}
      </div>
      {data !== undefined && channel.archivedAt === null && (
        <Composer
          userId={userId}
          channelId={channel.id}
          draftKey={rootId}
          label={t('chat.replyInThread')}
          replyTo={data.root}
          isReplyFixed
          editing={null}
          files={files}
          onFiles={setFiles}
          onEditLast={() => {}}
          onCancel={onClose}
          onSent={() => setFiles([])}
        />
      )}
    </SidePanel>
  );
};

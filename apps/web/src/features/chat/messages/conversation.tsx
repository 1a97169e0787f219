import type { OwnChannel } from '@izgodno/contract/chat/channel';
import type { User } from '@izgodno/contract/accounts/session';
import { useEffect, useMemo, useState } from 'react';
import { useBlocked } from '#core/blocks/blocks.ts';
import { useLanguage } from '#core/language/language.ts';
import { useStore } from '#shared/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { outbox } from '../chat.ts';
import { watchPresence } from '../members/presence.ts';
import { unreadOf } from '../channels/channel-directory.ts';
import { pendingOf } from '../composer/outbox.ts';
import { newestOwn, timelineOf } from './timeline.ts';
import { Announcer } from './announcer.tsx';
import { ConversationHeader, type PanelKind } from './conversation-header.tsx';
import { ConversationFoot } from './conversation-foot.tsx';
import { useDropZone } from '../composer/drop-zone.ts';
import { MessageActionsLayer } from './message-actions-layer.tsx';
import { MessageList } from './message-list.tsx';
import { Panel, type OpenPanel } from './panel.tsx';
import { dayOf } from './time-text.ts';
import { TimelineRow } from './timeline-row.tsx';
import { useListPlace } from './use-list-place.ts';
import { useMessages } from './use-messages.ts';
import { useReadMarks } from './use-read-marks.ts';
import { useSeenUpTo } from './use-receipts.ts';
import { useSubject } from './use-subject.ts';
import styles from './conversation.module.css';

interface ConversationProps {
  readonly channel: OwnChannel;
  readonly user: User;
  /** The message that the URL names; a new object scrolls to it again. */
  readonly wanted: { readonly seq: number } | null;
}

/** An open channel: its messages and its composer. */
export const Conversation = ({ channel, user, wanted }: ConversationProps) => {
  const { t } = useLanguage();
  const messages = useMessages(channel.id);
  const { log, around, readSeq } = messages;
  const place = useListPlace(channel.id, messages, wanted);
  const box = useStore(outbox.outbox);
  const onSeen = useReadMarks(channel.id);
  const seenSeq = useSeenUpTo(channel, user.id);
  const [panel, setPanel] = useState<OpenPanel | null>(null);
  const subject = useSubject();
  const blocked = useBlocked();
  const [files, setFiles] = useState<readonly File[]>([]);
  const drop = useDropZone((dropped) => setFiles([...files, ...dropped]));

  const { items, atEnd } = useMemo(
    () =>
      timelineOf({
        log,
        pending: pendingOf(box, channel.id),
        userId: user.id,
        around,
        readSeq,
        dayOf,
      }),
    [log, box, channel.id, user.id, around, readSeq],
  );
  const lastSeen = newestOwn(items, user.id, ({ seq }) => seq <= seenSeq);

  useEffect(() => watchPresence(channel.people.map(({ id }) => id)), [channel.people]);

  const editLast = (): void => {
    const last = newestOwn(
      items,
      user.id,
      ({ deletedAt, text }) => deletedAt === null && text !== '',
    );
    if (last !== undefined) subject.edit(last);
  };

  return (
    <MessageActionsLayer
      userId={user.id}
      channel={channel}
      blocked={blocked}
      onReply={subject.reply}
      onEdit={subject.edit}
      onOpenThread={(rootId) => setPanel({ kind: 'thread', rootId })}
      onJump={(seq) => void place.toMessage(seq)}
    >
      <div className={styles['conversation']} {...drop.handlers}>
        <ConversationHeader
          channel={channel}
          userId={user.id}
          panel={panel === null || panel.kind === 'thread' ? null : panel.kind}
          onPanel={(kind: PanelKind) => setPanel(panel?.kind === kind ? null : { kind })}
        />
        {messages.status === 'failed' ? (
          <Notice icon="offline" title={t('chat.loadFailed')}>
            <Button onClick={messages.retry}>{t('shell.tryAgain')}</Button>
          </Notice>
        ) : (
          <MessageList
            items={messages.status === 'ready' ? items : []}
            atEnd={atEnd}
            target={place.target}
            unread={unreadOf(channel)}
            onNearStart={() => messages.loadMore('older')}
            onNearEnd={() => messages.loadMore('newer')}
            onJumpToLatest={() => void place.toNewest()}
            onSeen={onSeen}
            renderItem={(item) => (
              <TimelineRow item={item} user={user} targetSeq={place.seq} seenSeq={lastSeen?.seq} />
            )}
          />
        )}
        <Announcer channelId={channel.id} userId={user.id} blocked={blocked} />
        <ConversationFoot
          channel={channel}
          blocked={blocked}
          userId={user.id}
          replyTo={subject.replyTo}
          editing={subject.editing}
          files={files}
          onFiles={setFiles}
          onEditLast={editLast}
          onCancel={subject.leave}
          onSent={() => {
            subject.leave();
            setFiles([]);
            if (subject.editing === null) void place.toNewest();
          }}
        />
        {drop.isOver && <div className={styles['drop']}>{t('chat.dropHere')}</div>}
      </div>
      {panel !== null && (
        <Panel
          panel={panel}
          channel={channel}
          userName={user.name}
          onClose={() => setPanel(null)}
        />
      )}
    </MessageActionsLayer>
  );
};

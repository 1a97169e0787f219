import type { OwnChannel } from '@izgodno/contract/chat/channel';
import type { Message } from '@izgodno/contract/chat/message';
import type { User } from '@izgodno/contract/session/session';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { useStore } from '#shared/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { logs, outbox } from '../browser/chat.ts';
import { watchPresence } from '../browser/presence.ts';
import { unreadOf } from '../model/channel-directory.ts';
import { channelName } from '../model/channel-name.ts';
import { pendingOf } from '../model/outbox.ts';
import { timelineOf, type TimelineItem } from '../model/timeline.ts';
import { Announcer } from './announcer.tsx';
import { ConversationHeader, type PanelKind } from './conversation-header.tsx';
import { ConversationFoot } from './conversation-foot.tsx';
import { useDropZone } from './drop-zone.ts';
import { MessageActionsLayer } from './message-actions-layer.tsx';
import { MessageList, type ScrollTarget } from './message-list.tsx';
import { MessageRow } from './message-row.tsx';
import { PendingRow } from './pending-row.tsx';
import { Panel, type OpenPanel } from './panel.tsx';
import { dayOf, dayText } from './time-text.ts';
import { useMessages } from './use-messages.ts';
import { useReadMarks } from './use-read-marks.ts';
import { useSeenUpTo } from './use-receipts.ts';
import styles from './conversation.module.css';

const NEWEST: ScrollTarget = { key: 'end', align: 'start' };

interface ConversationProps {
  readonly channel: OwnChannel;
  readonly user: User;
  /** A message that the address names; a new object leads to it anew. */
  readonly wanted: { readonly seq: number } | null;
}

/** An open channel: its messages, and where one writes. */
export const Conversation = ({ channel, user, wanted }: ConversationProps) => {
  const language = useLanguage();
  const { t } = language;
  const now = useNow();
  const messages = useMessages(channel.id);
  const { log, around, readSeq } = messages;
  const box = useStore(outbox.outbox);
  const onSeen = useReadMarks(channel.id);
  const seenSeq = useSeenUpTo(channel, user.id);
  /** Where the list was led to since it opened; `seq` is of a message that was asked for. */
  const [moved, setMoved] = useState<{
    readonly target: ScrollTarget;
    readonly seq: number | null;
  } | null>(null);
  const [panel, setPanel] = useState<OpenPanel | null>(null);
  const [replyTo, setReplyTo] = useState<Message | null>(null);
  const [editing, setEditing] = useState<Message | null>(null);
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

  useEffect(() => watchPresence(channel.people.map(({ id }) => id)), [channel.people]);

  /** Where it opens: at the line before what is new, else at the newest. */
  const [opening] = useState<ScrollTarget>(() =>
    around === null ? NEWEST : { key: 'new', align: 'start' },
  );

  const toNewest = async (): Promise<void> => {
    await messages.show(null);
    setMoved({ target: { ...NEWEST }, seq: null });
  };

  const jumpTo = async (seq: number): Promise<void> => {
    await messages.show(seq);
    const key = logs.logOf(channel.id).messages.get(seq)?.clientId ?? NEWEST.key;
    setMoved({ target: { key, align: 'center' }, seq });
  };
  const jump = useRef(jumpTo);
  useEffect(() => {
    jump.current = jumpTo;
  });
  useEffect(() => {
    if (wanted !== null) void jump.current(wanted.seq);
  }, [wanted]);

  const editLast = (): void => {
    const own = items.findLast(
      (item) =>
        item.kind === 'message' &&
        item.message.sender.id === user.id &&
        item.message.deletedAt === null &&
        item.message.text !== '',
    );
    if (own?.kind === 'message') setEditing(own.message);
  };

  const lastSeen = items.findLast(
    (item) =>
      item.kind === 'message' && item.message.sender.id === user.id && item.message.seq <= seenSeq,
  );

  const renderItem = (item: TimelineItem) => {
    switch (item.kind) {
      case 'start':
        return (
          <div className={styles['start']}>
            {t('chat.start', { name: channelName(channel, user.id) })}
          </div>
        );
      case 'day':
        return (
          <div className={styles['line']}>
            <h2>{dayText(item.day, now, language)}</h2>
          </div>
        );
      case 'new':
        return (
          <div className={styles['line']} data-new="true">
            <h2>{t('chat.newMessages')}</h2>
          </div>
        );
      case 'message':
        return (
          <MessageRow
            message={item.message}
            grouped={item.grouped}
            isTarget={item.message.seq === moved?.seq}
            isSeen={item === lastSeen}
          />
        );
      case 'pending':
        return <PendingRow entry={item.entry} grouped={item.grouped} user={user} />;
    }
  };

  return (
    <MessageActionsLayer
      userId={user.id}
      channel={channel}
      onReply={(message) => {
        setEditing(null);
        setReplyTo(message);
      }}
      onEdit={(message) => {
        setReplyTo(null);
        setEditing(message);
      }}
      onOpenThread={(rootId) => setPanel({ kind: 'thread', rootId })}
      onJump={(seq) => void jumpTo(seq)}
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
            target={moved?.target ?? opening}
            unread={unreadOf(channel)}
            onNearStart={() => messages.loadMore('older')}
            onNearEnd={() => messages.loadMore('newer')}
            onJumpToLatest={() => void toNewest()}
            onSeen={onSeen}
            renderItem={renderItem}
          />
        )}
        <Announcer channelId={channel.id} userId={user.id} />
        <ConversationFoot
          channel={channel}
          userId={user.id}
          replyTo={replyTo}
          editing={editing}
          files={files}
          onFiles={setFiles}
          onEditLast={editLast}
          onCancel={() => {
            setReplyTo(null);
            setEditing(null);
          }}
          onSent={() => {
            setReplyTo(null);
            setEditing(null);
            setFiles([]);
            if (editing === null) void toNewest();
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

import type { OwnChannel } from '@izgodno/contract/chat/channel';
import type { User } from '@izgodno/contract/accounts/session';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { listMembers } from '@izgodno/contract/chat/channel-calls';
import { localDay } from '#core/format/local-day.ts';
import { useBlocked } from '#core/blocks/blocks.ts';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { note } from '#core/log.ts';
import { useLocation } from '#core/router/location.ts';
import { api } from '#core/api/api.ts';
import { useStore } from '#shared/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { outbox, receipts } from '../chat.ts';
import { watchPresence } from '../members/presence.ts';
import { unreadOf } from '../channels/channel-directory.ts';
import { pendingOf } from '../composer/outbox.ts';
import { newestOwn, timelineOf, type Timeline, type TimelineItem } from './timeline.ts';
import { Announcer } from './announcer.tsx';
import { ChannelViewHeader, type PanelKind } from './channel-view-header.tsx';
import { ChannelViewFoot } from './channel-view-foot.tsx';
import { panelCovers } from './channel-view-context.ts';
import { useDropZone } from '../composer/drop-zone.ts';
import { useHeld } from '../composer/held.ts';
import { withinLimit } from '../composer/message-files.ts';
import { MessageActionsLayer } from './message-actions-layer.tsx';
import { MessageList } from './message-list.tsx';
import type { OpenPanel } from './panel.tsx';
import { DealHead } from '../slots.ts';
import { TimelineRow } from './timeline-row.tsx';
import { useListPosition } from './use-list-position.ts';
import { useMessages, type OpenedMessages } from './use-messages.ts';
import { useReadMarks } from './use-read-marks.ts';
import { seenUpTo } from './receipts.ts';
import styles from './channel-view.module.css';

const Panel = lazyComponent(['chat', 'chat.more'], async () => (await import('./panel.tsx')).Panel);

const NONE: readonly TimelineItem[] = [];

const useTimeline = (
  channelId: string,
  userId: string,
  { log, around, readSeq }: OpenedMessages,
): Timeline => {
  const box = useStore(outbox.outbox);
  return useMemo(
    () =>
      timelineOf({
        log,
        pending: pendingOf(box, channelId),
        userId,
        around,
        readSeq,
        dayOf: localDay,
      }),
    [log, box, channelId, userId, around, readSeq],
  );
};

/**
 * `seq` up to which all others in a direct conversation have read; 0 in any other channel. Also
 * follows the presence of the others.
 */
const useSeenUpTo = ({ id, kind, people: users }: OwnChannel, userId: string): number => {
  const known = useStore(receipts.state).get(id);
  useEffect(() => watchPresence(users.map((user) => user.id)), [users]);
  useEffect(() => {
    if (kind !== 'direct') return;
    const read = async (): Promise<void> => {
      const { members } = await api.call(listMembers, { params: { id }, query: {} });
      for (const { user, readSeq } of members) receipts.put(id, user.id, readSeq ?? 0);
    };
    read().catch((cause: unknown) => note('Who has read could not be read', cause));
  }, [id, kind]);
  if (kind !== 'direct') return 0;
  return seenUpTo(
    known,
    users.map((user) => user.id).filter((other) => other !== userId),
  );
};

/**
 * The panel beside the messages, if one is open. A new `wanted` opens its thread again; any other
 * navigation closes a panel that covers the messages.
 */
const usePanel = (wanted: { readonly rootId: string } | null) => {
  const { key } = useLocation();
  const [panel, setPanel] = useState<OpenPanel | null>(null);
  const [shown, setShown] = useState<typeof wanted | string>(key);
  const current = wanted ?? key;
  if (shown !== current) {
    setShown(current);
    if (wanted !== null) setPanel({ kind: 'thread', rootId: wanted.rootId, isLinked: true });
    else if (panelCovers()) setPanel(null);
  }
  return {
    panel,
    close: () => setPanel(null),
    /** Uncovers a message that it leads to. */
    uncover: () => {
      if (panelCovers()) setPanel(null);
    },
    openThread: (rootId: string) => setPanel({ kind: 'thread', rootId }),
    toggle: (kind: PanelKind) => setPanel(panel?.kind === kind ? null : { kind }),
  };
};

interface ChannelViewProps {
  readonly channel: OwnChannel;
  readonly user: User;
  /** The message that the URL names; a new object scrolls to it again. */
  readonly wanted: { readonly seq: number } | null;
  /** The thread that the URL names; a new object opens it again. */
  readonly wantedThread: { readonly rootId: string } | null;
}

/** An open channel: its messages and its composer. */
export const ChannelView = ({ channel, user, wanted, wantedThread }: ChannelViewProps) => {
  const { t } = useLanguage();
  const messages = useMessages(channel, wanted?.seq ?? null);
  const { position: shown, ...jumps } = useListPosition(channel.id, messages, wanted);
  const marks = useReadMarks(channel, shown);
  const seenSeq = useSeenUpTo(channel, user.id);
  const { panel, ...panels } = usePanel(wantedThread);
  const held = useHeld(user.id, { channelId: channel.id, threadId: null });
  const blocked = useBlocked();
  const drop = useDropZone((dropped) => held.setFiles(withinLimit([...held.files, ...dropped], t)));

  const { items, atEnd } = useTimeline(channel.id, user.id, messages);
  // Many rows are rendered when the first messages arrive: deferred, they yield to typing.
  const isReady = messages.status === 'ready';
  const isOpen = useDeferredValue(isReady) && isReady;
  const lastSeen = newestOwn(items, user.id, ({ seq }) => seq <= seenSeq);

  const editLast = (): void => {
    const last = newestOwn(
      items,
      user.id,
      ({ deletedAt, text }) => deletedAt === null && text !== '',
    );
    if (last !== undefined) held.edit(last);
  };

  return (
    <MessageActionsLayer
      userId={user.id}
      channel={channel}
      blocked={blocked}
      onReply={held.reply}
      onEdit={held.edit}
      onOpenThread={panels.openThread}
      onJump={(seq) => {
        void jumps.toMessage(seq);
        panels.uncover();
      }}
    >
      <div className={styles['conversation']} {...drop.handlers}>
        <ChannelViewHeader
          channel={channel}
          userId={user.id}
          panel={panel === null || panel.kind === 'thread' ? null : panel.kind}
          onPanel={panels.toggle}
        />
        {channel.deal !== undefined && (
          <Eventually>
            <DealHead channel={channel} deal={channel.deal} userId={user.id} />
          </Eventually>
        )}
        {messages.status === 'failed' ? (
          <Notice icon="offline" title={t('chat.loadFailed')}>
            <Button onClick={messages.retry}>{t('shell.tryAgain')}</Button>
          </Notice>
        ) : (
          <MessageList
            items={isOpen ? items : NONE}
            atEnd={atEnd}
            target={shown.target}
            unread={unreadOf(channel)}
            onNearStart={() => messages.loadMore('older')}
            onNearEnd={() => messages.loadMore('newer')}
            onJumpToLatest={() => {
              marks.catchUp();
              void jumps.toNewest();
            }}
            onReturn={() => void jumps.toFirstUnread()}
            onMove={messages.onMove}
            onSeen={marks.onSeen}
            renderItem={(item) => (
              <TimelineRow item={item} user={user} targetSeq={shown.seq} seenSeq={lastSeen?.seq} />
            )}
          />
        )}
        <Announcer channelId={channel.id} userId={user.id} blocked={blocked} />
        <ChannelViewFoot
          channel={channel}
          blocked={blocked}
          userId={user.id}
          replyTo={held.replyTo}
          editing={held.editing}
          files={held.files}
          onFiles={held.setFiles}
          onEditLast={editLast}
          onCancel={held.leave}
          onSent={({ replyTo, files }) => {
            held.finish('reply', replyTo);
            held.sent(files);
            void jumps.toOwn();
          }}
          onEdited={(id) => held.finish('edit', id)}
        />
        {drop.isOver && <div className={styles['drop']}>{t('chat.dropHere')}</div>}
      </div>
      {panel !== null && (
        <Eventually>
          <Panel panel={panel} channel={channel} userName={user.name} onClose={panels.close} />
        </Eventually>
      )}
    </MessageActionsLayer>
  );
};

import type { OwnChannel } from '@izgodno/contract/chat/channel';
import type { User } from '@izgodno/contract/accounts/session';
import { useDeferredValue, useEffect, useMemo, useState, useRef } from 'react';
import { channelTimings } from '@izgodno/contract/chat/limits';
import { listMembers } from '@izgodno/contract/chat/channel-calls';
import { localDay } from '#core/format/local-day.ts';
import { useBlocked } from '#core/blocks/blocks.ts';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { note } from '#core/log.ts';
import { api } from '#core/api/api.ts';
import { announce } from '#shared/announce.ts';
import { useLatest } from '#shared/hooks/use-latest.ts';
import { useStore } from '#shared/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { outbox, directory, markRead, saveNewest, receipts, logs } from '../chat.ts';
import { watchPresence } from '../members/presence.ts';
import { unreadOf } from '../channels/channel-directory.ts';
import { pendingOf } from '../composer/outbox.ts';
import type { ChannelLog } from './channel-log.ts';
import { newestOwn, timelineOf, type Timeline, type TimelineItem } from './timeline.ts';
import { Announcer } from './announcer.tsx';
import { ChannelViewHeader, type PanelKind } from './channel-view-header.tsx';
import { ChannelViewFoot } from './channel-view-foot.tsx';
import { PANEL_COVERS } from './channel-view-context.ts';
import { useDropZone } from '../composer/drop-zone.ts';
import { useHeld } from '../composer/held.ts';
import { withinLimit } from '../composer/message-files.ts';
import { MessageActionsLayer } from './message-actions-layer.tsx';
import { MessageList, type ScrollTarget } from './message-list.tsx';
import type { OpenPanel } from './panel.tsx';
import { useWithoutPanelEntry } from './panel-history.ts';
import { DealHead } from '../slots.ts';
import { momentText } from './time-text.ts';
import { TimelineRow } from './timeline-row.tsx';
import { useMessages, type OpenedMessages, type Shown } from './use-messages.ts';
import { seenUpTo } from './receipts.ts';
import styles from './channel-view.module.css';

const Panel = lazyComponent(['chat', 'chat.more'], async () => (await import('./panel.tsx')).Panel);

const NONE: readonly TimelineItem[] = [];

const NEWEST: ScrollTarget = { key: 'end', align: 'start' };

interface ListPosition {
  readonly target: ScrollTarget;
  /** `seq` of the last requested message; null if there is none. */
  readonly seq: number | null;
  /** Whether the user has not scrolled here, so that unread messages before it are unseen. */
  readonly isJump: boolean;
}

/** Before the first messages are loaded. */
const OPENING: ListPosition = { target: NEWEST, seq: null, isJump: true };

const toEnd = (isJump: boolean): ListPosition => ({ target: { ...NEWEST }, seq: null, isJump });

const positionAt = ({ messages }: ChannelLog, seq: number): ListPosition => ({
  target: { key: messages.get(seq)?.clientId ?? NEWEST.key, align: 'center' },
  seq,
  isJump: true,
});

/** To the line of new messages, or to the newest one if there is no line. */
const toLine = (isJump = true): ListPosition => ({
  target: { key: 'new', align: 'start' },
  seq: null,
  isJump,
});

/** A channel opens at the wanted message, else at the line of new messages, else at the newest. */
const openingPosition = (
  { log, around }: OpenedMessages,
  wanted: { readonly seq: number } | null,
): ListPosition =>
  around !== null && around === wanted?.seq ? positionAt(log, around) : toLine(wanted !== null);

/**
 * Where the list of messages scrolls to. `wanted` is a message to show; a new object scrolls to it
 * again.
 */
const useListPosition = (
  channelId: string,
  messages: OpenedMessages,
  wanted: { readonly seq: number } | null,
) => {
  const { t, code } = useLanguage();
  const { show } = messages;
  const [position, setPosition] = useState(OPENING);
  if (position === OPENING && messages.status === 'ready')
    setPosition(openingPosition(messages, wanted));

  /** Goes to what is loaded; the list stays where it is if that failed. */
  const jumpTo = async (around: number | null, to: (log: ChannelLog) => ListPosition) => {
    const outcome = await show(around);
    const log = logs.logOf(channelId);
    if (outcome === 'shown') setPosition(to(log));
    if (outcome === 'failed' && log.loaded) showToast(t('chat.loadFailed'), 'error');
  };

  const toNewest = (): Promise<void> => jumpTo(null, () => toEnd(false));

  /** Goes to what is known at once, and to the same of what is loaded for it. */
  const goTo = async (to: () => ListPosition, loading: () => Promise<Shown>) => {
    setPosition(to());
    if ((await loading()) !== 'overtaken') setPosition(to());
  };

  const toOwn = (): Promise<void> => goTo(() => toEnd(true), messages.showEnd);

  const toFirstUnread = (): Promise<void> => goTo(toLine, messages.reopen);

  const toMessage = (seq: number): Promise<void> =>
    jumpTo(seq, (log) => {
      const { sender, createdAt } = log.messages.get(seq) ?? {};
      // The list moves, but the focus stays where the user has asked for it.
      if (sender !== undefined && createdAt !== undefined)
        announce(
          t('chat.messageOf', {
            name: sender.name || t('chat.deletedAccount'),
            time: momentText(createdAt, code),
          }),
        );
      return positionAt(log, seq);
    });
  const jump = useLatest(toMessage);
  useEffect(() => {
    if (wanted !== null) void jump.current(wanted.seq);
  }, [wanted, jump]);

  return { position, toNewest, toOwn, toFirstUnread, toMessage };
};

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
 * Marks visible messages as read and saves the newest one as last active. At a position that the user
 * has jumped to, nothing is marked until no unread message lies before the visible ones. What the
 * user marks as unread, here or on another device, stays so until `catchUp` or until they open the
 * channel again.
 */
const useReadMarks = ({ id: channelId, membership }: OwnChannel, position: ListPosition) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The last position where no unread message lay before the visible ones. */
  const caughtUp = useRef<ListPosition>(null);
  const saved = useRef(membership.readSeq);
  const knownMarks = useRef(membership.unreadMarks);
  useEffect(() => () => clearTimeout(timer.current), []);

  const onSeen = (from: number, to: number): void => {
    const channel = directory.state.get().channels.get(channelId);
    if (channel === undefined) return;
    const { readSeq, unreadMarks } = channel.membership;
    if (unreadMarks !== knownMarks.current) return;
    if (position.isJump && caughtUp.current !== position && from > readSeq + 1) return;
    caughtUp.current = position;
    if (to > readSeq) markRead(channelId, to);
    if (to < channel.lastSeq || to === saved.current) return;
    saved.current = to;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void saveNewest(channelId, 'message_view');
    }, channelTimings.saveDelayMs);
  };

  return {
    onSeen,
    catchUp: () => {
      const channel = directory.state.get().channels.get(channelId);
      knownMarks.current = channel?.membership.unreadMarks ?? 0;
    },
  };
};

/** The panel beside the messages, if one is open. A new `wanted` opens its thread again. */
const usePanel = (wanted: { readonly rootId: string } | null) => {
  const [panel, setPanel] = useState<OpenPanel | null>(null);
  const [shown, setShown] = useState<typeof wanted>(null);
  if (shown !== wanted) {
    setShown(wanted);
    if (wanted !== null) setPanel({ kind: 'thread', rootId: wanted.rootId, isLinked: true });
  }
  return {
    panel,
    close: () => setPanel(null),
    /** Uncovers a message that it leads to. */
    uncover: () => {
      if (matchMedia(PANEL_COVERS).matches) setPanel(null);
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
  useWithoutPanelEntry(panel !== null);
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

import { useEffect, useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { announce } from '#shared/announce.ts';
import { useLatest } from '#shared/hooks/use-latest.ts';
import { showToast } from '#shared/ui/toast.ts';
import { logs } from '../chat.ts';
import type { ChannelLog } from './channel-log.ts';
import type { ScrollTarget } from './message-list.tsx';
import { momentText } from './time-text.ts';
import type { OpenedMessages, Shown } from './use-messages.ts';

const NEWEST: ScrollTarget = { key: 'end', align: 'start' };

export interface ListPosition {
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
export const useListPosition = (
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

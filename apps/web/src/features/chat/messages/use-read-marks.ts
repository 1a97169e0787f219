import type { OwnChannel } from '@izgodno/contract/chat/channel';
import { channelTimings } from '@izgodno/contract/chat/limits';
import { useEffect, useRef } from 'react';
import { directory, markRead, saveNewest } from '../chat.ts';
import type { ListPosition } from './use-list-position.ts';

/**
 * Marks visible messages as read and saves the newest one as last active. At a position that the user
 * has jumped to, nothing is marked until no unread message lies before the visible ones. What the
 * user marks as unread, here or on another device, stays so until `catchUp` or until they open the
 * channel again.
 */
export const useReadMarks = ({ id: channelId, membership }: OwnChannel, position: ListPosition) => {
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

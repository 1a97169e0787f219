import { useEffect, useRef } from 'react';
import { channelTimings } from '@izgodno/contract/chat/limits';
import { directory, markRead, saveNewest } from '../chat.ts';

/** Returns a function that marks messages as read and saves the newest message as last active. */
export const useReadMarks = (channelId: string): ((seq: number) => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (seq) => {
    const channel = directory.state.get().channels.get(channelId);
    if (channel === undefined || seq <= channel.membership.readSeq) return;
    markRead(channelId, seq);
    if (seq < channel.lastSeq) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void saveNewest(channelId, 'message_view');
    }, channelTimings.saveDelayMs);
  };
};

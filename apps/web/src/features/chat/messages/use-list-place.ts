import { useEffect, useRef, useState } from 'react';
import { logs } from '../chat.ts';
import type { ScrollTarget } from './message-list.tsx';
import type { OpenedMessages } from './use-messages.ts';

const NEWEST: ScrollTarget = { key: 'end', align: 'start' };

interface ListPlace {
  readonly target: ScrollTarget;
  /** `seq` of the last requested message; null if there is none. */
  readonly seq: number | null;
}

/**
 * Where the list of messages scrolls to. `wanted` is a message to show; a new object scrolls to it
 * again.
 */
export const useListPlace = (
  channelId: string,
  { around, show }: OpenedMessages,
  wanted: { readonly seq: number } | null,
) => {
  /** Opens at the line of new messages, else at the newest. */
  const [place, setPlace] = useState<ListPlace>(() => ({
    target: around === null ? NEWEST : { key: 'new', align: 'start' },
    seq: null,
  }));

  const toNewest = async (): Promise<void> => {
    await show(null);
    setPlace({ target: { ...NEWEST }, seq: null });
  };

  const toMessage = async (seq: number): Promise<void> => {
    await show(seq);
    const key = logs.logOf(channelId).messages.get(seq)?.clientId ?? NEWEST.key;
    setPlace({ target: { key, align: 'center' }, seq });
  };
  const jump = useRef(toMessage);
  useEffect(() => {
    jump.current = toMessage;
  });
  useEffect(() => {
    if (wanted !== null) void jump.current(wanted.seq);
  }, [wanted]);

  return { ...place, toNewest, toMessage };
};

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type RefObject } from 'react';
import { note } from '#core/log.ts';
import { markThreadRead, useFollowedThread } from './followed-threads.ts';

/** Distance from the end within which the last reply counts as seen, in pixels. */
const SEEN_DISTANCE = 40;

/**
 * Marks the replies of a shown thread as read once the end of `body`, which scrolls, is visible.
 * `lastSeq` is that of the last shown reply; undefined while there is none.
 */
export const useThreadReading = (
  rootId: string,
  body: RefObject<HTMLElement | null>,
  lastSeq: number | undefined,
): void => {
  const queries = useQueryClient();
  const newest = useFollowedThread(rootId)?.unread.at(-1);
  const isShown = newest !== undefined && lastSeq !== undefined && newest <= lastSeq;
  useEffect(() => {
    const { current } = body;
    if (!isShown || current === null) return;
    const mark = (): void => {
      const below = current.scrollHeight - current.scrollTop - current.clientHeight;
      if (document.visibilityState !== 'visible' || below > SEEN_DISTANCE) return;
      markThreadRead(queries, rootId, newest).catch((cause: unknown) =>
        note('The read position of a thread could not be saved', cause),
      );
    };
    mark();
    current.addEventListener('scroll', mark, { passive: true });
    document.addEventListener('visibilitychange', mark);
    return () => {
      current.removeEventListener('scroll', mark);
      document.removeEventListener('visibilitychange', mark);
    };
  }, [isShown, newest, rootId, body, queries]);
};

import { markNoticesRead } from '@izgodno/contract/notices/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '#core/api/api.ts';
import { readAgain } from '#core/api/read-again.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { onResume } from '#shared/browser-events.ts';
import { noticesQuery } from './calls.ts';
import { unreadQuery } from './unread.ts';

interface CommentNoticesProps {
  readonly dealId: string;
}

/** Marks the notices of a deal's comments as read while the element around it is on the screen. */
export const CommentNotices = ({ dealId }: CommentNoticesProps) => {
  const user = useUser();
  return user === null ? null : <ShownComments key={`${user.id} ${dealId}`} dealId={dealId} />;
};

const ShownComments = ({ dealId }: CommentNoticesProps) => {
  const queries = useQueryClient();
  const { data: unread = 0 } = useQuery(unreadQuery);
  const marker = useRef<HTMLSpanElement>(null);
  /** The unread notices that are of nothing here. */
  const others = useRef(0);

  useEffect(() => {
    const comments = marker.current?.parentElement;
    others.current = Math.min(others.current, unread);
    if (!comments || unread === others.current) return undefined;
    let isShown = false;
    let isAsked = false;
    const read = async (): Promise<void> => {
      if (isAsked || !isShown || document.visibilityState !== 'visible') return;
      isAsked = true;
      const response = await api.call(markNoticesRead, { body: { commentsOn: dealId } });
      others.current = response.unread;
      if (response.unread === unread) return;
      queries.setQueryData(unreadQuery.queryKey, response.unread);
      await readAgain(queries, { queryKey: noticesQuery.queryKey });
    };
    // A notice that could not be marked stays unread.
    const tryToRead = (): void => void read().catch(() => undefined);
    const observer = new IntersectionObserver((entries) => {
      isShown = entries.at(-1)?.isIntersecting === true;
      tryToRead();
    });
    observer.observe(comments);
    const stop = onResume(tryToRead);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [unread, dealId, queries]);

  return <span ref={marker} />;
};

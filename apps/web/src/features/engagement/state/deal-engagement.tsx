import { listEngagement, MAX_ENGAGEMENT_DEALS } from '@izgodno/contract/engagement/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '#core/api/api.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { evictMarks, marksOwner, setMarks } from './marks.ts';
import { followMarks, readFavorites } from './shared-marks.ts';

/** Knows which of the visible deals the user has favourited or liked, also in other tabs. */
export const DealEngagement = ({ ids }: { ids: readonly string[] }) => {
  const userId = useUser()?.id ?? '';
  const shown = ids.join(' ');
  const asked = useRef(new Set<string>());
  const queries = useQueryClient();

  useEffect(() => {
    asked.current = new Set();
    if (marksOwner.get() === userId) return;
    marksOwner.set(userId);
    evictMarks();
  }, [userId]);

  useEffect(() => followMarks(userId, () => void readFavorites(queries)), [userId, queries]);

  useEffect(() => {
    if (userId === '') return;
    const unknown = shown.split(' ').filter((id) => id !== '' && !asked.current.has(id));
    const wanted = unknown.slice(-MAX_ENGAGEMENT_DEALS);
    if (wanted.length === 0) return;
    for (const id of wanted) asked.current.add(id);
    const load = async () => {
      const { marks } = await api.call(listEngagement, { query: { ids: wanted } });
      setMarks(marks.map(({ id, ...mark }) => [id, mark]));
    };
    // On failure, no deal is marked.
    load().catch(() => undefined);
  }, [userId, shown]);
  return null;
};

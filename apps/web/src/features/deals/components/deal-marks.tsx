import { listDealMarks, MAX_DEAL_MARKS } from '@izgodno/contract/deals/keeping-calls';
import { useEffect } from 'react';
import { api } from '#core/api/api.ts';
import { useUser } from '#core/session-browser/use-session.ts';
import { forgetMarks, setMarks } from '../model/marks.ts';

// Deals that were asked about, and for whom.
const asked = { by: '', ids: new Set<string>() };

const loadMarks = async (userId: string, shown: readonly string[]): Promise<void> => {
  if (asked.by !== userId) {
    forgetMarks();
    asked.by = userId;
    asked.ids = new Set();
  }
  const ids = shown.filter((id) => !asked.ids.has(id)).slice(-MAX_DEAL_MARKS);
  if (userId === '' || ids.length === 0) return;
  for (const id of ids) asked.ids.add(id);
  try {
    const { marks } = await api.call(listDealMarks, { query: { ids } });
    setMarks(marks.map(({ id, ...mark }) => [id, mark]));
  } catch {
    // Without the answer nothing is marked; it is asked for again with the next deals.
    for (const id of ids) asked.ids.delete(id);
  }
};

/** Learns which of the shown deals the person who is signed in has kept or liked. */
export const DealMarks = ({ ids }: { ids: readonly string[] }) => {
  const userId = useUser()?.id ?? '';
  const shown = ids.join(' ');
  useEffect(() => {
    void loadMarks(userId, shown.split(' ').filter(Boolean));
  }, [userId, shown]);
  return null;
};

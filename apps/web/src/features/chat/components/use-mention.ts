import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { mentionAt, offeredFor } from '../model/mention-text.ts';
import { membersQuery, mentionOptionId } from './mention-list.tsx';

/** How long typing rests before names are asked for, in milliseconds. */
const PAUSE_MS = 120;

/** Completes the mention before the caret of a text field (the ARIA combobox pattern). */
export const useMention = (channelId: string, text: string, caret: number) => {
  const listId = useId();
  const [active, setActive] = useState(0);
  /** The @ whose list was closed, by Escape or by a choice. */
  const [dismissed, setDismissed] = useState<number | null>(null);
  const query = mentionAt(text, caret);
  const wanted = useDebounced(query?.text ?? null, PAUSE_MS);
  const { data } = useQuery({
    ...membersQuery(channelId, wanted ?? ''),
    enabled: wanted !== null,
  });
  const isOpen = query !== null && query.from !== dismissed && wanted !== null;
  // The answer may still be to fewer letters than are there by now.
  const { people, named } = offeredFor(query?.text ?? '', isOpen ? (data ?? []) : []);
  const chosen = Math.min(active, people.length - 1);
  return {
    listId,
    people,
    /** Who is typed in full before the caret, picked or not. */
    named,
    query,
    active: chosen,
    chosen: people[chosen] ?? null,
    activeId: people.length > 0 ? mentionOptionId(listId, chosen) : undefined,
    move: (by: number) => setActive((chosen + by + people.length) % people.length),
    /** The text has changed. */
    retyped: () => {
      setActive(0);
      if (query === null) setDismissed(null);
    },
    dismiss: () => setDismissed(query?.from ?? null),
  };
};

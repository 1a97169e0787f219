import {
  listSavedMessages,
  saveMessage,
  unsaveMessage,
  type SavedMessage,
} from '@izgodno/contract/chat/saved-calls';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#core/api/api.ts';
import { readAgain } from '#core/api/read-again.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { onReconnect } from '#core/realtime/on-reconnect.ts';

const savedQuery = queryOptions({
  queryKey: ['chat', 'saved'],
  queryFn: async ({ signal }) => (await api.call(listSavedMessages, { query: {} }, signal)).saved,
});

/** The messages that the user has saved for later, last saved first; undefined while they load. */
export const useSaved = (): readonly SavedMessage[] | undefined => useQuery(savedQuery).data;

/** How their reading went, and how to repeat it. */
export const useSavedQuery = () => useQuery(savedQuery);

/** Whether the user has saved a message for later; false while that is unknown. */
export const useIsSaved = (messageId: string): boolean =>
  useSaved()?.some(({ message }) => message.id === messageId) ?? false;

/** Keeps the saved messages equal to those of the user's other devices. */
export const useFollowSaved = (): void => {
  const queries = useQueryClient();
  useEffect(() => {
    const refresh = (): void => void readAgain(queries, savedQuery);
    const ends = [
      realtime.listen(({ type }) => {
        if (type === 'saved.changed') refresh();
      }),
      // Changes made while disconnected are not announced later.
      onReconnect(refresh),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [queries]);
};

/** What becomes of a message: saved for later, done, or removed from those saved. */
export type SavedState = 'saved' | 'done' | 'removed';

/** Throws `ApiError`. */
export const setSaved = async (
  queries: QueryClient,
  messageId: string,
  state: SavedState,
): Promise<void> => {
  const params = { id: messageId };
  if (state === 'removed') await api.call(unsaveMessage, { params });
  else await api.call(saveMessage, { params, body: { done: state === 'done' } });
  await readAgain(queries, savedQuery);
};

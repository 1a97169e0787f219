import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@izgodno/contract/common/client';
import { failureKind } from '#core/api/error-text.ts';

const FRESH_MS = 30_000;
/** Long enough that Back finds the loaded pages again after reading for a while. */
const STORED_MS = 30 * 60_000;
const RETRIES = 1;
/**
 * Interval between retries of a failed query, in milliseconds, so that a page recovers once the
 * server is back.
 */
export const RECOVERY_INTERVAL_MS = 4_000;

const isTimeout = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'timeout';

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: STORED_MS,
        // A call without a response has taken its time limit: the user has waited long enough.
        retry: (failures, error) =>
          failures < RETRIES && failureKind(error) !== 'refused' && !isTimeout(error),
        retryDelay: 400,
        // A call without a connection fails at once, so that the user sees it.
        networkMode: 'always',
        refetchInterval: ({ state }) =>
          state.status === 'error' && failureKind(state.error) !== 'refused'
            ? RECOVERY_INTERVAL_MS
            : false,
      },
      // Otherwise an action waits without a word, and is carried out when the user has left it.
      mutations: { networkMode: 'always' },
    },
  });

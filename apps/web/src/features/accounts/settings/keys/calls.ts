import { queryOptions } from '@tanstack/react-query';
import { createApiKey, listApiKeys, revokeApiKey } from '@izgodno/contract/accounts/key-calls';
import type { CallInput } from '@izgodno/contract/common/call';
import { api } from '#core/api/api.ts';

export const keysQuery = queryOptions({
  queryKey: ['account', 'keys'],
  queryFn: ({ signal }) => api.call(listApiKeys, { query: {} }, signal),
});

/** Returns the key itself, which cannot be read again. Throws `ApiError`. */
export const makeKey = async (body: CallInput<typeof createApiKey>['body']): Promise<string> =>
  (await api.call(createApiKey, { body })).secret;

/** Throws `ApiError`. */
export const revokeKey = async (id: string): Promise<void> => {
  await api.call(revokeApiKey, { params: { id } });
};

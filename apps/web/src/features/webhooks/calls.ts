import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@izgodno/contract/common/call';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  testWebhook,
} from '@izgodno/contract/webhooks/calls';
import { api } from '#core/api/api.ts';

// All of these throw `ApiError`.

export const webhooksKey = ['webhooks'] as const;

export const webhooksQuery = queryOptions({
  queryKey: [...webhooksKey, 'list'],
  queryFn: ({ signal }) => api.call(listWebhooks, { query: {} }, signal),
});

/** Milliseconds between two readings of an open log. */
const LOG_INTERVAL_MS = 5_000;

export const logQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksKey, 'log', id],
    queryFn: ({ signal }) => api.call(listDeliveries, { params: { id }, query: {} }, signal),
    refetchInterval: LOG_INTERVAL_MS,
  });

/** Returns the secret, which cannot be read again. */
export const makeWebhook = async (body: CallInput<typeof createWebhook>['body']): Promise<string> =>
  (await api.call(createWebhook, { body })).secret;

export const enableWebhook = async (id: string, enabled: boolean): Promise<void> => {
  await api.call(changeWebhook, { params: { id }, body: { enabled } });
};

export const tryWebhook = async (id: string): Promise<void> => {
  await api.call(testWebhook, { params: { id } });
};

export const removeWebhook = async (id: string): Promise<void> => {
  await api.call(deleteWebhook, { params: { id } });
};

export const sendAgain = async (id: string, deliveryId: string): Promise<void> => {
  await api.call(redeliver, { params: { id, deliveryId } });
};

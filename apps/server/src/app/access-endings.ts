import type { EndAccess } from '#features/accounts/api.ts';
import { eraseHooksOf } from '#features/chat/api.ts';
import { eraseSubscriptionsOf } from '#features/notices/api.ts';
import { disableWebhooksOf } from '#features/webhooks/api.ts';

/** What ends with the sessions and keys of a user. */
export const accessEndings: readonly EndAccess[] = [
  eraseSubscriptionsOf,
  eraseHooksOf,
  disableWebhooksOf,
];

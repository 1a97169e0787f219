import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import type * as calls from '@izgodno/contract/notices/calls';
import { MAX_PUSH_SUBSCRIPTIONS } from '@izgodno/contract/notices/calls';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { CallError } from '#platform/http/errors.ts';
import type { PushTarget } from '#platform/push/pusher.ts';
import type { Database } from '#schema/schema.ts';
import type { EndAccess } from '#features/accounts/api.ts';
import type { NoticeCall, NoticesContext } from './notices-context.ts';

/**
 * The push services of current browsers. No other URL is accepted, because a subscription comes
 * from outside and could name a host in the server's own network.
 */
const pushServices: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /\.push\.services\.mozilla\.com$/,
  /\.notify\.windows\.com$/,
  /\.push\.apple\.com$/,
];

const isPushService = (endpoint: string): boolean => {
  const url = URL.parse(endpoint);
  return (
    url !== null &&
    url.protocol === 'https:' &&
    url.port === '' &&
    pushServices.some((service) => service.test(url.hostname))
  );
};

/**
 * A browser belongs to its last subscriber; a user's oldest ones are removed. Throws
 * `validation_failed`.
 */
export const addPushSubscription: NoticeCall<typeof calls.addPushSubscription> = async (
  { database, clock },
  { body: { endpoint, keys }, user },
) => {
  if (!isPushService(endpoint)) {
    throw new CallError('validation_failed', {
      fields: { endpoint: { code: 'unknown_push_service', message: 'Not a known push service' } },
    });
  }
  const created_at = new Date(clock.now());
  const target = { user_id: user.id, session_id: user.sessionId, ...keys, created_at };
  await database.transaction().execute(async (transaction) => {
    await oneAtATime(transaction, `push subscriptions of ${user.id}`);
    await transaction
      .insertInto('push_subscriptions')
      .values({ endpoint, ...target })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(target))
      .execute();
    await transaction
      .deleteFrom('push_subscriptions')
      .where('endpoint', 'in', (query) =>
        query
          .selectFrom('push_subscriptions')
          .select('endpoint')
          .where('user_id', '=', user.id)
          .orderBy('created_at', 'desc')
          .offset(MAX_PUSH_SUBSCRIPTIONS),
      )
      .execute();
  });
  return {};
};

export const removePushSubscription: NoticeCall<typeof calls.removePushSubscription> = async (
  { database },
  { body, user },
) => {
  await database
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', user.id)
    .where('endpoint', '=', body.endpoint)
    .execute();
  return {};
};

/** Removes a subscription that its push service no longer accepts. */
export const eraseSubscription = async (
  { database }: NoticesContext,
  endpoint: string,
): Promise<void> => {
  await database.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute();
};

/** Removes the push subscriptions of a user, except that of the browser with the session `exceptId`. */
export const eraseSubscriptionsOf: EndAccess = async (transaction, userId, exceptId) => {
  await transaction
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .$if(exceptId !== null, (query) => query.where('session_id', 'is distinct from', exceptId))
    .execute();
};

/** For the export of an account. The rest of an endpoint is the browser's secret. */
export const readSubscriptionsOf = async (
  database: Database,
  userId: string,
): Promise<AccountParts['pushSubscriptions']> => {
  const rows = await database
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ endpoint, created_at }) => ({
    service: new URL(endpoint).host,
    at: created_at.toISOString(),
  }));
};

export const listSubscriptions = (
  { database }: NoticesContext,
  userId: string,
): Promise<readonly PushTarget[]> =>
  database
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('user_id', '=', userId)
    .execute();

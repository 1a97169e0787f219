import { MAX_PUSH_SUBSCRIPTIONS } from '@izgodno/contract/notices/calls';
import type { Connection, Database } from '#schema/schema.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { CallError } from '#platform/http/errors.ts';
import type { PushTarget } from '#platform/push/pusher.ts';

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

/** Removes all push subscriptions of a user. */
export const forgetSubscriptionsOf = async (
  connection: Connection,
  userId: string,
): Promise<void> => {
  await connection.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute();
};

export type PushSubscriptions = ReturnType<typeof createPushSubscriptions>;

export const createPushSubscriptions = (database: Database) => ({
  /**
   * A browser belongs to its last subscriber; a user's oldest ones are removed. Throws
   * `validation_failed`.
   */
  async add(userId: string, { endpoint, p256dh, auth }: PushTarget, now: Date): Promise<void> {
    if (!isPushService(endpoint)) {
      throw new CallError('validation_failed', {
        fields: { endpoint: { code: 'unknown_push_service', message: 'Not a known push service' } },
      });
    }
    const target = { user_id: userId, p256dh, auth, created_at: now };
    await database.transaction().execute(async (transaction) => {
      await oneAtATime(transaction, `push subscriptions of ${userId}`);
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
            .where('user_id', '=', userId)
            .orderBy('created_at', 'desc')
            .offset(MAX_PUSH_SUBSCRIPTIONS),
        )
        .execute();
    });
  },

  async remove(userId: string, endpoint: string): Promise<void> {
    await database
      .deleteFrom('push_subscriptions')
      .where('user_id', '=', userId)
      .where('endpoint', '=', endpoint)
      .execute();
  },

  async forget(endpoint: string): Promise<void> {
    await database.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute();
  },

  list(userId: string): Promise<readonly PushTarget[]> {
    return database
      .selectFrom('push_subscriptions')
      .select(['endpoint', 'p256dh', 'auth'])
      .where('user_id', '=', userId)
      .execute();
  },
});

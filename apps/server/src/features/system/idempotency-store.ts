import { DAY_MS, HOUR_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import type { FastifyInstance } from 'fastify';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { Clock } from '#platform/clock.ts';
import {
  registerIdempotency,
  type IdempotencyStore,
  type RequestKey,
} from '#platform/http/idempotency.ts';
import type { AccountData } from '#features/accounts/api.ts';
import type { Database, Schema } from '#schema/schema.ts';

/** How long a response is repeated. */
const STORED_MS = DAY_MS;
/** A call that takes longer has broken off with its process. */
const LONGEST_CALL_MS = MINUTE_MS;
const SWEEP_INTERVAL_MS = HOUR_MS;

const responseSchema = z.nullable(z.looseObject({}));

/** The `response` of a call that was made, and whose response is not stored; SQL's null is pending. */
const UNSTORED = JSON.stringify(null);

const createStore = (database: Database, clock: Clock): IdempotencyStore => {
  const before = (milliseconds: number): Date => new Date(clock.now() - milliseconds);

  /** Whether this request may make the call: it inserts the row, or takes over an abandoned one. */
  const claim = async ({ userId, keyHash, requestHash }: RequestKey): Promise<boolean> => {
    const row = { request_hash: requestHash, response: null, created_at: before(0) };
    const claimed = await database
      .insertInto('idempotency_keys')
      .values({ user_id: userId, key_hash: keyHash, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'key_hash'])
          .doUpdateSet(row)
          .where((expression) =>
            expression.or([
              expression('idempotency_keys.created_at', '<=', before(STORED_MS)),
              expression.and([
                expression('idempotency_keys.response', 'is', null),
                expression('idempotency_keys.created_at', '<=', before(LONGEST_CALL_MS)),
                expression('idempotency_keys.request_hash', '=', requestHash),
              ]),
            ]),
          ),
      )
      .returning('user_id')
      .executeTakeFirst();
    return claimed !== undefined;
  };

  return {
    async begin(key) {
      if (await claim(key)) return { kind: 'first' };
      const row = await database
        .selectFrom('idempotency_keys')
        .select(['request_hash as requestHash', 'response'])
        .select(sql<boolean>`response IS NOT NULL`.as('isMade'))
        .where('user_id', '=', key.userId)
        .where('key_hash', '=', key.keyHash)
        .executeTakeFirst();
      // The first request failed in between; the client may repeat at once.
      if (row === undefined) return { kind: 'pending' };
      if (!row.requestHash.equals(key.requestHash)) return { kind: 'reused' };
      return row.isMade
        ? { kind: 'made', response: expectShape(responseSchema, row.response) }
        : { kind: 'pending' };
    },
    async keep({ userId, keyHash }, response) {
      await database
        .updateTable('idempotency_keys')
        .set({ response: response === null ? UNSTORED : JSON.stringify(response) })
        .where('user_id', '=', userId)
        .where('key_hash', '=', keyHash)
        .execute();
    },
    async release({ userId, keyHash }) {
      await database
        .deleteFrom('idempotency_keys')
        .where('user_id', '=', userId)
        .where('key_hash', '=', keyHash)
        .where('response', 'is', null)
        .execute();
    },
  };
};

/** Erases the responses that name a user. */
export const eraseResponsesNaming = async (
  transaction: Transaction<Schema>,
  userId: string,
): Promise<void> => {
  await transaction
    .updateTable('idempotency_keys')
    .set({ response: UNSTORED })
    .where(sql<boolean>`uuids_in(response::text) @> ARRAY[${userId}::uuid]`)
    .execute();
};

/**
 * Lets clients repeat calls under keys of their own; responses are erased after a day, or with the
 * account of a user whom they name.
 */
export const registerIdempotencyStore = (
  app: FastifyInstance,
  {
    database,
    clock,
    accountData,
  }: {
    readonly database: Database;
    readonly clock: Clock;
    readonly accountData: AccountData;
  },
): void => {
  registerIdempotency(app, createStore(database, clock));
  accountData.onDeletion(eraseResponsesNaming);
  const sweep = (): void => {
    database
      .deleteFrom('idempotency_keys')
      .where('created_at', '<=', new Date(clock.now() - STORED_MS))
      .execute()
      .catch((error: unknown) => app.log.warn({ err: error }, 'old responses were not erased'));
  };
  const timer = setInterval(sweep, SWEEP_INTERVAL_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
};

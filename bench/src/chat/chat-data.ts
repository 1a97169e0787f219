import type { Pool } from 'pg';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { createTokenPair } from '@izgodno/server/features/accounts/tokens.ts';
import { hashToken } from '@izgodno/server/platform/tokens.ts';
import { createUuidV7 } from '@izgodno/server/platform/uuid.ts';

const ROWS_A_STATEMENT = 100_000;

export interface Member {
  readonly userId: string;
  readonly token: string;
}

/** Users with accounts and sessions, as if they had signed in. */
export const createMembers = async (pool: Pool, count: number): Promise<readonly Member[]> => {
  const now = Date.now();
  const until = now + DAY_MS;
  const members = Array.from({ length: count }, (_, index) => ({
    index,
    userId: createUuidV7(now),
    sessionId: createUuidV7(now),
    token: createTokenPair(until, until).accessToken,
  }));
  const users = members.map(({ userId }) => userId);
  const sessions = members.map(({ sessionId }) => sessionId);
  await pool.query(
    `INSERT INTO users (id, name, email, password_hash, created_at)
     SELECT id, 'Member ' || n, id || '@bench.example', '', now()
     FROM unnest($1::uuid[]) WITH ORDINALITY AS u(id, n)`,
    [users],
  );
  await pool.query(
    `INSERT INTO sessions (id, user_id, user_agent, address, created_at, last_used_at, expires_at)
     SELECT id, user_id, '', '127.0.0.1', now(), now(), now() + interval '1 day'
     FROM unnest($1::uuid[], $2::uuid[]) AS s(id, user_id)`,
    [sessions, users],
  );
  await pool.query(
    `INSERT INTO session_tokens (token_hash, session_id, kind, expires_at)
     SELECT hash, session_id, 'access', now() + interval '1 day'
     FROM unnest($1::bytea[], $2::uuid[]) AS t(hash, session_id)`,
    [members.map(({ token }) => hashToken(token)), sessions],
  );
  return members;
};

/** A private channel with these members. */
export const createChannel = async (pool: Pool, members: readonly Member[]): Promise<string> => {
  const id = createUuidV7(Date.now());
  await pool.query(
    `INSERT INTO channels (id, name, kind, created_at, member_count) VALUES ($1, 'bench', 'private', now(), $2)`,
    [id, members.length],
  );
  await pool.query(
    `INSERT INTO channel_members (channel_id, user_id, joined_at)
     SELECT $1, user_id, now() FROM unnest($2::uuid[]) AS m(user_id)`,
    [id, members.map(({ userId }) => userId)],
  );
  return id;
};

/**
 * Drops the indexes of the messages for the work and rebuilds them afterwards, because inserting
 * random ids into an index larger than the database's memory would take most of the time.
 */
export const withoutIndexes = async (pool: Pool, work: () => Promise<void>): Promise<void> => {
  const { rows } = await pool.query<{ drop: string; make: string }>(
    `SELECT format('ALTER TABLE messages DROP CONSTRAINT %I', conname) AS drop,
       format('ALTER TABLE messages ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) AS make
     FROM pg_constraint WHERE conrelid = 'messages'::regclass AND contype = 'u'
     UNION ALL
     SELECT format('DROP INDEX %I', indexname), indexdef FROM pg_indexes
     WHERE tablename = 'messages' AND indexname NOT IN (
       SELECT conname FROM pg_constraint WHERE conrelid = 'messages'::regclass)`,
  );
  for (const { drop } of rows) await pool.query(drop);
  await work();
  for (const { make } of rows) await pool.query(make);
};

interface FilledChannel {
  readonly channelId: string;
  readonly senderId: string;
  /** How many it gets. */
  readonly messages: number;
}

/** Fills a channel with messages of its first member. */
export const fillChannel = async (
  pool: Pool,
  { channelId, senderId, messages }: FilledChannel,
  say: (line: string) => void,
): Promise<void> => {
  for (let from = 1; from <= messages; from += ROWS_A_STATEMENT) {
    const to = Math.min(messages, from + ROWS_A_STATEMENT - 1);
    await pool.query(
      `INSERT INTO messages (channel_id, seq, version, id, client_id, sender_id, text, created_at)
       SELECT $1, n, n,
         -- Ids of the product are UUIDv7: those that are shown must be, too.
         CASE WHEN n > $5::bigint - 500 THEN overlay(gen_random_uuid()::text placing '7' from 15 for 1)::uuid
           ELSE gen_random_uuid() END,
         gen_random_uuid(), $2, 'Съобщение номер ' || n || ' за цената на лаптопа',
         now() - (($5 - n) || ' seconds')::interval
       FROM generate_series($3::bigint, $4::bigint) AS n`,
      [channelId, senderId, from, to, messages],
    );
    if (to % (10 * ROWS_A_STATEMENT) === 0) say(`${to} messages`);
  }
  await pool.query('UPDATE channels SET last_seq = $2, version = $2 WHERE id = $1', [
    channelId,
    messages,
  ]);
};

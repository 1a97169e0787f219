import type { Insertable } from 'kysely';
import { sessionPresets } from '@izgodno/contract/accounts/limits';
import type { Role } from '@izgodno/contract/accounts/session';
import { insertSession } from '#features/accounts/session-repository.ts';
import { createTokenPair } from '#features/accounts/tokens.ts';
import type { UsersTable } from '#schema/accounts.ts';
import type { Database } from '#schema/schema.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { cheapHasher } from './cheap-hasher.ts';

export interface SignedIn {
  readonly id: string;
  readonly token: string;
}

/**
 * Inserts a user of a role with a session begun at `now`; returns its access token. The password is
 * `zebra-lamp-4217`, for applications with the cheap hasher.
 */
export const insertSignedIn = async (
  database: Database,
  role: Role,
  now = Date.now(),
  given: Partial<Insertable<UsersTable>> = {},
): Promise<SignedIn> => {
  const [id, sessionId] = [createUuidV7(now), createUuidV7(now)];
  const { accessMs, refreshMs } = sessionPresets.default;
  const tokens = createTokenPair(now + accessMs, now + refreshMs);
  const at = new Date(now);
  await database
    .insertInto('users')
    .values({
      id,
      name: 'Some Body',
      email: `${id}@x.bg`,
      password_hash: await cheapHasher.hash('zebra-lamp-4217'),
      role,
      created_at: at,
      ...given,
    })
    .execute();
  const session = {
    id: sessionId,
    user_id: id,
    user_agent: '',
    address: '127.0.0.1',
    created_at: at,
    last_used_at: at,
    expires_at: new Date(tokens.refreshExpiresAt),
  };
  await insertSession(database, session, tokens);
  return { id, token: tokens.accessToken };
};

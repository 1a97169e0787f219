import type { Selectable } from 'kysely';
import type { ApiKey } from '@izgodno/contract/accounts/key-calls';
import { isKeyScope } from '@izgodno/contract/common/key-scopes';
import type { ApiKeysTable } from '#schema/accounts.ts';
import type { Connection } from '#schema/schema.ts';
import { deleteSessionsOf, type EndedSession } from '../session-repository.ts';

export const presentKey = (row: Selectable<ApiKeysTable>): ApiKey => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  // A scope of another release is left out.
  scopes: row.scopes.filter(isKeyScope),
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** The keys of a user, last made first. */
export const readKeysOf = async (
  connection: Connection,
  userId: string,
): Promise<readonly ApiKey[]> => {
  const rows = await connection
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(presentKey);
};

/**
 * Ends every session except `exceptId` and every key of a user. Nodes learn of a key's end as of a
 * session's.
 */
export const deleteAccessOf = async (
  connection: Connection,
  userId: string,
  exceptId: string | null = null,
): Promise<EndedSession[]> => [
  ...(await deleteSessionsOf(connection, userId, exceptId)),
  ...(await connection
    .deleteFrom('api_keys')
    .where('user_id', '=', userId)
    .returning(['id as sessionId', 'user_id as userId'])
    .execute()),
];

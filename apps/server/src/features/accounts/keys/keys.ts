import {
  API_KEY_PREFIX,
  apiKeyErrors,
  MAX_API_KEYS,
  type createApiKey as createApiKeyCall,
  type listApiKeys as listApiKeysCall,
  type revokeApiKey as revokeApiKeyCall,
} from '@izgodno/contract/accounts/key-calls';
import type { Role } from '@izgodno/contract/accounts/session';
import { isKeyScope, keyScopes, type KeyScope } from '@izgodno/contract/common/key-scopes';
import { mayCall } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutShortList } from '#platform/http/short-list.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { publishEnded, type AccountCall } from '../accounts-context.ts';
import { proveAgain } from '../prove-again.ts';
import { mailSecurityChange } from '../second-factor/security-mails.ts';
import { findSession, lockRole } from '../session-repository.ts';
import { presentKey, readKeysOf } from './key-repository.ts';

const HINT_LENGTH = API_KEY_PREFIX.length + 4;

/** The scopes that a role may give to its keys. */
const scopesOf = (role: Role): readonly KeyScope[] =>
  Object.keys(keyScopes).filter(
    (scope): scope is KeyScope => isKeyScope(scope) && mayCall(role, keyScopes[scope]),
  );

export const listApiKeys: AccountCall<typeof listApiKeysCall> = async (
  { database },
  { user, query },
) => {
  const keys = await readKeysOf(database, user.id);
  const { rows, nextCursor } = cutShortList(keys, query, ({ createdAt, id }) => [createdAt, id]);
  return { keys: rows, scopes: scopesOf(user.role), nextCursor };
};

const invalid = (field: 'scopes' | 'expiresAt', code: string, message: string): CallError =>
  new CallError('validation_failed', { fields: { [field]: { code, message } } });

/** Throws `validation_failed`, `limit_reached`, `wrong_password` and `proof_required`. */
export const createApiKey: AccountCall<typeof createApiKeyCall> = async (
  accounts,
  { body: { name, scopes, expiresAt, currentPassword }, user },
) => {
  const { database, clock, audit, logger } = accounts;
  const now = clock.now();
  const given = scopesOf(user.role);
  if (!scopes.every((scope) => given.includes(scope)))
    throw invalid('scopes', apiKeyErrors.scopeOfRole, 'Expected scopes of the role');
  const end = expiresAt === undefined ? null : new Date(expiresAt);
  if (end !== null && end.getTime() <= now)
    throw invalid('expiresAt', apiKeyErrors.expired, 'Expected a time in the future');
  await proveAgain(accounts, user, currentPassword);
  const secret = API_KEY_PREFIX + createToken();
  const row = {
    id: createUuidV7(now),
    user_id: user.id,
    name,
    token_hash: hashToken(secret),
    hint: secret.slice(0, HINT_LENGTH),
    scopes: [...new Set(scopes)],
    created_at: new Date(now),
    expires_at: end,
    last_used_at: null,
  };
  await database.transaction().execute(async (transaction) => {
    // Locks the account, so that the limit holds for keys made at the same time, and a sign-out of
    // all devices ends this key or comes before it.
    const role = await lockRole(transaction, user.id);
    if (role === null || (await findSession(transaction, user.sessionId)) === null)
      throw new CallError('session_expired');
    const { count } = await transaction
      .selectFrom('api_keys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    if (count >= MAX_API_KEYS) throw new CallError('limit_reached');
    await transaction.insertInto('api_keys').values(row).execute();
    await audit.record(
      {
        actorId: user.id,
        action: 'key.create',
        subject: { kind: 'user', id: user.id },
        reason: '',
        details: { key: row.id, scopes: row.scopes.join(' ') },
      },
      transaction,
    );
    await mailSecurityChange(accounts, transaction, user.id, 'key_made');
  });
  logger.info({ event: 'key_created', userId: user.id, keyId: row.id }, 'API key made');
  return { key: presentKey(row), secret };
};

/** Ends one's own key. Throws `not_found`, also for another user's key. */
export const revokeApiKey: AccountCall<typeof revokeApiKeyCall> = async (
  accounts,
  { params: { id }, user },
) => {
  const { database, audit, logger } = accounts;
  const ended = await database.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .deleteFrom('api_keys')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning(['id as sessionId', 'user_id as userId'])
      .execute();
    if (deleted.length === 0) throw new CallError('not_found');
    await audit.record(
      {
        actorId: user.id,
        action: 'key.revoke',
        subject: { kind: 'user', id: user.id },
        reason: '',
        details: { key: id },
      },
      transaction,
    );
    return deleted;
  });
  publishEnded(accounts, ended);
  logger.info({ event: 'key_revoked', userId: user.id, keyId: id }, 'API key revoked');
  return {};
};

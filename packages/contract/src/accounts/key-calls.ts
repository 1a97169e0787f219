import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perAccount } from '../common/call-limit.ts';
import { HOUR_MS } from '../common/durations.ts';
import { isKeyScope, keyScopes, type KeyScope } from '../common/key-scopes.ts';
import { knownEntries } from '../common/known-entries.ts';
import { shortListCursor, shortListQuery } from '../common/page.ts';
import { lineOfText } from '../common/text.ts';
import { passwordSchema } from './session.ts';

export const MAX_API_KEYS = 20;
export const API_KEY_NAME_LENGTH = { minimum: 1, maximum: 60 } as const;
/** Scanners for leaked secrets find keys by it. */
export const API_KEY_PREFIX = 'izg_';

const scopeNames: readonly KeyScope[] = Object.keys(keyScopes).filter(isKeyScope);
export const keyScopeSchema = z.enum(scopeNames);

export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The key's first characters, by which its owner recognises it. */
  hint: z.string(),
  scopes: knownEntries(keyScopeSchema),
  /** ISO 8601, like all times here. */
  createdAt: z.string(),
  /** Null for a key that does not expire. */
  expiresAt: z.nullable(z.string()),
  /** Accurate to a minute; null for a key that was not used yet. */
  lastUsedAt: z.nullable(z.string()),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const apiKeyErrors = {
  expired: 'key_expired',
  scopeOfRole: 'scope_of_another_role',
} as const;

export const listApiKeys = defineCall({
  method: 'GET',
  path: '/api/keys',
  summary: "One's own API keys, last made first, and the scopes that one may give",
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  query: shortListQuery(MAX_API_KEYS),
  response: z.object({
    success: z.literal(true),
    keys: z.array(apiKeySchema),
    scopes: knownEntries(keyScopeSchema),
    nextCursor: shortListCursor,
  }),
});

export const createApiKey = defineCall({
  method: 'POST',
  path: '/api/keys',
  summary: 'Make an API key; the response shows it once, and its owner is mailed',
  access: 'member',
  limit: { cost: 20, rates: [perAccount(2 * MAX_API_KEYS, HOUR_MS)] },
  audit: 'key.create',
  errors: ['limit_reached', 'proof_required', 'wrong_password'],
  exact: true,
  body: z.strictObject({
    name: lineOfText(API_KEY_NAME_LENGTH),
    scopes: z.array(keyScopeSchema).check(z.minLength(1), z.maxLength(scopeNames.length)),
    /** ISO 8601; without it, the key does not expire. */
    expiresAt: z.optional(z.iso.datetime({ offset: true })),
    /** Not needed for some minutes after a sign-in (`RECENT_SIGN_IN_MS`). */
    currentPassword: z.optional(passwordSchema),
  }),
  response: z.object({
    success: z.literal(true),
    key: apiKeySchema,
    /** The key itself, which is not stored. */
    secret: z.string(),
  }),
});

export const revokeApiKey = defineCall({
  method: 'DELETE',
  path: '/api/keys/:id',
  summary: 'End a key; it is refused at once',
  access: 'member',
  limit: { cost: 2, rates: [perAccount(60, HOUR_MS)] },
  audit: 'key.revoke',
  params: z.strictObject({ id: z.uuid() }),
  response: z.object({ success: z.literal(true) }),
});

/**
 * The scopes of API keys, with the least role whose members may give them to a key. A key acts as
 * its owner, so what the owner may not do, the key may not do either.
 */
export const keyScopes = {
  'deals:read': 'member',
  'deals:write': 'member',
  'chat:read': 'member',
  'chat:write': 'member',
  'uploads:read': 'member',
  'uploads:write': 'member',
  'account:read': 'member',
  'moderation:read': 'moderator',
  'moderation:write': 'moderator',
  'sources:read': 'admin',
  'sources:write': 'admin',
} as const;

export type KeyScope = keyof typeof keyScopes;

export const isKeyScope = (name: string): name is KeyScope => Object.hasOwn(keyScopes, name);

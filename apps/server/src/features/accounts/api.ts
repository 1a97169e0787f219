export type { AccountData } from './account-data.ts';
export { makeConsoleToken } from './first-administrator.ts';
export { grantRole } from './grant-role.ts';
export { createMediaCookie } from './media-cookie.ts';
export { createPasswordHasher, type PasswordHasher } from './password-hasher.ts';
export { insertUser, renameUser } from './session-repository.ts';
export { removeFactors } from './second-factor/remove-factors.ts';
export { sessionRevoked } from './session-revoked.ts';
export { registerSession } from './register-session.ts';

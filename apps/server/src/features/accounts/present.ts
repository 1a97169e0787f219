import type { Session, SessionTokens, User } from '@izgodno/contract/accounts/session';
import { describeDevice } from './device.ts';
import type { SessionRow, UserRow } from './session-repository.ts';
import type { SignedIn } from './session-service.ts';

export const presentUser = (user: UserRow): User => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  createdAt: user.created_at.toISOString(),
});

export const presentSession = (session: SessionRow, currentId: string): Session => ({
  id: session.id,
  device: describeDevice(session.user_agent),
  address: session.address,
  createdAt: session.created_at.toISOString(),
  lastUsedAt: session.last_used_at.toISOString(),
  current: session.id === currentId,
});

export const presentTokens = ({ user, tokens, now }: SignedIn): SessionTokens => ({
  accessToken: tokens.accessToken,
  accessTokenExpiration: tokens.accessExpiresAt,
  refreshToken: tokens.refreshToken,
  serverTime: now,
  user: presentUser(user),
});

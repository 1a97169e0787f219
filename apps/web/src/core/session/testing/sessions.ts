import type { User } from '@izgodno/contract/accounts/session';
import { ACCESS_TOKEN_LIFETIME_MS } from '../limits.ts';
import type { Session, SessionState } from '../state.ts';

export const mila: User = {
  id: '01939f7e-6c00-7000-8000-000000000001',
  name: 'Mila',
  email: 'mila@example.com',
  role: 'member',
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** A session of the user Mila that expires at `expiresAt`, with tokens named after `name`. */
export const sessionUntil = (expiresAt: number, name = 'first'): Session => ({
  accessToken: `access-${name}`,
  refreshToken: `refresh-${name}`,
  expiresAt,
  lifetimeMs: ACCESS_TOKEN_LIFETIME_MS,
  user: mila,
});

/** A refresh that began by itself and whose failure does not end the session. */
export const runningSince = (since: number) =>
  ({ kind: 'running', since, asked: false, afterFailure: false, isLast: false }) as const;

export const signedInState = (session: Session): SessionState => ({
  phase: { kind: 'signed-in', session, validation: 'done', refresh: { kind: 'none' } },
  message: null,
});

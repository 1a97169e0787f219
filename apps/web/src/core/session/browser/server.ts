import { ApiError } from '@izgodno/contract/common/client';
import { getMe, logout, refresh } from '@izgodno/contract/accounts/calls';
import { SESSION_REQUEST_TIMEOUT_MS } from '@izgodno/contract/accounts/limits';
import { api } from '#core/api/api.ts';
import type { SessionServer } from '#core/session/ports.ts';
import { sessionOf } from '#core/session/stored-session.ts';

const inTime = (): AbortSignal => AbortSignal.timeout(SESSION_REQUEST_TIMEOUT_MS);

/** The answers that speak of the session itself; all others leave it as it was. */
const refusals = new Set([400, 401, 403]);

// A page in place of an answer is a proxy's or a network's word, not the server's.
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && refusals.has(error.status) && error.code !== 'unreadable';

/** An answer came, and it was not that of a user. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unreadable' && error.status === 200;

const refreshBody = (refreshToken: string | null) => ({
  body: refreshToken === null ? {} : { refreshToken },
});

export const sessionServer: SessionServer = {
  refresh: async (refreshToken) => {
    try {
      const tokens = await api.call(refresh, refreshBody(refreshToken), inTime());
      return { kind: 'refreshed', session: sessionOf(tokens, Date.now()) };
    } catch (error) {
      return { kind: isRefusal(error) ? 'refused' : 'unreachable' };
    }
  },
  validate: async () => {
    try {
      const { user } = await api.call(getMe, {}, inTime());
      return { kind: 'valid', user };
    } catch (error) {
      if (isUnreadable(error)) return { kind: 'invalid-user' };
      return { kind: isRefusal(error) ? 'refused' : 'unreachable' };
    }
  },
  revoke: ({ refreshToken }) => {
    // Signing out here does not wait for the server to agree.
    api.call(logout, refreshBody(refreshToken), inTime()).catch(() => undefined);
  },
};

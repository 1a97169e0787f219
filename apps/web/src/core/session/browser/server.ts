import { ApiError } from '@izgodno/contract/common/client';
import * as z from 'zod/mini';
import { getMe, logout, refresh } from '@izgodno/contract/accounts/calls';
import { SESSION_REQUEST_TIMEOUT_MS } from '@izgodno/contract/accounts/limits';
import { api } from '#core/api/api.ts';
import { ENDED_PARAMETER } from '#core/offline/ended-parameter.ts';
import type { SessionServer } from '#core/session/ports.ts';
import { anyTokensSchema, anyUserSchema, sessionOf } from '#core/session/stored-session.ts';

const inTime = (): AbortSignal => AbortSignal.timeout(SESSION_REQUEST_TIMEOUT_MS);

/** Statuses that concern the session itself; all others leave it unchanged. */
const rejections = new Set([400, 401, 403]);

// An HTML page comes from a proxy or a network, not from the server.
const isRejection = (error: unknown): boolean =>
  error instanceof ApiError && rejections.has(error.status) && error.code !== 'unreadable';

/** Whether a response arrived that is not a user. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unreadable' && error.status === 200;

/** The user may also be the whole response (specification, section 7). */
const meSchema = z.union([
  z.object({ user: anyUserSchema }),
  z.pipe(
    anyUserSchema,
    z.transform((user) => ({ user })),
  ),
]);

const anyMe = { ...getMe, response: meSchema };
const anyRefresh = { ...refresh, response: anyTokensSchema };

const tokenBody = (refreshToken: string | null) => (refreshToken === null ? {} : { refreshToken });

export const sessionServer: SessionServer = {
  refresh: async (refreshToken, attempt) => {
    try {
      const body = { ...tokenBody(refreshToken), attempt };
      const tokens = await api.call(anyRefresh, { body }, inTime());
      return { kind: 'refreshed', session: sessionOf(tokens, Date.now()) };
    } catch (error) {
      return { kind: isRejection(error) ? 'refused' : 'unreachable' };
    }
  },
  validate: async () => {
    try {
      const { user } = await api.call(anyMe, {}, inTime());
      return { kind: 'valid', user };
    } catch (error) {
      if (isUnreadable(error)) return { kind: 'invalid-user' };
      return { kind: isRejection(error) ? 'refused' : 'unreachable' };
    }
  },
  revoke: ({ refreshToken }, asked) => {
    // Signing out does not wait for the server.
    const query = asked ? {} : { [ENDED_PARAMETER]: true };
    api.call(logout, { body: tokenBody(refreshToken), query }, inTime()).catch(() => undefined);
  },
};

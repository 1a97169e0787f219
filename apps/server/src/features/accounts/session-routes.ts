import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  listSessions,
  login,
  logout,
  logoutEverywhere,
  refresh,
  revokeSession,
  signUserOut,
} from '@izgodno/contract/accounts/calls';
import { addCall } from '#platform/http/add-call.ts';
import { readBearerToken } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { presentSession, presentTokens } from './present.ts';
import type { SessionCookies } from './session-cookies.ts';
import type { Origin, SessionService } from './session-service.ts';

export const originOf = (request: FastifyRequest, cookies: SessionCookies): Origin => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  deviceToken: cookies.readDeviceToken(request),
});

export const addSessionCalls = (
  app: FastifyInstance,
  sessions: SessionService,
  cookies: SessionCookies,
): void => {
  addCall(app, login, async ({ body, request, reply }) => {
    const signedIn = await sessions.login(body.email, body.password, originOf(request, cookies));
    if ('secondStep' in signedIn)
      return { message: 'One more step', secondStep: signedIn.secondStep };
    cookies.set(reply, signedIn.tokens);
    cookies.rememberDevice(reply, signedIn.deviceToken);
    return { message: 'Welcome back!', ...presentTokens(signedIn) };
  });

  addCall(app, refresh, async ({ body, request, reply }) => {
    const token = body.refreshToken ?? cookies.readRefreshToken(request);
    if (token === null) throw new CallError('refresh_token_missing');
    const signedIn = await sessions.refresh(token, request.ip);
    cookies.set(reply, signedIn.tokens);
    return presentTokens(signedIn);
  });

  addCall(app, logout, async ({ body, request, reply }) => {
    const refreshToken = body.refreshToken ?? cookies.readRefreshToken(request);
    await sessions.logout(readBearerToken(request), refreshToken);
    cookies.clear(reply);
    return {};
  });

  addCall(app, listSessions, async ({ user }) => {
    const rows = await sessions.list(user);
    return { sessions: rows.map((row) => presentSession(row, user.sessionId)) };
  });

  addCall(app, revokeSession, async ({ params, user }) => {
    await sessions.revoke(user, params.id);
    return {};
  });

  addCall(app, logoutEverywhere, async ({ user, reply }) => {
    const revoked = await sessions.revokeAll(user);
    cookies.clear(reply);
    return { revoked };
  });

  addCall(app, signUserOut, async ({ params, body, user }) => ({
    revoked: await sessions.signPersonOut(user, params.userId, body.reason),
  }));
};

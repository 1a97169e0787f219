import type { FastifyInstance } from 'fastify';
import {
  changeEmail,
  changePassword,
  changeRole,
  deleteAccount,
  getMe,
  register,
} from '@izgodno/contract/session/calls';
import { exportAccount } from '@izgodno/contract/session/account-export';
import type { Clock } from '#platform/clock.ts';
import { addCall, addStreamedCall } from '#platform/http/add-call.ts';
import { requireUser } from '#platform/http/authentication.ts';
import type { AccountPartList } from './account-parts.ts';
import type { AccountService } from './account-service.ts';
import { preferredLanguage } from './link-mails.ts';
import { presentSession, presentUser } from './present.ts';
import type { SessionCookies } from './session-cookies.ts';
import type { SessionService } from './session-service.ts';

export interface AccountCallsOptions {
  readonly accounts: AccountService;
  readonly sessions: SessionService;
  readonly cookies: SessionCookies;
  readonly parts: AccountPartList;
  readonly clock: Clock;
}

export const addAccountCalls = (
  app: FastifyInstance,
  { accounts, sessions, cookies, parts, clock }: AccountCallsOptions,
): void => {
  addCall(app, register, async ({ body, request }) => {
    await accounts.register(
      body,
      request.ip,
      preferredLanguage(request.headers['accept-language']),
    );
    return { message: 'Account created successfully!' };
  });

  addCall(app, getMe, async ({ request }) => ({
    user: presentUser(await accounts.read(await requireUser(request))),
  }));

  addCall(app, changePassword, async ({ body, request }) => {
    const who = await requireUser(request);
    const device = cookies.readDeviceToken(request);
    await accounts.changePassword(who, body.currentPassword, body.newPassword, device);
    return {};
  });

  addCall(app, changeEmail, async ({ body, request }) => {
    const who = await requireUser(request);
    const language = preferredLanguage(request.headers['accept-language']);
    const user = await accounts.changeEmail(who, body.currentPassword, body.email, language);
    return { user: presentUser(user) };
  });

  addCall(app, deleteAccount, async ({ body, request, reply }) => {
    await accounts.delete(await requireUser(request), body.currentPassword);
    cookies.clear(reply);
    return {};
  });

  addStreamedCall(app, exportAccount, async ({ request, reply }) => {
    const who = await requireUser(request);
    const [user, rows] = await Promise.all([accounts.read(who), sessions.list(who)]);
    void reply.header('Content-Disposition', 'attachment; filename="izgodno-account.json"');
    return parts.write(who.id, {
      success: true,
      exportedAt: new Date(clock.now()).toISOString(),
      user: presentUser(user),
      sessions: rows.map((row) => presentSession(row, who.sessionId)),
    });
  });

  addCall(app, changeRole, async ({ params, body, request }) => {
    await accounts.changeRole(await requireUser(request), params.userId, body.role);
    return {};
  });
};

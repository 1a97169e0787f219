import type { FastifyInstance } from 'fastify';
import {
  changeEmail,
  changePassword,
  changeRole,
  deleteAccount,
  getMe,
  register,
} from '@izgodno/contract/accounts/calls';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import type { Clock } from '#platform/clock.ts';
import { addCall, addStreamedCall } from '#platform/http/add-call.ts';
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

  addCall(app, getMe, async ({ user }) => ({
    user: presentUser(await accounts.read(user)),
  }));

  addCall(app, changePassword, async ({ body, user, request }) => {
    const device = cookies.readDeviceToken(request);
    await accounts.changePassword(user, body.currentPassword, body.newPassword, device);
    return {};
  });

  addCall(app, changeEmail, async ({ body, user, request }) => {
    const language = preferredLanguage(request.headers['accept-language']);
    const changed = await accounts.changeEmail(user, body.currentPassword, body.email, language);
    return { user: presentUser(changed) };
  });

  addCall(app, deleteAccount, async ({ body, user, reply }) => {
    await accounts.delete(user, body.currentPassword);
    cookies.clear(reply);
    return {};
  });

  addStreamedCall(app, exportAccount, async ({ user, reply }) => {
    const [account, rows] = await Promise.all([accounts.read(user), sessions.list(user)]);
    void reply.header('Content-Disposition', 'attachment; filename="izgodno-account.json"');
    return parts.write(user.id, {
      success: true,
      exportedAt: new Date(clock.now()).toISOString(),
      user: presentUser(account),
      sessions: rows.map((row) => presentSession(row, user.sessionId)),
    });
  });

  addCall(app, changeRole, async ({ params, body, user }) => {
    await accounts.changeRole(user, params.userId, body.role);
    return {};
  });
};

import type { FastifyInstance } from 'fastify';
import {
  confirmEmail,
  forgotPassword,
  getSignInOptions,
  resetPassword,
} from '@izgodno/contract/accounts/mail-calls';
import { addCall } from '#platform/http/add-call.ts';
import { preferredLanguage } from './link-mails.ts';
import type { RecoveryService } from './recovery-service.ts';

export const addRecoveryCalls = (app: FastifyInstance, recovery: RecoveryService): void => {
  addCall(app, getSignInOptions, () => Promise.resolve({ passwordReset: recovery.available }));

  addCall(app, forgotPassword, async ({ body, request }) => {
    const language = preferredLanguage(request.headers['accept-language']);
    await recovery.forgot(body.email, request.ip, language);
    return {};
  });

  addCall(app, resetPassword, async ({ body, request }) => {
    await recovery.reset(body.token, body.password, request.ip);
    return {};
  });

  addCall(app, confirmEmail, async ({ body, request }) => {
    await recovery.confirm(body.token, request.ip);
    return {};
  });
};

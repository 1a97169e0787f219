import type { FastifyInstance } from 'fastify';
import {
  confirmAdministrator,
  confirmNewEmail,
  getEmail,
  makeFirstAdministrator,
  sendConfirmation,
  undoEmailChange,
} from '@izgodno/contract/accounts/email-calls';
import { addCall } from '#platform/http/add-call.ts';
import type { AccountService } from './account-service.ts';
import type { EmailService } from './email-service.ts';
import type { AdministratorService } from './administrator-service.ts';
import { preferredLanguage } from './link-mails.ts';
import type { RecoveryService } from './recovery-service.ts';

export interface EmailCallsOptions {
  readonly accounts: AccountService;
  readonly addresses: EmailService;
  readonly recovery: RecoveryService;
  readonly administrators: AdministratorService;
}

/** Calls that prove email addresses. */
export const addEmailCalls = (
  app: FastifyInstance,
  { accounts, addresses, recovery, administrators }: EmailCallsOptions,
): void => {
  addCall(app, getEmail, async ({ user }) => ({
    address: await addresses.read(await accounts.read(user)),
  }));

  addCall(app, sendConfirmation, async ({ user, request }) => {
    const { email } = await accounts.read(user);
    await recovery.askToConfirm(email, preferredLanguage(request.headers['accept-language']));
    return {};
  });

  addCall(app, confirmNewEmail, async ({ body, request }) => {
    const language = preferredLanguage(request.headers['accept-language']);
    await addresses.confirmChange(body.token, request.ip, language);
    return {};
  });

  addCall(app, undoEmailChange, async ({ body, request }) => {
    await addresses.undoChange(body.token, body.password, request.ip);
    return {};
  });

  addCall(app, confirmAdministrator, async ({ body, request }) => {
    await administrators.confirm(body.token, body.password, request.ip);
    return {};
  });

  addCall(app, makeFirstAdministrator, async ({ body, request }) => {
    const { token, ...user } = body;
    await administrators.confirmAtConsole(token, user, request.ip);
    return {};
  });
};
